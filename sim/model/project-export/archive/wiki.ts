import type { Instant } from '../../../time/calendar.ts'
import type { Project } from '../../projects/project.ts'
import type { User } from '../../users/user.ts'
import type { WikiPage } from '../../wikis/wiki.ts'
import { nextId, type World } from '../../world.ts'
import { filesInBundle, folderBundle } from './text-bundle.ts'

const endings: { readonly [format in WikiPage['format']]: string } = {
  markdown: 'md',
  rdoc: 'rdoc',
  asciidoc: 'asciidoc',
  org: 'org',
}

/** The wiki of a project as a bundle; undefined where it has no pages. */
export function wikiBundle(world: World, project: Project): Uint8Array | undefined {
  const pages = world.wikiPages.by('byProject', project.id).list()
  const [first] = pages
  if (first === undefined) return undefined
  const { name, email } = world.users.require(first.authorId)
  const at = Math.max(...pages.map(({ updatedAt }) => updatedAt))
  const files = pages.map((page) => ({
    path: `${page.slug}.${endings[page.format]}`,
    content: contentOf(page),
  }))
  return folderBundle(files, 'Write the wiki\n', { name, email, at, offset: 0 })
}

// The name of a file is its title, unless the page says otherwise at its top.
function contentOf({ slug, title, content }: WikiPage): string {
  return titleFrom(slug) === title ? content : `---\ntitle: ${title}\n---\n${content}`
}

function titleFrom(slug: string): string {
  return slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' ')
}

/** Makes the pages of a wiki out of a bundle. Throws a GitError. */
export function readWiki(
  world: World,
  project: Project,
  bytes: Uint8Array,
  author: User,
  now: Instant,
): void {
  for (const { path, content } of filesInBundle(bytes)) {
    const [, slug = '', ending] = /^(.+)\.([a-z]+)$/.exec(path) ?? []
    const format = (Object.keys(endings) as WikiPage['format'][]).find((name) => endings[name] === ending)
    if (format === undefined) continue
    const [whole = '', told] = /^---\ntitle: ([^\n]{1,255})\n---\n/.exec(content) ?? []
    world.wikiPages.insert({
      id: nextId(world, 'wikiPages'),
      projectId: project.id,
      slug,
      title: told ?? titleFrom(slug),
      format,
      content: content.slice(whole.length),
      authorId: author.id,
      createdAt: now,
      updatedAt: now,
    })
  }
}
