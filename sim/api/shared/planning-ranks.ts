import { smallest } from '../../lib/lists.ts'
import { votes } from '../../model/discussions/discussion.ts'
import type { Award } from '../../model/discussions/note.ts'
import { WITH, WITHOUT } from '../../model/issues/issue.ts'
import type { Label } from '../../model/labels/label.ts'
import { labelsOf } from '../../model/labels/labels.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import type { World } from '../../model/world.ts'
import { type Followed, followed, inOrder, type OrderDefinition } from '../../store/orders.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Difference } from '../../store/tree.ts'
import type { Rank } from './planned-list.ts'
import type { RunsOf, Stated } from './row-filters.ts'

/** What issues and merge requests have in common where they are sorted by their planning. */
interface Planned {
  readonly milestoneId: number | null
  readonly labelIds: readonly number[]
}

/** The day on which the milestone is due. */
export function milestoneDue(world: World, { milestoneId }: Planned): string | null {
  return world.milestones.get(milestoneId ?? 0)?.dueOn ?? null
}

/** The highest priority among the labels, as the number that it has: 0 is the highest. */
export function labelPriority(world: World, row: Planned): number | null {
  const priorities = labelsOf(world, row).flatMap(({ priority }) => priority ?? [])
  return priorities.length === 0 ? null : smallest(priorities)
}

/** By the day, then by the priority; rows without one come last in either direction. */
export function duePriority(world: World, row: Planned, direction: 'asc' | 'desc'): string {
  const none = direction === 'asc' ? '~' : ''
  const priority = labelPriority(world, row)
  return `${milestoneDue(world, row) ?? none} ${priority === null ? none : String(priority).padStart(16, '0')}`
}

type Kind = 'issues' | 'mergeRequests'
type PlannedRow = Planned & Stated

/** The orders of a kind of rows by their planning. */
export function planningOrders<Row extends PlannedRow>(kind: Kind) {
  const awardable = kind === 'issues' ? 'Issue' : 'MergeRequest'
  const milestones = followed<Milestone, World>(
    ({ milestones }) => milestones.state,
    (change, world) =>
      isOther(change, 'dueOn')
        ? idsUnder(world, kind, 'byMilestone', (change.after ?? change.before)?.id)
        : [],
  )
  const labels = followed<Label, World>(
    ({ labels }) => labels.state,
    (change, world) =>
      isOther(change, 'priority')
        ? idsUnder(world, kind, 'byLabel', (change.after ?? change.before)?.id)
        : [],
  )
  const awards = followed<Award, World>(
    ({ awards }) => awards.state,
    ({ before, after }) =>
      [before, after].flatMap((award) => (award?.awardable === awardable ? award.awardableId : [])),
  )
  const byPriority = (direction: 'asc' | 'desc') =>
    orderBy<Row>(
      `priority ${direction}`,
      (row, world) => duePriority(world, row, direction),
      milestones,
      labels,
    )
  return {
    label_priority: orderBy<Row>('label_priority', (row, world) => labelPriority(world, row), labels),
    milestone_due: orderBy<Row>('milestone_due', (row, world) => milestoneDue(world, row), milestones),
    popularity: orderBy<Row>(
      'popularity',
      (row, world) => votes(world, awardable, row.id, 'thumbsup'),
      awards,
    ),
    priority: { asc: byPriority('asc'), desc: byPriority('desc') },
  } as const
}

/** An order by a rank, for rows of each project and state on their own. */
export function orderBy<Row extends Stated>(
  name: string,
  rank: (row: Row, world: World) => Rank,
  ...follows: readonly Followed<World>[]
): OrderDefinition<Row, World> {
  return {
    name,
    key: (row, world) => {
      const value = rank(row, world)
      return [row.projectId, row.state, ...(value === null ? [WITHOUT] : [WITH, value])]
    },
    follows,
  }
}

/** The rows of a project in a state in such an order, and those without a rank. */
export function inPlannedOrder<Row extends Stated>(
  world: World,
  rowsOf: (world: World) => Parameters<typeof inOrder<Row, World>>[0],
  definition: OrderDefinition<Row, World>,
): readonly RunsOf<Row>[] {
  return [WITH, WITHOUT].map(
    (rank) => (projectId, state) => inOrder(rowsOf(world), definition, world, projectId, state, rank),
  )
}

function isOther<Row extends AnyRow>({ before, after }: Difference<Row>, column: keyof Row): boolean {
  return before?.[column] !== after?.[column]
}

function idsUnder(world: World, kind: Kind, index: 'byLabel' | 'byMilestone', id = 0): number[] {
  return world[kind]
    .by(index, id)
    .list()
    .map((row) => row.id)
}
