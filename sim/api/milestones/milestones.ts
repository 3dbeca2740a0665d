import { milestoneEntity } from '../../entities/milestone.ts'
import { changed, type Dialect, differs, inDialect, since } from '../../lib/dialect.ts'
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

/** The newest first, by id (milestones#order), in newer releases behind the due date. */
function milestonesOf(
  world: World,
  project: Project,
  params: ParamsOf<typeof filters>,
  dialect: Dialect,
): Listing<Milestone> {
  const parents = params.include_parent_milestones ? [...groupsAbove(world, { project })] : []
  const passes = matching(params)
  const dated = inDialect(byDueDate, dialect)
  if (dated || parents.length > 0)
    return listingOf(
      together(
        world,
        project,
        parents.map((group) => group.id),
      )
        .filter((it) => (params.state === 'all' || it.state === params.state) && (passes?.(it) ?? true))
        .sort((a, b) => (dated ? compareDue(a, b) : 0) || b.id - a.id),
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
  updated_before: before,
  updated_after: after,
}: ParamsOf<typeof filters>): Passes | undefined {
  const tests: Passes[] = []
  if (include_parent_milestones && state !== 'all') tests.push((it) => it.state === state)
  if (before != null) tests.push((it) => it.updatedAt <= before)
  if (after != null) tests.push((it) => it.updatedAt >= after)
  if (!include_parent_milestones && iids !== undefined && iids.length > 0)
    tests.push((it) => iids.includes(it.iid))
  if (title) tests.push((it) => it.title === title)
  if (search) {
    const matches = matcher(search, 2)
    tests.push((it) => matches([it.title, it.description]))
  }
  return tests.length === 0 ? undefined : (it) => tests.every((test) => test(it))
}

function together(world: World, project: Project, groupIds: readonly number[]): Milestone[] {
  const all = world.milestones.by('byProject', project.id).list()
  for (const groupId of groupIds) append(all, world.milestones.by('byGroup', groupId).ascending())
  return all
}

/** What has no due date comes last. */
function compareDue({ dueOn: a }: Milestone, { dueOn: b }: Milestone): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}
