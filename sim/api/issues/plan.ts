import { votes } from '../../model/discussions/discussion.ts'
import { type Issue, issueStates, WITH, WITHOUT } from '../../model/issues/issue.ts'
import { positionOf } from '../../model/issues/issue-order.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { OrderDefinition } from '../../store/orders.ts'
import { plannedList, type Rank, type Wanted } from '../shared/planned-list.ts'
import {
  duePriority,
  inPlannedOrder,
  labelPriority,
  milestoneDue,
  orderBy,
  planningOrders,
} from '../shared/planning-ranks.ts'
import type { RowFilter } from '../shared/row-filters.ts'
import type { issueOrders } from './params.ts'

export type IssueOrder = (typeof issueOrders)[number]
export type IssueFilter = RowFilter<Issue>

export interface WantedIssues extends Pick<Wanted<Issue>, 'direction' | 'filters' | 'projects' | 'world'> {
  readonly state: Issue['state'] | 'all'
  readonly order: IssueOrder
}

/** The issues that pass all filters, in order; newer ones come first among equals. */
export function plannedIssues(wanted: WantedIssues): Listing<Issue> {
  const { world, state, order, direction } = wanted
  const { issues } = world
  return plannedList<Issue>(
    {
      ...wanted,
      rows: issues,
      states: state === 'all' ? issueStates : [state],
      rank: (issue) => ranks[order](issue, world, direction),
      inOrder: inOrder(world, order, direction),
      ofProject: (projectId) => issues.by('byProject', projectId),
    },
    issueStates,
  )
}

const orders = planningOrders<Issue>('issues')
// The manual order has one direction; the other one is that of creation.
const byPosition = orderBy<Issue>('relative_position', positionOf)
const byId = orderBy<Issue>('id', ({ id }) => id)

function inOrder(world: World, order: IssueOrder, direction: 'asc' | 'desc'): Wanted<Issue>['inOrder'] {
  const { issues } = world
  const planned = (definition: OrderDefinition<Issue, World>) =>
    inPlannedOrder(world, ({ issues }) => issues.state, definition)
  switch (order) {
    case 'created_at':
      return [(projectId, state) => issues.by('byState', projectId, state)]
    case 'updated_at':
      return [(projectId, state) => issues.by('byProjectUpdated', projectId, state)]
    case 'title':
      return [(projectId, state) => issues.by('byProjectTitle', projectId, state)]
    case 'due_date':
    case 'weight': {
      const index = order === 'weight' ? 'byProjectWeight' : 'byProjectDue'
      return [WITH, WITHOUT].map((rank) => (projectId, state) => issues.by(index, projectId, state, rank))
    }
    case 'label_priority':
    case 'milestone_due':
    case 'popularity':
      return planned(orders[order])
    case 'priority':
      return planned(orders.priority[direction])
    case 'relative_position':
      return planned(direction === 'asc' ? byPosition : byId)
    default:
      return order satisfies never
  }
}

type Ranking = (issue: Issue, world: World, direction: 'asc' | 'desc') => Rank

const ranks: { readonly [order in IssueOrder]: Ranking } = {
  created_at: (issue) => issue.createdAt,
  updated_at: (issue) => issue.updatedAt,
  due_date: (issue) => issue.dueDate,
  label_priority: (issue, world) => labelPriority(world, issue),
  milestone_due: (issue, world) => milestoneDue(world, issue),
  popularity: (issue, world) => votes(world, 'Issue', issue.id, 'thumbsup'),
  priority: (issue, world, direction) => duePriority(world, issue, direction),
  relative_position: (issue, _, direction) => (direction === 'asc' ? positionOf(issue) : issue.id),
  title: (issue) => issue.title,
  weight: (issue) => issue.weight,
}
