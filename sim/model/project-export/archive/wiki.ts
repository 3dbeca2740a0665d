import { largest } from '../../../lib/lists.ts'
import { Pace, type Steps } from '../../../lib/steps.ts'
import type { Instant } from '../../../time/calendar.ts'
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

/** What a wiki belongs to. */
export type WikiOwner = Pick<WikiPage, 'projectId' | 'groupId'>

/** The wiki of a project or a group as a bundle; undefined where it has no pages. */
export function wikiBundle(world: World, { projectId, groupId = 0 }: WikiOwner): Uint8Array | undefined {
  const pages =
    projectId === null
      ? world.wikiPages.by('byGroup', groupId).list()
      : world.wikiPages.by('byProject', projectId).list()
  const [first] = pages
  if (first === undefined) return undefined
  const { name, email } = world.users.require(first.authorId)
  const at = largest(pages.map(({ updatedAt }) => updatedAt))
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
export function* readWiki(
  world: World,
  owner: WikiOwner,
  bytes: Uint8Array,
  author: User,
  now: Instant,
): Steps<void> {
  const pace = new Pace()
  for (const { path, content } of yield* filesInBundle(bytes)) {
    if (pace.after(content.length)) yield
    const [, slug = '', ending] = /^(.+)\.([a-z]+)$/.exec(path) ?? []
    const format = (Object.keys(endings) as WikiPage['format'][]).find((name) => endings[name] === ending)
    if (format === undefined) continue
    const [whole = '', told] = /^---\ntitle: ([^\n]{1,255})\n---\n/.exec(content) ?? []
    world.wikiPages.insert({
      id: nextId(world, 'wikiPages'),
      ...owner,
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
