import { groupDetailEntity } from '../../entities/group.ts'
import { projectShareEntity } from '../../entities/share.ts'
import type { Group } from '../../model/groups/group.ts'
import { choiceOf } from '../../model/groups/group-settings.ts'
import type { AccessLevel } from '../../model/members/access-level.ts'
import type { MemberSource, Share } from '../../model/members/member.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import { nextId, type World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
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
  ({ world, project, params, view, now }) => {
    if ([...groupsAbove(world, { project })].some((above) => choiceOf(above, 'sharingLocked')))
      throw message(400, 'The project sharing with group is disabled')
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
    unmodifiedSince: 'record',
    path: '/projects/:id/share/:group_id',
    summary: 'Unshare a project from a group',
    subject: 'project',
    needs: 'update_project',
    params: { group_id: required(integer({ about: 'ID of the group it is shared with' })) },
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, project, params, unmodified }) => {
    world.shares.delete(unmodified(shareNamed(world, 'project', project.id, params.group_id)).id)
  },
)

export const shareGroup = operation(
  {
    method: 'POST',
    path: '/groups/:id/share',
    summary: 'Share a group with another group',
    subject: 'group',
    needs: 'admin_group',
    params: sharing,
    answers: { status: 201, one: groupDetailEntity },
    refuses: [409],
    beyond: true,
  },
  ({ world, group, params, view, now }) => {
    const invited = findGroup(view.situation, params.group_id)
    const level = params.group_access ?? 10
    share(
      world,
      { source: 'group', sourceId: group.id, group: invited, level, until: params.expires_at },
      now,
    )
    return group
  },
)

export const unshareGroup = operation(
  {
    method: 'DELETE',
    path: '/groups/:id/share/:group_id',
    summary: 'Unshare a group from another group',
    subject: 'group',
    needs: 'admin_group',
    params: { group_id: required(integer({ about: 'ID of the group it is shared with' })) },
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, group, params }) => {
    world.shares.delete(shareNamed(world, 'group', group.id, params.group_id).id)
  },
)

interface NewShare {
  readonly source: MemberSource
  readonly sourceId: number
  readonly group: Group
  readonly level: AccessLevel
  readonly until: string | null | undefined
}

function share(world: World, { source, sourceId, group, level, until }: NewShare, now: Instant): Share {
  if (findShare(world, source, sourceId, group.id) !== undefined)
    throw message(409, 'Group already shared with this group')
  return world.shares.insert({
    id: nextId(world, 'shares'),
    source,
    sourceId,
    groupId: group.id,
    accessLevel: level,
    expiresAt: (until && parseDay(until)) || null,
    updatedAt: now,
  })
}

function shareNamed(world: World, source: MemberSource, sourceId: number, groupId: number | null): Share {
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
