import { groupDetailEntity } from '../../entities/group.ts'
import { projectShareEntity } from '../../entities/share.ts'
import type { Group } from '../../model/groups/group.ts'
import { choiceOf } from '../../model/groups/group-settings.ts'
import { topGroupOf } from '../../model/groups/group-tree.ts'
import type { AccessLevel } from '../../model/members/access-level.ts'
import type { MemberSource, Share } from '../../model/members/member.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import { nextId, type World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { isInvitingClosed } from '../../policy/members.ts'
import { seesGroup } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { type Instant, parseDay } from '../../time/calendar.ts'

const levels = [10, 20, 30, 40, 50] as const
const sharing = {
  group_id: required(integer({ about: 'ID of the group to share with' })),
  group_access: required(oneOf(levels, { about: 'Highest access level that its members get' })),
  expires_at: string({ about: '`YYYY-MM-DD`' }),
}

export const shareProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/share',
    summary: 'Share a project with a group',
    subject: 'project',
    needs: 'update_project',
    params: sharing,
    answers: { status: 201, one: projectShareEntity },
    refuses: [404, 409],
    beyond: true,
  },
  ({ world, caller, project, params, view, now }) => {
    if ([...groupsAbove(world, { project })].some((above) => choiceOf(above, 'sharingLocked')))
      throw message(400, 'The project sharing with group is disabled')
    if (isInvitingClosed(world, caller)) throw message(404, 'Not Found')
    const group = findGroup(view.situation, params.group_id)
    const level = params.group_access ?? 10
    return share(
      world,
      { source: 'project', sourceId: project.id, group, level, until: params.expires_at },
      now,
    )
  },
)

export const unshareProject = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/share/:group_id',
    summary: 'Unshare a project from a group',
    subject: 'project',
    needs: 'update_project',
    params: { group_id: required(integer({ about: 'ID of the group it is shared with' })) },
    unmodifiedSince: 'record',
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, project, params, unmodified }) => {
    world.shares.delete(unmodified(shareWith(world, 'project', project.id, params.group_id)).id)
  },
)

export const shareGroup = operation(
  {
    method: 'POST',
    path: '/groups/:id/share',
    summary: 'Share a group with another group',
    subject: 'group',
    needs: 'read_group',
    params: sharing,
    answers: { status: 201, one: groupDetailEntity },
    refuses: [404, 409],
    beyond: true,
  },
  ({ world, caller, group, params, view, now }) => {
    const invited = findGroup(view.situation, params.group_id)
    const level = params.group_access ?? 10
    const mayShare = can(view.situation, 'admin_group', group) && !isInvitingClosed(world, caller)
    if (!mayShare || !maySpread(world, group, invited)) throw message(404, 'Not Found')
    const until = params.expires_at
    share(world, { source: 'group', sourceId: group.id, group: invited, level, until }, now)
    return group
  },
)

export const unshareGroup = operation(
  {
    method: 'DELETE',
    path: '/groups/:id/share/:group_id',
    summary: 'Unshare a group from another group',
    subject: 'group',
    needs: 'read_group',
    params: { group_id: required(integer({ about: 'ID of the group it is shared with' })) },
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const { id } = shareWith(world, 'group', group.id, params.group_id)
    // Whoever may not do this is told that it was done (groups#unshare-refused).
    if (can(view.situation, 'admin_group', group)) world.shares.delete(id)
  },
)

/** A top-level group may keep the groups below it from being shared with groups of other hierarchies. */
function maySpread(world: World, group: Group, invited: Group): boolean {
  const root = topGroupOf(world, group)
  return !choiceOf(root, 'sharingOutsideLocked') || topGroupOf(world, invited).id === root.id
}

interface NewShare {
  readonly source: MemberSource
  readonly sourceId: number
  readonly group: Group
  readonly level: AccessLevel
  readonly until: string | null | undefined
}

const takenTexts: { readonly [source in MemberSource]: string } = {
  project: 'Group already shared with this group',
  group: 'Shared group The group has already been shared with this group',
}

function share(world: World, { source, sourceId, group, level, until }: NewShare, now: Instant): Share {
  if (findShare(world, source, sourceId, group.id) !== undefined) throw message(409, takenTexts[source])
  return world.shares.insert({
    id: nextId(world, 'shares'),
    source,
    sourceId,
    groupId: group.id,
    accessLevel: level,
    expiresAt: (until && parseDay(until)) || null,
    createdAt: now,
  })
}

function shareWith(world: World, source: MemberSource, sourceId: number, groupId: number | null): Share {
  const existing = findShare(world, source, sourceId, groupId)
  if (existing === undefined) throw notFound('Group Link')
  return existing
}

function findShare(
  world: World,
  source: MemberSource,
  sourceId: number,
  groupId: number | null,
): Share | undefined {
  const shares = world.shares.by('bySource', source, sourceId).list()
  return shares.find((candidate) => candidate.groupId === groupId)
}

function findGroup({ world, caller, now }: Situation, id: number | null): Group {
  const group = world.groups.get(id ?? 0)
  if (group === undefined || !seesGroup(world, caller, group, now)) throw notFound('Group')
  return group
}
