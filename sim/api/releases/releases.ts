import { releaseEntity } from '../../entities/release.ts'
import { blockingRef, validTagName } from '../../git/refs.ts'
import { tagNamed } from '../../model/branches/branches.ts'
import { groupsAbove } from '../../model/groups/group-tree.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import type { Project } from '../../model/projects/project.ts'
import { linkTypes, type Release } from '../../model/releases/release.ts'
import { changeRelease, createRelease as publish, removeRelease } from '../../model/releases/releases.ts'
import { createTag, signatureOf } from '../../model/repository/new-commit.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { mayCreateTag } from '../../policy/tags.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  datetime,
  hash,
  hashArray,
  integerList,
  oneOf,
  required,
  string,
  stringList,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, invalid, message } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { releaseOf } from '../shared/release-place.ts'

const tagName = { tag_name: required(string({ about: 'Tag of the release' })) }
const html = { include_html_description: boolean({ about: 'Whether `description_html` is shown' }) }
const common = { subject: 'project', beyond: true } as const
const reading = { ...common, auth: 'public', needs: 'read_release', accepts: ['job_token'] } as const
const writing = { ...common, auth: 'public', authorize: 'first', accepts: ['job_token'] } as const

export const listReleases = operation(
  {
    ...reading,
    method: 'GET',
    path: '/projects/:id/releases',
    summary: 'List the releases of a project',
    params: {
      order_by: withDefault(oneOf(['released_at', 'created_at']), 'released_at'),
      sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
      ...html,
    },
    answers: { many: releaseEntity },
  },
  ({ world, project, params }) => {
    const index = params.order_by === 'created_at' ? 'byCreated' : 'byReleased'
    const way = params.sort === 'asc' ? 'ascending' : 'descending'
    return indexListing(world.releases.by(index, project.id), way)
  },
)

export const getRelease = operation(
  {
    ...reading,
    method: 'GET',
    path: '/projects/:id/releases/:tag_name',
    summary: 'Get a release',
    needs: 'read_code',
    params: { ...tagName, ...html },
    dotted: ['tag_name'],
    answers: { one: releaseEntity },
    refuses: [404],
  },
  ({ world, project, params }) => releaseOf(world, project, params.tag_name),
)

const values = {
  name: string({ about: 'Default: the tag' }),
  description: string({ about: 'Notes in Markdown' }),
  released_at: datetime({ about: 'Default: now; a later time makes it an upcoming release' }),
  milestones: stringList({ about: 'Titles of milestones' }),
  milestone_ids: integerList({ about: 'Ids of milestones' }),
}

export const createRelease = operation(
  {
    ...writing,
    method: 'POST',
    path: '/projects/:id/releases',
    summary: 'Create a release',
    needs: 'create_release',
    params: {
      ...tagName,
      tag_message: string({ about: 'Message of a new tag, which makes it annotated' }),
      ref: string({ about: 'Branch, tag or commit of the tag, required where the tag does not exist' }),
      ...values,
      assets: hash({
        links: hashArray({
          name: required(string()),
          url: required(string()),
          direct_asset_path: string(),
          filepath: string(),
          link_type: withDefault(oneOf(linkTypes), 'other'),
        }),
      }),
    },
    answers: { status: 201, one: releaseEntity },
    refuses: [409, 422],
  },
  ({ world, caller, project, params, view, now }) => {
    const tag = params.tag_name ?? ''
    if (world.releases.find('byProject', project.id, tag) !== undefined)
      throw message(409, 'Release already exists')
    const milestoneIds = milestonesFrom(world, project, params)
    const sha = tagFor(view.situation, project, tag, params)
    const links = (params.assets?.links ?? []).map((link) => ({
      name: link.name ?? '',
      url: link.url ?? '',
      filepath: link.direct_asset_path ?? link.filepath ?? null,
      type: link.link_type,
    }))
    const release = {
      tag,
      sha,
      name: params.name || tag,
      description: params.description ?? null,
      authorId: caller.user?.id ?? null,
      milestoneIds: milestoneIds ?? [],
      releasedAt: params.released_at ?? now,
    }
    return refuseInvalidRow(() => publish(world, project, release, links, now))
  },
)

