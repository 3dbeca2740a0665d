import { since } from '../lib/dialect.ts'
import { markdownHtml } from '../lib/markdown-html.ts'
import { frontMatterOf } from '../model/wikis/front-matter.ts'
import { type WikiAttachment, type WikiPage, wikiFormats } from '../model/wikis/wiki.ts'
import { instanceOf } from '../model/world.ts'
import {
  constant,
  entity,
  type Fields,
  integer,
  json,
  object,
  oneOfTexts,
  text,
  type View,
} from './entity.ts'
import { linkingStyle } from './linked-text.ts'

const basic: Fields<WikiPage> = {
  format: oneOfTexts(wikiFormats, ({ format }) => format),
  slug: text(({ slug }) => slug),
  title: text(({ title }) => title),
  wiki_page_meta_id: since(
    'wikis#later-meta-id',
    integer<WikiPage>(({ id }) => id),
  ),
}

/** A page of a wiki without its content. */
export const wikiPageBasicEntity = entity<WikiPage>('WikiPageBasic', basic)

export const wikiPageEntity = entity<WikiPage>('WikiPage', {
  ...basic,
  content: text((page, view) => shownContent(page, view)),
  encoding: constant('UTF-8'),
  front_matter: since('wikis#later-front-matter', json<WikiPage>({ type: 'object' }, frontMatterOf)),
})

/** Markdown is rendered as HTML where asked for; other formats are sent as they are. */
function shownContent({ content, format, projectId }: WikiPage, view: View): string {
  if (view.asked('render_html') !== true || format !== 'markdown') return content
  const project = projectId === null ? undefined : view.world.projects.get(projectId)
  return markdownHtml(content, linkingStyle(view, project))
}

/** A file as pages refer to it. */
export const wikiAttachmentEntity = entity<WikiAttachment>('WikiAttachment', {
  file_name: text(({ name }) => name),
  file_path: text(({ path }) => path),
  branch: text((_, { world }) => instanceOf(world).defaultBranch),
  link: object<WikiAttachment>({
    url: text(({ path }) => path),
    markdown: text(({ name, path }) => `${isShown(name) ? '!' : ''}[${alternative(name)}](${path})`),
  }),
})

function isShown(name: string): boolean {
  return /\.(?:png|jpe?g|gif|bmp|tiff|ico|webp|mp4|m4v|mov|webm|ogv|mp3|oga|ogg|spx|wav)$/i.test(name)
}

// Pictures are called without their ending.
function alternative(name: string): string {
  return isShown(name) ? name.slice(0, name.lastIndexOf('.')) : name
}
