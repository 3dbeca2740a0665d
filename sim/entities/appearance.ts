import type { Appearance } from '../model/installation/appearance.ts'
import { constant, entity, type Fields, flag, text } from './entity.ts'

/** What the pages of the installation can say, and what they say at first. */
export const appearanceTexts: { readonly [name: string]: string } = {
  title: '',
  description: '',
  pwa_name: '',
  pwa_short_name: '',
  pwa_description: '',
  member_guidelines: '',
  new_project_guidelines: '',
  profile_image_guidelines: '',
  header_message: '',
  footer_message: '',
  message_background_color: '#E75E40',
  message_font_color: '#FFFFFF',
}

const texts: Fields<Appearance> = Object.fromEntries(
  Object.entries(appearanceTexts).map(([name, first]) => [
    name,
    text(({ texts: its }: Appearance) => its[name] ?? first),
  ]),
)

/** How the installation looks. There are no pictures of its own. */
export const appearanceEntity = entity<Appearance>('Appearance', {
  ...texts,
  logo: constant(null),
  pwa_icon: constant(null),
  header_logo: constant(null),
  favicon: constant(null),
  email_header_and_footer_enabled: flag(({ emailHeaderAndFooter }) => emailHeaderAndFooter),
})
