import { badgeEntity, type ShownBadge, triedBadgeEntity } from '../../entities/badge.ts'
import type { Badge } from '../../model/badges/badge.ts'
import {
  addBadge as add,
  type BadgeOwner,
  type BadgeValues,
  badgesOf,
  changeBadge as change,
  refuseAddresses,
} from '../../model/badges/badges.ts'
import type { World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { Refusal, recordNotFound } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'

// Projects and groups have badges alike; a project shows those of the groups above it as well.

const PLACEHOLDERS =
  'An address; `%{project_path}`, `%{project_title}`, `%{project_name}`, `%{project_id}`, `%{default_branch}` and `%{commit_sha}` stand for what is told of the project'
const link_url = string({ about: PLACEHOLDERS })
const image_url = string({ about: PLACEHOLDERS })
const both = { link_url: required(link_url), image_url: required(image_url) }
const badgeId = { badge_id: required(integer({ about: 'Id of the badge' })) }

const ofProject = { subject: 'project', beyond: true } as const
const ofGroup = { subject: 'group', beyond: true } as const
const adminProject = { ...ofProject, needs: 'admin_project' } as const
const adminGroup = { ...ofGroup, needs: 'admin_group' } as const

const listing = {
  method: 'GET',
  summary: 'List badges',
  auth: 'public',
  params: { name: string({ about: 'Only those of this name' }) },
  answers: { many: badgeEntity },
} as const

const getting = {
  method: 'GET',
  summary: 'One badge',
  auth: 'public',
  params: badgeId,
  answers: { one: badgeEntity },
} as const

const rendering = {
  method: 'GET',
  summary: 'What a badge would look like',
  params: both,
  answers: { one: triedBadgeEntity },
} as const

const adding = {
  method: 'POST',
  summary: 'Add a badge',
  params: { ...both, name: string() },
  answers: { status: 201, one: badgeEntity },
} as const

const changing = {
  method: 'PUT',
  summary: 'Change a badge',
  params: { ...badgeId, link_url, image_url, name: string() },
  answers: { one: badgeEntity },
} as const

const removing = {
  method: 'DELETE',
  summary: 'Remove a badge',
  unmodifiedSince: true,
  params: badgeId,
  answers: { status: 204 },
} as const

const PROJECT = '/projects/:id/badges'
const GROUP = '/groups/:id/badges'

export const listProjectBadges = operation(
  { ...ofProject, ...listing, path: PROJECT },
  ({ world, project, params }) => shownAll(world, { project }, params.name),
)
export const listGroupBadges = operation(
  { ...ofGroup, ...listing, path: GROUP },
  ({ world, group, params }) => shownAll(world, { group }, params.name),
)

export const renderProjectBadge = operation(
  { ...adminProject, ...rendering, path: `${PROJECT}/render` },
  ({ project, params }) => tried({ project }, params),
)
export const renderGroupBadge = operation(
  { ...adminGroup, ...rendering, path: `${GROUP}/render` },
  ({ group, params }) => tried({ group }, params),
)

export const getProjectBadge = operation(
  { ...ofProject, ...getting, path: `${PROJECT}/:badge_id` },
  ({ world, project, params }) => shown({ project }, named(world, { project }, params.badge_id)),
)
export const getGroupBadge = operation(
  { ...ofGroup, ...getting, path: `${GROUP}/:badge_id` },
  ({ world, group, params }) => shown({ group }, named(world, { group }, params.badge_id)),
)

export const addProjectBadge = operation(
  { ...adminProject, ...adding, path: PROJECT },
  ({ world, project, params, now }) =>
    shown(
      { project },
      valid(() => add(world, { project }, valuesFrom(params), now)),
    ),
)
export const addGroupBadge = operation(
  { ...adminGroup, ...adding, path: GROUP },
  ({ world, group, params, now }) =>
    shown(
      { group },
      valid(() => add(world, { group }, valuesFrom(params), now)),
    ),
)

export const changeProjectBadge = operation(
  { ...adminProject, ...changing, path: `${PROJECT}/:badge_id`, refuses: [403] },
  ({ world, project, params }) => {
    const badge = own(named(world, { project }, params.badge_id), 'change')
    return shown(
      { project },
      valid(() => change(world, badge, changesFrom(params))),
    )
  },
)
export const changeGroupBadge = operation(
  { ...adminGroup, ...changing, path: `${GROUP}/:badge_id` },
  ({ world, group, params }) => {
    const badge = named(world, { group }, params.badge_id)
    return shown(
      { group },
      valid(() => change(world, badge, changesFrom(params))),
    )
  },
)

export const removeProjectBadge = operation(
  { ...adminProject, ...removing, path: `${PROJECT}/:badge_id`, refuses: [403] },
  ({ world, project, params }) => {
    world.badges.delete(own(named(world, { project }, params.badge_id), 'delete').id)
  },
)
export const removeGroupBadge = operation(
  { ...adminGroup, ...removing, path: `${GROUP}/:badge_id` },
  ({ world, group, params }) => {
    world.badges.delete(named(world, { group }, params.badge_id).id)
  },
)

function shownAll(world: World, owner: BadgeOwner, name: string | null | undefined) {
  const badges = badgesOf(world, owner).filter((badge) => name == null || badge.name === name)
  return listed(badges.map((badge) => shown(owner, badge)))
}

function shown<B extends ShownBadge['badge']>(owner: BadgeOwner, badge: B) {
  return { badge, project: 'project' in owner ? owner.project : undefined }
}

function named(world: World, owner: BadgeOwner, id: number | null): Badge {
  const badge = badgesOf(world, owner).find((candidate) => candidate.id === id)
  if (badge === undefined) throw recordNotFound()
  return badge
}

// What a group shows in its projects is the group's business.
function own(badge: Badge, task: 'change' | 'delete'): Badge {
  if (badge.projectId === null)
    throw new Refusal(403, { error: `To ${task} a Group badge please use the Group endpoint` })
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

function tried(owner: BadgeOwner, params: Given): ShownBadge {
  const badge = valuesFrom(params)
  valid(() => refuseAddresses(badge))
  return shown(owner, badge)
}
