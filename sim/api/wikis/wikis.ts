import { wikiAttachmentEntity, wikiPageBasicEntity, wikiPageEntity } from '../../entities/wiki.ts'
import { since } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { User } from '../../model/users/user.ts'
import { withFrontMatter, withoutFrontMatter } from '../../model/wikis/front-matter.ts'
import { type WikiPage, wikiFormats } from '../../model/wikis/wiki.ts'
import {
  addAttachment,
  changePage,
  createPage,
  pageAt,
  pagesOf,
  removePage,
  type WikiOwner,
} from '../../model/wikis/wikis.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  file,
  hash,
  oneOf,
  required,
  string,
  type Upload,
  withDefault,
} from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

// Projects have wikis, and groups in a paid plan.

interface Place {
  readonly path: string
  readonly noun: string
  readonly subject: 'project' | 'group'
  readonly tier?: 'premium'
  readonly read: AbilityName
  readonly write: AbilityName
  readonly remove: AbilityName
}

const ofProject: Place = {
  path: '/projects/:id/wikis',
  noun: 'a project',
  subject: 'project',
  read: 'read_wiki',
  write: 'create_wiki',
  remove: 'admin_wiki',
}
const ofGroup: Place = {
  path: '/groups/:id/wikis',
  noun: 'a group',
  subject: 'group',
  tier: 'premium',
  read: 'read_group_wiki',
  write: 'create_group_wiki',
  remove: 'admin_group_wiki',
}

const slug = { slug: required(string({ about: 'Slug of the page: its path without the extension' })) }
const front_matter = since(
  'wikis#later-front-matter',
  hash({ title: string({ about: 'Title in the front matter of the page' }) }),
)
const format = withDefault(oneOf(wikiFormats), 'markdown')

export const listProjectWikiPages = list(ofProject)
export const listGroupWikiPages = list(ofGroup)
export const getProjectWikiPage = get(ofProject)
export const getGroupWikiPage = get(ofGroup)
export const createProjectWikiPage = create(ofProject)
export const createGroupWikiPage = create(ofGroup)
export const updateProjectWikiPage = update(ofProject)
export const updateGroupWikiPage = update(ofGroup)
export const deleteProjectWikiPage = remove(ofProject)
export const deleteGroupWikiPage = remove(ofGroup)
export const uploadProjectWikiAttachment = attachment(ofProject)
export const uploadGroupWikiAttachment = attachment(ofGroup)

function list({ path, noun, read, ...place }: Place) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the wiki pages of ${noun}`,
      auth: 'public',
      ...about(place),
      needs: read,
      params: {
        with_content: withDefault(boolean({ about: 'Whether the content of the pages is included' }), false),
      },
      answers: {
        many: wikiPageBasicEntity,
        paging: 'none',
        variants: [{ entity: wikiPageEntity, when: { param: 'with_content', equals: true } }],
      },
      beyond: true,
    },
    ({ world, ...found }) => listingOf(pagesOf(world, ownerOf(found))),
  )
}

function get({ path, noun, read, ...place }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:slug`,
      summary: `Get a wiki page of ${noun}`,
      auth: 'public',
      ...about(place),
      needs: read,
      params: {
        ...slug,
        version: string({ about: 'Version of the page: `HEAD`, or the default branch of the wiki' }),
        render_html: withDefault(boolean({ about: 'Whether the content is rendered to HTML' }), false),
      },
      dotted: ['slug'],
      answers: { one: wikiPageEntity },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const page = named(world, ownerOf(found), params.slug)
      // No client learns of the commits of a wiki, so that there are none that it could name.
      if (
        params.version &&
        !['HEAD', settingInForce(world, 'default_branch_name') || 'main'].includes(params.version)
      )
        throw notFound('Wiki Page')
      return page
    },
  )
}

function create({ path, noun, write, ...place }: Place) {
  return operation(
    {
      method: 'POST',
      path,
      summary: `Create a wiki page of ${noun}`,
      auth: 'public',
      ...about(place),
      needs: write,
      params: {
        title: required(string({ about: 'Title; the part before the last slash is the folder' })),
        content: required(string({ content: true })),
        front_matter,
        format,
      },
      answers: { status: 201, one: wikiPageEntity },
      refuses: [400],
      beyond: true,
    },
    ({ world, caller, params, now, ...found }) => {
      const content = withFrontMatter(params.content ?? '', params.front_matter ?? {})
      const values = { title: params.title ?? '', content, format: params.format }
      return refuseInvalidRow(() => createPage(world, ownerOf(found), caller.user as User, values, now))
    },
  )
}

function update({ path, noun, write, ...place }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/:slug`,
      summary: `Update a wiki page of ${noun}`,
      auth: 'public',
      ...about(place),
      needs: write,
      params: {
        ...slug,
        title: string({ about: 'Title; a leading slash moves the page out of its folder' }),
        content: string({ content: true }),
        front_matter,
        format,
      },
      dotted: ['slug'],
      answers: { one: wikiPageEntity },
      refuses: [400, 404],
      beyond: true,
    },
    ({ world, caller, params, now, ...found }) => {
      const owner = ownerOf(found)
      const page = named(world, owner, params.slug)
      const changes = {
        ...(params.title ? { title: params.title } : {}),
        ...contentFrom(page, params),
        format: params.format,
      }
      return refuseInvalidRow(() => changePage(world, owner, page, changes, caller.user as User, now))
    },
  )
}

/** The content that is sent, or the old one, behind the front matter that is sent. */
function contentFrom(page: WikiPage, { content, front_matter: front }: Given): { readonly content?: string } {
  if (front == null) return content == null ? {} : { content }
  return { content: withFrontMatter(content || withoutFrontMatter(page.content), front) }
}

interface Given {
  readonly content?: string | null | undefined
  readonly front_matter?: { readonly title?: string | null | undefined } | null | undefined
}

function remove({ path, noun, remove: needs, ...place }: Place) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/:slug`,
      summary: `Delete a wiki page of ${noun}`,
      auth: 'public',
      ...about(place),
      needs,
      params: slug,
      dotted: ['slug'],
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    ({ world, caller, params, now, ...found }) => {
      const owner = ownerOf(found)
      removePage(world, owner, named(world, owner, params.slug), caller.user as User, now)
    },
  )
}

function attachment({ path, noun, write, ...place }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/attachments`,
      summary: `Upload an attachment to the wiki of ${noun}`,
      auth: 'public',
      ...about(place),
      needs: write,
      params: { file: required(file()) },
      answers: { status: 201, one: wikiAttachmentEntity },
      refuses: [400],
      beyond: true,
    },
    ({ world, params, now, drawText, ...found }) => {
      const { name, bytes } = params.file as Upload
      if (name === '') throw message(400, 'The file name cannot be empty')
      return addAttachment(
        world,
        ownerOf(found),
        { name, bytes, folder: drawText('0123456789abcdef', 32) },
        now,
      )
    },
  )
}

function about({ subject, tier }: Pick<Place, 'subject' | 'tier'>) {
  return { subject, ...(tier !== undefined && { tier }) }
}

function ownerOf(found: { readonly project?: Project; readonly group?: Group }): WikiOwner {
  return found.group === undefined ? { project: found.project as Project } : { group: found.group }
}

function named(world: World, owner: WikiOwner, path: string | null): WikiPage {
  const page = pageAt(world, owner, path ?? '')
  if (page === undefined) throw notFound('Wiki Page')
  return page
}
