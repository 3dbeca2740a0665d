import { votes } from '../../model/discussions/discussion.ts'
import type { Award } from '../../model/discussions/note.ts'
import type { Issue } from '../../model/issues/issue.ts'
import type { Label } from '../../model/labels/label.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import type { World } from '../../model/world.ts'
import { followed, inOrder, type OrderDefinition, type Ordered } from '../../store/orders.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Table } from '../../store/table.ts'
import type { Difference } from '../../store/tree.ts'
import type { InGroups } from './planned-list.ts'
import type { Stated } from './row-filters.ts'

/** What issues and merge requests have in common where they are sorted by their planning. */
export interface Planned {
  readonly milestoneId: number | null
  readonly labelIds: readonly number[]
}

/** The day on which the milestone is due. */
export function milestoneDue(world: World, { milestoneId }: Planned): string | null {
  return world.milestones.get(milestoneId ?? 0)?.dueOn ?? null
}

/** The highest priority among the labels, as the number that it has: 0 is the highest. */
export function labelPriority(world: World, { labelIds }: Planned): number | null {
  let highest: number | null = null
  for (const id of labelIds) {
    const priority = world.labels.get(id)?.priority ?? null
    if (priority !== null && (highest === null || priority < highest)) highest = priority
  }
  return highest
}

/** By the day, then by the priority; rows without one come last in either direction. */
export function duePriority(world: World, row: Planned, direction: 'asc' | 'desc'): string {
  return spelled(milestoneDue(world, row), labelPriority(world, row), direction)
}

function spelled(due: string | null, priority: number | null, direction: 'asc' | 'desc'): string {
  const none = direction === 'asc' ? '~' : ''
  return `${due ?? none} ${priority === null ? none : String(priority).padStart(16, '0')}`
}

type Kind = 'issues' | 'mergeRequests'
type PlannedRow = Planned & Stated

/** The orders of a kind of rows by their planning. */
function planningOrders<Row extends PlannedRow>(kind: Kind) {
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
  const rowsOf = (world: World) => world[kind] as unknown as Table<Row, 'byLabel' | 'byMilestone'>
  const withDay = (world: World) =>
    world.milestones
      .all()
      .list()
      .flatMap(({ id, dueOn }) => (dueOn === null ? [] : rowsOf(world).by('byMilestone', id).list()))
  const withPriority = (world: World) =>
    world.labels
      .all()
      .list()
      .flatMap(({ id, priority }) => (priority == null ? [] : rowsOf(world).by('byLabel', id).list()))
  const byPriority = (direction: 'asc' | 'desc'): OrderDefinition<Row, World> => ({
    name: `priority ${direction}`,
    rank: (row, world) => duePriority(world, row, direction),
    otherwise: spelled(null, null, direction),
    among: (world) => [...withDay(world), ...withPriority(world)],
    follows: [milestones, labels],
  })
  const labelPriorities: OrderDefinition<Row, World> = {
    name: 'label_priority',
    rank: (row, world) => labelPriority(world, row),
    otherwise: null,
    among: withPriority,
    follows: [labels],
  }
  const milestoneDues: OrderDefinition<Row, World> = {
    name: 'milestone_due',
    rank: (row, world) => milestoneDue(world, row),
    otherwise: null,
    among: withDay,
    follows: [milestones],
  }
  const popularity: OrderDefinition<Row, World> = {
    name: 'popularity',
    rank: ({ id }, world) => votes(world, awardable, id, 'thumbsup'),
    otherwise: 0,
    among: (world) =>
      world.awards
        .by('byAwardable', awardable)
        .list()
        .flatMap(({ awardableId }) => rowsOf(world).get(awardableId) ?? []),
    follows: [awards],
  }
  return {
    label_priority: labelPriorities,
    milestone_due: milestoneDues,
    popularity,
    priority: { asc: byPriority('asc'), desc: byPriority('desc') },
  } as const
}

export const planningOfIssues = planningOrders<Issue>('issues')
export const planningOfMergeRequests = planningOrders<MergeRequest>('mergeRequests')

/** All rows in such an order. */
export function inGroups<Row extends AnyRow>(
  world: World,
  state: Ordered<Row>,
  definition: OrderDefinition<Row, World>,
): InGroups {
  return { groups: () => inOrder(state, definition, world), otherwise: definition.otherwise }
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
