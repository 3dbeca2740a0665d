import { appearanceEntity, appearanceTexts } from '../../entities/appearance.ts'
import type { Appearance } from '../../model/installation/appearance.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, type Param, string } from '../../protocol/params.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const texts: { readonly [name: string]: Param<string | null> } = Object.fromEntries(
  Object.keys(appearanceTexts).map((name) => [name, string()]),
)

export const getAppearance = operation(
  {
    method: 'GET',
    path: '/application/appearance',
    summary: 'Get the appearance of the instance',
    auth: 'admin',
    answers: { one: appearanceEntity },
    beyond: true,
  },
  ({ world }) => appearanceOf(world),
)

export const updateAppearance = operation(
  {
    method: 'PUT',
    path: '/application/appearance',
    summary: 'Update the appearance of the instance',
    auth: 'admin',
    params: { ...texts, email_header_and_footer_enabled: boolean() },
    answers: { one: appearanceEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, params }) => {
    const current = appearanceOf(world)
    const sent = Object.entries(params).filter(
      ([name, value]) => name in appearanceTexts && value !== undefined,
    )
    const sentTexts = Object.fromEntries(sent.map(([name, value]) => [name, String(value ?? '')]))
    refuseInvalidRow(() => refuseInvalidColors(sentTexts))
    return world.appearances.put({
      ...current,
      texts: { ...current.texts, ...sentTexts },
      emailHeaderAndFooter: params.email_header_and_footer_enabled ?? current.emailHeaderAndFooter,
    })
  },
)

function appearanceOf(world: World): Appearance {
  return world.appearances.get(1) ?? { id: 1, texts: {}, emailHeaderAndFooter: false }
}

/** Throws InvalidRow. */
function refuseInvalidColors(sentTexts: Appearance['texts']): void {
  const invalid = ['message_background_color', 'message_font_color'].filter(
    (name) => sentTexts[name] !== undefined && !/^#(?:[0-9a-f]{3}){1,2}$/i.test(sentTexts[name]),
  )
  if (invalid.length > 0)
    throw new InvalidRow(Object.fromEntries(invalid.map((name) => [name, ['must be a valid color code']])))
}
