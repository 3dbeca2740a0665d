import { badgeEntity, badgePreviewEntity, type ShownBadge } from '../../entities/badge.ts'
import type { Badge } from '../../model/badges/badge.ts'
import {
  addBadge as add,
  type BadgeOwner,
  type BadgeValues,
  badgesOf,
  changeBadge as change,
  refuseInvalidAddresses,
} from '../../model/badges/badges.ts'
import type { World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

// Badges work alike in projects and in groups; a project also shows those of its ancestor groups.

const PLACEHOLDERS =
  'URL; the placeholders `%{project_path}`, `%{project_title}`, `%{project_name}`, `%{project_id}`, `%{default_branch}` and `%{commit_sha}` are replaced by values of the project'
const link_url = string({ about: PLACEHOLDERS })
const image_url = string({ about: PLACEHOLDERS })
const both = { link_url: required(link_url), image_url: required(image_url) }
const badgeId = { badge_id: required(integer({ about: 'ID of the badge' })) }

const ofProject = { subject: 'project', beyond: true } as const
const ofGroup = { subject: 'group', beyond: true } as const
const adminProject = { ...ofProject, needs: 'admin_project' } as const
const adminGroup = { ...ofGroup, needs: 'admin_group' } as const

const listing = {
  method: 'GET',
  auth: 'public',
  params: { name: string({ about: 'Only badges with exactly this name' }) },
  answers: { many: badgeEntity, unordered: true },
} as const

const getting = {
  method: 'GET',
  auth: 'public',
  params: badgeId,
  answers: { one: badgeEntity },
} as const

const rendering = {
  method: 'GET',
  params: both,
  answers: { one: badgePreviewEntity },
} as const

const adding = {
  method: 'POST',
  params: { ...both, name: string() },
  answers: { status: 201, one: badgeEntity },
} as const

const updating = {
  method: 'PUT',
  params: { ...lookedUp(badgeId), link_url, image_url, name: string() },
  answers: { one: badgeEntity },
} as const

const deleting = {
  method: 'DELETE',
  unmodifiedSince: 'record',
  params: badgeId,
  answers: { status: 204 },
} as const

const PROJECT = '/projects/:id/badges'
const GROUP = '/groups/:id/badges'

export const listProjectBadges = operation(
  { ...ofProject, ...listing, path: PROJECT, summary: 'List the badges of a project' },
  ({ world, project, params }) => badgeList(world, { project }, params.name),
)
export const listGroupBadges = operation(
  { ...ofGroup, ...listing, path: GROUP, summary: 'List the badges of a group' },
  ({ world, group, params }) => badgeList(world, { group }, params.name),
)

export const renderProjectBadge = operation(
  {
    ...adminProject,
    ...rendering,
    path: `${PROJECT}/render`,
    summary: 'Render a badge of a project without saving it',
  },
  ({ world, project, params }) => renderedBadge(world, { project }, params),
)
export const renderGroupBadge = operation(
  {
    ...adminGroup,
    ...rendering,
    path: `${GROUP}/render`,
    summary: 'Render a badge of a group without saving it',
  },
  ({ world, group, params }) => renderedBadge(world, { group }, params),
)

export const getProjectBadge = operation(
  { ...ofProject, ...getting, path: `${PROJECT}/:badge_id`, summary: 'Get a badge of a project' },
  ({ world, project, params }) => inPlace({ project }, findBadge(world, { project }, params.badge_id)),
)
export const getGroupBadge = operation(
  { ...ofGroup, ...getting, path: `${GROUP}/:badge_id`, summary: 'Get a badge of a group' },
  ({ world, group, params }) => inPlace({ group }, findBadge(world, { group }, params.badge_id)),
)

export const addProjectBadge = operation(
  { ...adminProject, ...adding, path: PROJECT, summary: 'Add a badge to a project' },
  ({ world, project, params, now }) =>
    inPlace(
      { project },
      refuseInvalidRow(() => add(world, { project }, valuesFrom(params), now)),
    ),
)
export const addGroupBadge = operation(
  { ...adminGroup, ...adding, path: GROUP, summary: 'Add a badge to a group' },
  ({ world, group, params, now }) =>
    inPlace(
      { group },
      refuseInvalidRow(() => add(world, { group }, valuesFrom(params), now)),
    ),
)

export const updateProjectBadge = operation(
  {
    ...adminProject,
    ...updating,
    path: `${PROJECT}/:badge_id`,
    summary: 'Update a badge of a project',
  },
  ({ world, project, params }) => {
    const badge = findBadge(world, { project }, params.badge_id)
    return inPlace(
      { project },
      refuseInvalidRow(() => change(world, badge, changesFrom(params))),
    )
  },
)
export const updateGroupBadge = operation(
  { ...adminGroup, ...updating, path: `${GROUP}/:badge_id`, summary: 'Update a badge of a group' },
  ({ world, group, params }) => {
    const badge = findBadge(world, { group }, params.badge_id)
    return inPlace(
      { group },
      refuseInvalidRow(() => change(world, badge, changesFrom(params))),
    )
  },
)

export const deleteProjectBadge = operation(
  {
    ...adminProject,
    ...deleting,
    path: `${PROJECT}/:badge_id`,
    summary: 'Delete a badge of a project',
  },
  ({ world, project, params, unmodified }) => {
    const badge = findBadge(world, { project }, params.badge_id)
    world.badges.delete(unmodified(badge).id)
  },
)
export const deleteGroupBadge = operation(
  { ...adminGroup, ...deleting, path: `${GROUP}/:badge_id`, summary: 'Delete a badge of a group' },
  ({ world, group, params, unmodified }) => {
    world.badges.delete(unmodified(findBadge(world, { group }, params.badge_id)).id)
  },
)

function badgeList(world: World, owner: BadgeOwner, name: string | null | undefined) {
  const badges = badgesOf(world, owner).filter((badge) => name == null || badge.name === name)
  return listingOf(badges.map((badge) => inPlace(owner, badge)))
}

function inPlace<B extends ShownBadge['badge']>(owner: BadgeOwner, badge: B) {
  return { badge, project: 'project' in owner ? owner.project : undefined }
}

// A project lists the badges of its groups among its own, and knows them by id no more than those of others.
function findBadge(world: World, owner: BadgeOwner, id: number | null): Badge {
  const badge = world.badges.get(id ?? 0)
  const isOwn = 'project' in owner ? badge?.projectId === owner.project.id : badge?.groupId === owner.group.id
  if (badge === undefined || !isOwn) throw recordNotFound()
  return badge
}

interface Given {
  readonly name?: string | null | undefined
  readonly link_url?: string | null | undefined
  readonly image_url?: string | null | undefined
}

function valuesFrom({ name, link_url: linkUrl, image_url: imageUrl }: Given): BadgeValues {
  return { name: name ?? null, linkUrl: linkUrl ?? '', imageUrl: imageUrl ?? '' }
}

function changesFrom({ name, link_url: linkUrl, image_url: imageUrl }: Given): Partial<BadgeValues> {
  return {
    ...(name !== undefined && { name }),
    ...(linkUrl != null && { linkUrl }),
    ...(imageUrl != null && { imageUrl }),
  }
}

function renderedBadge(world: World, owner: BadgeOwner, params: Given): ShownBadge {
  const badge = valuesFrom(params)
  refuseInvalidRow(() => refuseInvalidAddresses(world, badge))
  return inPlace(owner, badge)
}