export const updateRelease = operation(
  {
    ...writing,
    method: 'PUT',
    path: '/projects/:id/releases/:tag_name',
    summary: 'Update a release',
    needs: 'create_release',
    params: { ...tagName, ...values },
    dotted: ['tag_name'],
    answers: { one: releaseEntity },
    refuses: [400],
  },
  ({ world, project, params, given, view, now }) => {
    const release = writableRelease(view.situation, project, params.tag_name)
    if (!(Object.keys(values) as (keyof typeof values)[]).some((name) => given(name)))
      throw message(400, 'params is empty')
    const milestoneIds = milestonesFrom(world, project, params)
    const changes = {
      ...(params.name != null && { name: params.name }),
      ...(params.description !== undefined && { description: params.description }),
      ...(params.released_at != null && { releasedAt: params.released_at }),
      ...(milestoneIds !== undefined && { milestoneIds }),
    }
    return refuseInvalidRow(() => changeRelease(world, release, changes, now))
  },
)

export const deleteRelease = operation(
  {
    ...writing,
    method: 'DELETE',
    path: '/projects/:id/releases/:tag_name',
    summary: 'Delete a release',
    needs: 'create_release',
    params: tagName,
    dotted: ['tag_name'],
    answers: { status: 200, one: releaseEntity },
  },
  ({ world, project, params, view }) => {
    const release = writableRelease(view.situation, project, params.tag_name)
    removeRelease(world, release)
    return release
  },
)

// A right to no release is asked for as well, and nobody has it (releases#write-unknown).
function writableRelease(situation: Situation, project: Project, tag: string | null): Release {
  const release = situation.world.releases.find('byProject', project.id, tag ?? '')
  if (release === undefined || !mayCreateTag(situation, project, release.tag)) throw forbidden()
  return release
}

interface Milestones {
  readonly milestones?: readonly string[] | undefined
  readonly milestone_ids?: readonly number[] | undefined
}

/** Milestones of the project, or of the groups that it is in. */
function milestonesFrom(world: World, project: Project, given: Milestones): number[] | undefined {
  const { milestones: titles, milestone_ids: ids } = given
  if (titles === undefined && ids === undefined) return undefined
  if (titles !== undefined && ids !== undefined)
    throw invalid('milestones, milestone_ids are mutually exclusive')
  const { milestones } = world
  const places = [
    {
      titled: (title: string) => milestones.by('byProjectTitle', project.id, title).list(),
      has: ({ projectId }: Milestone) => projectId === project.id,
    },
    ...groupsAbove(world, project).map(({ id }) => ({
      titled: (title: string) => milestones.by('byGroupTitle', id, title).list(),
      has: ({ groupId }: Milestone) => groupId === id,
    })),
  ]
  const numbered = (ids ?? []).flatMap((id) => milestones.get(id) ?? [])
  const found = places.map(({ titled, has }) => titles?.flatMap(titled) ?? numbered.filter(has))
  const known = new Set(found.flat().flatMap(({ id, title }) => [id, title]))
  const missing = [...(titles ?? []), ...(ids ?? [])].filter((one) => !known.has(one))
  if (missing.length > 0)
    throw message(400, `Milestone${titles === undefined ? ' id' : ''}(s) not found: ${missing.join(', ')}`)
  // Those of the project first, then group by group.
  return found.flatMap((rows) => [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b))
}

interface NewTag {
  readonly ref?: string | null | undefined
  readonly tag_message?: string | null | undefined
}

/** The commit of the tag to release; a missing tag is created at `ref`. */
function tagFor(situation: Situation, project: Project, tag: string, given: NewTag): string {
  const { world, caller, now } = situation
  if (!mayCreateTag(situation, project, tag))
    throw message(403, 'You are not allowed to create this tag as it is protected.')
  const known = tagNamed(world, project, tag)
  if (known !== undefined) {
    return known.commit.id
  }
  if (!given.ref) throw message(422, 'Ref is not specified')
  if (!can(situation, 'push_code', project)) throw forbidden()
  const name = `refs/tags/${tag}`
  if (!validTagName(tag)) throw message(400, 'Tag name invalid')
  const sha = commitNamed(world, project, given.ref)
  if (sha === undefined || blockingRef(repositoryOf(world, project).refs, name) !== undefined)
    throw message(400, `Target ${given.ref} is invalid`)
  const tagger = signatureOf(caller.user as User, now)
  createTag(world, project, { name: tag, sha, message: given.tag_message ?? null, tagger })
  return sha
}
