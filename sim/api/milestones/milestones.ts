import { milestoneEntity } from '../../entities/milestone.ts'
import { differs } from '../../lib/dialect.ts'
import { append } from '../../lib/lists.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import {
  changeMilestone,
  groupsAbove,
  openMilestone,
  removeMilestone,
} from '../../model/milestones/milestones.ts'
import type { Project } from '../../model/projects/project.ts'
import { matcher } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  integerList,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { refuseInvalidRowAsFailure } from '../../protocol/refuse-invalid-row.ts'
import { milestoneId, milestoneValues, stateEvent } from './params.ts'

const source = 'milestones#create'
const filters = {
  state: withDefault(oneOf(['active', 'closed', 'all']), 'all'),
  iids: integerList({ about: 'Ignored with `include_parent_milestones`' }),
  title: string(),
  search: string({ about: 'Words in title or description' }),
  include_parent_milestones: boolean({ about: 'Also lists the milestones of ancestor groups' }),
}

export const listProjectMilestones = operation(
  {
    method: 'GET',
    path: '/projects/:id/milestones',
    summary: 'List the milestones of a project',
    params: filters,
    subject: 'project',
    needs: 'read_milestone',
    answers: { many: milestoneEntity },
    source,
  },
  ({ world, project, params }) => milestonesOf(world, project, params),
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

/** The newest first, by id (milestones#order). */
function milestonesOf(world: World, project: Project, params: ParamsOf<typeof filters>): Listing<Milestone> {
  const parents = params.include_parent_milestones ? [...groupsAbove(world, { project })] : []
  const passes = matching(params)
  if (parents.length > 0)
    return withInherited(
      world,
      project,
      parents.map((group) => group.id),
      passes,
    )
  if (params.state !== 'all' && params.state !== null)
    return indexListing(world.milestones.by('byProjectState', project.id, params.state), 'descending', passes)
  return indexListing(world.milestones.by('byProject', project.id), 'descending', passes)
}

type Passes = (milestone: Milestone) => boolean

function matching({
  state,
  iids,
  title,
  search,
  include_parent_milestones,
}: ParamsOf<typeof filters>): Passes | undefined {
  const tests: Passes[] = []
  if (include_parent_milestones && state !== 'all') tests.push((it) => it.state === state)
  if (!include_parent_milestones && iids !== undefined && iids.length > 0)
    tests.push((it) => iids.includes(it.iid))
  if (title) tests.push((it) => it.title === title)
  if (search) {
    const matches = matcher(search, 2)
    tests.push((it) => matches([it.title, it.description]))
  }
  return tests.length === 0 ? undefined : (it) => tests.every((test) => test(it))
}

function withInherited(
  world: World,
  project: Project,
  groupIds: readonly number[],
  passes: Passes | undefined,
): Listing<Milestone> {
  const all = world.milestones.by('byProject', project.id).list()
  for (const groupId of groupIds) append(all, world.milestones.by('byGroup', groupId).ascending())
  all.sort((a, b) => b.id - a.id)
  return listingOf(passes === undefined ? all : all.filter(passes))
}
