import { issueEntity } from '../../entities/issue.ts'
import { mergeRequestEntity } from '../../entities/merge-request.ts'
import { milestoneEntity } from '../../entities/milestone.ts'
import { differs } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import {
  changeMilestone,
  groupsAbove,
  openMilestone,
  removeMilestone,
} from '../../model/milestones/milestones.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { belongsOrOpen } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  integer,
  integerList,
  lookedUp,
  oneOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsFailure } from '../../protocol/refuse-invalid-row.ts'
import { milestoneIssues, milestoneMergeRequests } from './milestone-items.ts'
import { milestoneList } from './milestone-list.ts'

const milestoneId = { milestone_id: required(integer({ about: 'ID of the milestone, not its IID' })) }
const values = {
  description: string(),
  due_date: string({ about: '`YYYY-MM-DD`; blank clears it' }),
  start_date: string({ about: '`YYYY-MM-DD`; blank clears it' }),
}

export const listGroupMilestones = operation(
  {
    method: 'GET',
    path: '/groups/:id/milestones',
    summary: 'List the milestones of a group',
    subject: 'group',
    needs: 'read_group',
    params: {
      state: withDefault(oneOf(['active', 'closed', 'all']), 'all'),
      iids: integerList({ about: 'Ignored with `include_parent_milestones`' }),
      title: string(),
      search: string({ about: 'Words in title or description' }),
      include_parent_milestones: boolean({ about: 'Also lists the milestones of ancestor groups' }),
    },
    answers: { many: milestoneEntity },
    beyond: true,
  },
  ({ world, caller, group, params, now }) => {
    const { iids, include_parent_milestones: inherited, ...given } = params
    // Of the groups above, those count that the caller belongs to, or that are open to them.
    const above = inherited ? [...groupsAbove(world, { group })].filter(({ id }) => id !== group.id) : []
    const groups = [group, ...above.filter((one) => belongsOrOpen(world, caller, one, now))]
    return milestoneList(
      world,
      { groupIds: groups.map(({ id }) => id) },
      { ...given, iids: inherited ? [] : iids },
    )
  },
)

export const getGroupMilestone = operation(
  {
    method: 'GET',
    path: '/groups/:id/milestones/:milestone_id',
    summary: 'Get a group milestone',
    subject: 'group',
    needs: 'read_group',
    params: milestoneId,
    answers: { one: milestoneEntity },
    beyond: true,
  },
  ({ world, group, params }) => milestoneOf(world, group, params.milestone_id),
)

export const createGroupMilestone = operation(
  {
    method: 'POST',
    path: '/groups/:id/milestones',
    summary: 'Create a group milestone',
    subject: 'group',
    needs: 'admin_group_milestone',
    params: { title: required(string()), ...values },
    answers: { status: 201, one: milestoneEntity },
    beyond: true,
  },
  ({ world, caller, group, params, now }) =>
    refuseInvalidRowAsFailure('create milestone', () =>
      openMilestone(world, { group }, params, caller.user, now),
    ),
)

export const updateGroupMilestone = operation(
  {
    method: 'PUT',
    path: '/groups/:id/milestones/:milestone_id',
    summary: 'Update a group milestone',
    subject: 'group',
    needs: 'admin_group_milestone',
    params: {
      ...lookedUp(milestoneId),
      title: string(),
      ...values,
      state_event: oneOf(['close', 'activate']),
    },
    rules: [atLeastOneOf('title', 'description', 'start_date', 'due_date', 'state_event')],
    answers: { one: milestoneEntity },
    beyond: true,
  },
  ({ world, caller, group, params, now }) => {
    const milestone = milestoneOf(world, group, params.milestone_id)
    return refuseInvalidRowAsFailure('update milestone', () =>
      changeMilestone(world, milestone, params, caller.user, now),
    )
  },
)

export const deleteGroupMilestone = operation(
  {
    method: 'DELETE',
    unmodifiedSince: differs('F32', { specification: 'record', real: undefined }),
    path: '/groups/:id/milestones/:milestone_id',
    summary: 'Delete a group milestone',
    subject: 'group',
    needs: 'admin_group_milestone',
    params: lookedUp(milestoneId),
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, caller, group, params, now, unmodified }) =>
    removeMilestone(world, unmodified(milestoneOf(world, group, params.milestone_id)), caller.user, now),
)

export const listGroupMilestoneIssues = operation(
  {
    method: 'GET',
    path: '/groups/:id/milestones/:milestone_id/issues',
    summary: 'List the issues of a group milestone',
    subject: 'group',
    needs: 'read_group',
    params: milestoneId,
    answers: { many: issueEntity },
    beyond: true,
  },
  ({ world, group, params, view }) =>
    milestoneIssues(view.situation, milestoneOf(world, group, params.milestone_id).id),
)

export const listGroupMilestoneMergeRequests = operation(
  {
    method: 'GET',
    path: '/groups/:id/milestones/:milestone_id/merge_requests',
    summary: 'List the merge requests of a group milestone',
    subject: 'group',
    needs: 'read_group',
    params: milestoneId,
    answers: { many: mergeRequestEntity },
    beyond: true,
  },
  ({ world, group, params, view }) =>
    milestoneMergeRequests(world, milestoneOf(world, group, params.milestone_id).id, (one) =>
      can(view.situation, 'read_merge_request', one),
    ),
)

function milestoneOf(world: World, group: Group, id: number | null): Milestone {
  const milestone = world.milestones.get(id ?? 0)
  if (milestone?.groupId !== group.id) throw recordNotFound()
  return milestone
}
