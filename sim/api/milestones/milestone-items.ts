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
import { gathered } from '../shared/planned-list.ts'
import {
  inGroups,
  labelPriority,
  type Planned,
  planningOfIssues,
  planningOfMergeRequests,
} from '../shared/planning-ranks.ts'
import { AT_ONCE, ofRuns, type RowFilter, type Stated } from '../shared/row-filters.ts'
import { listOfTable } from '../shared/table-list.ts'

/** The issues of a milestone that the caller sees. */
export function milestoneIssues(situation: Situation, milestoneId: number): Listing<Issue> {
  const { world } = situation
  const few = fewOf(world, world.issues, milestoneId, (issue) => seesIssue(situation, issue))
  if (few !== undefined) return few
  const hidden = projectsIn(world.issues, milestoneId).flatMap((projectId) => {
    const project = world.projects.require(projectId)
    const inProject = [milestoneId, projectId] as const
    if (!can(situation, 'read_issues', project))
      return world.issues.by('byMilestoneProject', ...inProject).ids() as number[]
    if (can(situation, 'read_confidential_issues', project)) return []
    const confidential = world.issues.by('byMilestoneProject', ...inProject, 1).list()
    return confidential.filter((issue) => !seesIssue(situation, issue)).map(({ id }) => id)
  })
  const { label_priority: priority } = planningOfIssues
  return listOf(world, world.issues, milestoneId, priority, allBut(hidden))
}

/** The merge requests of a milestone that the caller sees, of which of many one of each project is asked. */
export function milestoneMergeRequests(
  world: World,
  milestoneId: number,
  sees: (one: MergeRequest) => boolean,
): Listing<MergeRequest> {
  const { mergeRequests } = world
  const few = fewOf(world, mergeRequests, milestoneId, sees)
  if (few !== undefined) return few
  const hidden = projectsIn(mergeRequests, milestoneId).flatMap((projectId) => {
    const inProject = mergeRequests.by('byMilestoneProject', milestoneId, projectId)
    const one = inProject.first()
    return one === undefined || sees(one) ? [] : (inProject.ids() as number[])
  })
  const { label_priority: priority } = planningOfMergeRequests
  return listOf(world, mergeRequests, milestoneId, priority, allBut(hidden))
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
const order = { direction: 'asc', ties: 'newest' } as const

// Each is looked at.
function fewOf<Row extends OfMilestones>(
  world: World,
  rows: Indexed<Row>,
  milestoneId: number,
  sees: (row: Row) => boolean,
): Listing<Row> | undefined {
  const run = rows.by('byMilestone', milestoneId)
  if (run.count(AT_ONCE + 1) > AT_ONCE) return undefined
  return gathered({ ...order, rank: (row: Row) => labelPriority(world, row) }, run.list(), sees)
}

function listOf<Row extends OfMilestones>(
  world: World,
  rows: Indexed<Row>,
  milestoneId: number,
  priority: OrderDefinition<Row, World>,
  filters: readonly RowFilter<Row>[],
): Listing<Row> {
  const run = rows.by('byMilestone', milestoneId)
  const isIn = (row: Row) => row.milestoneId === milestoneId
  const inMilestone = where({ world, rows }, `of milestone ${milestoneId}`, isIn, () => run.list())
  return listOfTable<Row>({
    world,
    rows,
    run: rows.all(),
    ...order,
    order: priority.name,
    rank: (row) => labelPriority(world, row),
    groups: inGroups(world, rows.state, priority),
    filters: [{ ...inMilestone, among: ofRuns([run]) }, ...filters],
  })
}
