import type { Issue } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import type { Listing } from '../../protocol/listing.ts'
import { Ids } from '../../store/id-set.ts'
import type { OrderDefinition } from '../../store/orders.ts'
import type { Table } from '../../store/table.ts'
import { where } from '../shared/place-list.ts'
import {
  inGroups,
  labelPriority,
  type Planned,
  planningOfIssues,
  planningOfMergeRequests,
} from '../shared/planning-ranks.ts'
import { ofRuns, type RowFilter, type Stated } from '../shared/row-filters.ts'
import { listOfTable } from '../shared/table-list.ts'

/** The issues of a milestone that the caller sees. */
export function milestoneIssues(situation: Situation, milestoneId: number): Listing<Issue> {
  const { world } = situation
  const hidden = projectsIn(world.issues, milestoneId).flatMap((projectId) => {
    const project = world.projects.require(projectId)
    const inProject = [milestoneId, projectId] as const
    if (!can(situation, 'read_issues', project))
      return world.issues.by('byMilestoneProject', ...inProject).ids() as number[]
    if (can(situation, 'read_confidential_issues', project)) return []
    const confidential = world.issues.by('byMilestoneProject', ...inProject, 1).list()
    return confidential.filter((issue) => !seesIssue(situation, issue)).map(({ id }) => id)
  })
  const { label_priority: order } = planningOfIssues
  return listOf(world, world.issues, milestoneId, order, allBut(hidden))
}

/** The merge requests of a milestone that the caller sees, of which one of each project is asked. */
export function milestoneMergeRequests(
  world: World,
  milestoneId: number,
  sees: (one: MergeRequest) => boolean,
): Listing<MergeRequest> {
  const { mergeRequests } = world
  const hidden = projectsIn(mergeRequests, milestoneId).flatMap((projectId) => {
    const inProject = mergeRequests.by('byMilestoneProject', milestoneId, projectId)
    const one = inProject.first()
    return one === undefined || sees(one) ? [] : (inProject.ids() as number[])
  })
  const { label_priority: order } = planningOfMergeRequests
  return listOf(world, mergeRequests, milestoneId, order, allBut(hidden))
}

type OfMilestones = Planned & Stated
type Indexed<Row extends OfMilestones> = Table<Row, 'byMilestone' | 'byMilestoneProject'>

function projectsIn<Row extends OfMilestones>(rows: Indexed<Row>, milestoneId: number): number[] {
  return (rows.by('byMilestoneProject', milestoneId).heads() ?? []) as number[]
}

function allBut<Row extends Stated>(ids: readonly number[]): RowFilter<Row>[] {
  if (ids.length === 0) return []
  const set = Ids.of(ids)
  return [{ passes: ({ id }) => !set.has(id), members: () => ({ set, isLeftOut: true }) }]
}

// By label priority, rows without one last; of equals the newest comes first.
function listOf<Row extends OfMilestones>(
  world: World,
  rows: Indexed<Row>,
  milestoneId: number,
  order: OrderDefinition<Row, World>,
  filters: readonly RowFilter<Row>[],
): Listing<Row> {
  const run = rows.by('byMilestone', milestoneId)
  const isIn = (row: Row) => row.milestoneId === milestoneId
  const inMilestone = where({ world, rows }, `of milestone ${milestoneId}`, isIn, () => run.list())
  return listOfTable<Row>({
    world,
    rows,
    run: rows.all(),
    order: order.name,
    rank: (row) => labelPriority(world, row),
    groups: inGroups(world, rows.state, order),
    direction: 'asc',
    ties: 'newest',
    filters: [{ ...inMilestone, among: ofRuns([run]) }, ...filters],
  })
}
