import { milestoneEntity } from '../../entities/milestone.ts'
import { changed, type Dialect, differs, inDialect, since } from '../../lib/dialect.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import {
  changeMilestone,
  groupsAbove,
  openMilestone,
  removeMilestone,
} from '../../model/milestones/milestones.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  datetime,
  exclusive,
  integerList,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { refuseInvalidRowAsFailure } from '../../protocol/refuse-invalid-row.ts'
import { milestoneList } from './milestone-list.ts'
import { milestoneId, milestoneValues, stateEvent } from './params.ts'

const source = 'milestones#create'
const filters = {
  state: withDefault(oneOf(['active', 'closed', 'all']), 'all'),
  iids: integerList({ about: 'Ignored with `include_parent_milestones`' }),
  title: string(),
  search: string({ about: 'Words in title or description' }),
  include_parent_milestones: boolean({ about: 'Also lists the milestones of ancestor groups' }),
  include_ancestors: since(
    'milestones#later-ancestors',
    boolean({ about: 'Also lists the milestones of ancestor groups' }),
  ),
  updated_before: since('milestones#later-updated', datetime()),
  updated_after: since('milestones#later-updated', datetime()),
}
const byDueDate = changed('milestones#later-order', { before: false, after: true })

export const listProjectMilestones = operation(
  {
    method: 'GET',
    path: '/projects/:id/milestones',
    summary: 'List the milestones of a project',
    params: filters,
    rules: [since('milestones#later-ancestors', exclusive('include_ancestors', 'include_parent_milestones'))],
    subject: 'project',
    needs: 'read_milestone',
    answers: { many: milestoneEntity },
    decides: [byDueDate],
    source,
  },
  ({ world, project, params, view }) =>
    milestonesOf(
      world,
      project,
      { ...params, include_parent_milestones: params.include_ancestors ?? params.include_parent_milestones },
      view.dialect,
    ),
)

export const getProjectMilestone = operation(
  {
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id',
    summary: 'Get a project milestone',
    params: milestoneId,
    subject: 'milestone',
    needs: 'read_milestone',
    answers: { one: milestoneEntity },
    source,
  },
  ({ milestone }) => milestone,
)

export const createProjectMilestone = operation(
  {
    method: 'POST',
    path: '/projects/:id/milestones',
    summary: 'Create a project milestone',
    params: { ...milestoneValues, title: required(string()) },
    subject: 'project',
    needs: 'admin_milestone',
    answers: { status: 201, one: milestoneEntity },
    source,
  },
  ({ world, caller, project, params, now }) =>
    refuseInvalidRowAsFailure('create milestone', () =>
      openMilestone(world, { project }, params, caller.user, now),
    ),
)

export const updateProjectMilestone = operation(
  {
    method: 'PUT',
    path: '/projects/:id/milestones/:milestone_id',
    summary: 'Update a project milestone',
    params: { ...milestoneId, ...milestoneValues, ...stateEvent },
    rules: [atLeastOneOf('title', 'description', 'start_date', 'due_date', 'state_event')],
    subject: 'milestone',
    needs: 'admin_milestone',
    answers: { one: milestoneEntity },
    source,
  },
  ({ world, caller, milestone, params, now }) =>
    refuseInvalidRowAsFailure('update milestone', () =>
      changeMilestone(world, milestone, params, caller.user, now),
    ),
)

export const deleteProjectMilestone = operation(
  {
    method: 'DELETE',
    unmodifiedSince: differs('F32', { specification: 'subject', real: undefined }),
    path: '/projects/:id/milestones/:milestone_id',
    summary: 'Delete a project milestone',
    subject: 'milestone',
    needs: 'admin_milestone',
    answers: { status: 204 },
    source,
  },
  ({ world, caller, milestone, now }) => removeMilestone(world, milestone, caller.user, now),
)

function milestonesOf(
  world: World,
  project: Project,
  { iids, include_parent_milestones: inherited, ...params }: ParamsOf<typeof filters>,
  dialect: Dialect,
): Listing<Milestone> {
  const dated = inDialect(byDueDate, dialect)
  const groupIds = inherited ? [...groupsAbove(world, { project })].map(({ id }) => id) : []
  return milestoneList(
    world,
    { projectId: project.id, groupIds },
    // No state at all is every state, but of a project alone.
    { ...params, state: params.state ?? (inherited || dated ? null : 'all'), iids: inherited ? [] : iids },
    dated,
  )
}
