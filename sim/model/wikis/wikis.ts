import { utf8 } from '../../lib/bytes.ts'
import { readableSize } from '../../lib/readable-size.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { settingInForce } from '../settings/in-force.ts'
import { forgetWikiPage, recordEventOn } from '../users/events.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { WikiAttachment, WikiFormat, WikiPage } from './wiki.ts'

export type WikiOwner = { readonly project: Project } | { readonly group: Group }

export interface PageValues {
  /** What is before its last slash names folders. */
  readonly title: string
  readonly content: string
  readonly format: WikiFormat
}

/** The pages of a wiki, by path. */
export function pagesOf(world: World, owner: WikiOwner): WikiPage[] {
  return 'project' in owner
    ? world.wikiPages.by('byProject', owner.project.id).list()
    : world.wikiPages.by('byGroup', owner.group.id).list()
}

export function pageAt(world: World, owner: WikiOwner, slug: string): WikiPage | undefined {
  return 'project' in owner
    ? world.wikiPages.find('byProject', owner.project.id, slug)
    : world.wikiPages.find('byGroup', owner.group.id, slug)
}

/** Writes a new page. Throws InvalidRow. */
export function createPage(
  world: World,
  owner: WikiOwner,
  author: User,
  values: PageValues,
  now: Instant,
): WikiPage {
  const path = squished(values.title)
  refuse(world, path, values.content)
  const slug = slugOf(path)
  if (pageAt(world, owner, slug) !== undefined)
    throw new InvalidRow({ base: ['Duplicate page: A page with that title already exists'] })
  const page = world.wikiPages.insert({
    id: nextId(world, 'wikiPages'),
    ...ownerIds(owner),
    slug,
    title: titleOf(path),
    format: values.format,
    content: values.content,
    authorId: author.id,
    createdAt: now,
    updatedAt: now,
  })
  grow(world, owner, utf8(page.content).length)
  record(world, owner, page, 'created', author, now)
  return page
}

/** Changes a page; a new title keeps its folder, unless the title has one. Throws InvalidRow. */
export function changePage(
  world: World,
  owner: WikiOwner,
  page: WikiPage,
  changes: Partial<PageValues>,
  by: User,
  now: Instant,
): WikiPage {
  const { title, content = page.content, format = page.format } = changes
  const path = title === undefined ? undefined : moved(page, squished(title))
  refuse(world, path ?? page.title, content)
  const slug = path === undefined ? page.slug : slugOf(path)
  if (slug !== page.slug && pageAt(world, owner, slug) !== undefined)
    throw new InvalidRow({ title: ['There is already a page with the same title in that path.'] })
  const named = path === undefined ? {} : { slug, title: titleOf(path) }
  const changed = world.wikiPages.put({ ...page, ...named, content, format, updatedAt: now })
  if (content !== page.content) grow(world, owner, utf8(content).length)
  record(world, owner, changed, 'updated', by, now)
  return changed
}

export function removePage(world: World, owner: WikiOwner, page: WikiPage, by: User, now: Instant): void {
  record(world, owner, page, 'destroyed', by, now)
  forgetWikiPage(world, page)
  world.wikiPages.delete(page.id)
}

/** Adds an attachment, in a folder with a random name. */
export function addAttachment(
  world: World,
  owner: WikiOwner,
  file: { readonly name: string; readonly bytes: Uint8Array; readonly folder: string },
  now: Instant,
): WikiAttachment {
  const name = shortened(file.name)
  grow(world, owner, file.bytes.length)
  return world.wikiAttachments.insert({
    id: nextId(world, 'wikiAttachments'),
    ...ownerIds(owner),
    name,
    path: `uploads/${file.folder}/${name}`,
    bytes: file.bytes,
    createdAt: now,
  })
}

// The repository of a wiki keeps what was written into it, so it never shrinks.
function grow(world: World, owner: WikiOwner, bytes: number): void {
  if (!('project' in owner)) return
  const { sizes } = world.projects.require(owner.project.id)
  world.projects.update(owner.project.id, { sizes: { ...sizes, wiki: sizes.wiki + bytes } })
}

const LONGEST_NAME = 255

function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const ending = /\.[^.]{1,254}$/.exec(name)?.[0] ?? ''
  return name.slice(0, LONGEST_NAME - ending.length) + ending
}

function ownerIds(owner: WikiOwner): Pick<WikiPage, 'projectId' | 'groupId'> {
  return 'project' in owner ? { projectId: owner.project.id } : { projectId: null, groupId: owner.group.id }
}

// Events of wikis of groups are in no list that is served.
function record(
  world: World,
  owner: WikiOwner,
  { id }: WikiPage,
  action: 'created' | 'updated' | 'destroyed',
  { id: authorId }: User,
  now: Instant,
): void {
  if (!('project' in owner)) return
  const projectId = owner.project.id
  world.projects.update(projectId, { lastActivityAt: now })
  recordEventOn(world, 'WikiPage::Meta', { id, projectId }, action, authorId, now)
}

// Blanks around and within the names of folders and pages do not count.
function squished(title: string): string {
  const parts = title.split('/').map((part) => part.trim().replace(/\s+/g, ' '))
  return parts.filter((part, index) => part !== '' || index === 0).join('/')
}

function moved({ slug }: WikiPage, path: string): string {
  if (path.startsWith('/')) return path.slice(1)
  const folder = slug.slice(0, slug.lastIndexOf('/') + 1)
  return path === '' || path.includes('/') ? path : folder + path
}

function slugOf(path: string): string {
  return path.replace(/^\/+/, '').replaceAll(' ', '-')
}

function titleOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replaceAll('-', ' ')
}

const LONGEST_TITLE = 245
const LONGEST_FOLDER = 255

function refuse(world: World, path: string, content: string): void {
  const errors: { [attribute: string]: readonly string[] } = {}
  const title = titleErrors(path)
  if (title.length > 0) errors.title = title
  const size = utf8(content).length
  const most = settingInForce(world, 'wiki_page_max_content_bytes')
  if (size > most)
    errors.content = [`is too long (${readableSize(size)}). The maximum size is ${readableSize(most)}.`]
  if (Object.keys(errors as Errors).length > 0) throw new InvalidRow(errors)
}

function titleErrors(path: string): string[] {
  const names = path.split('/')
  const title = names.pop() ?? ''
  if (title === '') return [BLANK]
  const long = names.filter((name) => utf8(name).length > LONGEST_FOLDER)
  return [
    ...(utf8(title).length > LONGEST_TITLE
      ? [`exceeds the limit of ${LONGEST_TITLE} bytes for page titles`]
      : []),
    ...long.map((name) => `exceeds the limit of ${LONGEST_FOLDER} bytes for directory name "${name}"`),
  ]
}
