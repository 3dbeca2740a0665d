import { votes } from '../../model/discussions/discussion.ts'
import { type Issue, issueStates, WITH, WITHOUT } from '../../model/issues/issue.ts'
import { positionOf } from '../../model/issues/issue-order.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import { NO_IDS } from '../../store/id-set.ts'
import type { Rank } from '../../store/orders.ts'
import { type InGroups, plannedList, type Wanted } from '../shared/planned-list.ts'
import {
  duePriority,
  inGroups,
  labelPriority,
  milestoneDue,
  planningOfIssues,
} from '../shared/planning-ranks.ts'
import { byProject, type RowFilter } from '../shared/row-filters.ts'
import type { issueOrders } from './params.ts'

export type IssueOrder = (typeof issueOrders)[number]
export type IssueFilter = RowFilter<Issue>

export interface WantedIssues extends Pick<Wanted<Issue>, 'direction' | 'filters' | 'projects' | 'world'> {
  readonly state: Issue['state'] | 'all'
  readonly order: IssueOrder
}

/** The issues that pass all filters, in order; newer ones come first among equals. */
export function plannedIssues(wanted: WantedIssues): Listing<Issue> {
  const { world, projects, filters, state, order, direction } = wanted
  const { issues } = world
  return plannedList<Issue>(
    {
      kind: byProject.kind,
      placeOf: byProject.placeOf,
      world,
      projects,
      filters,
      order,
      direction,
      rows: issues,
      states: state === 'all' ? issueStates : [state],
      rank: (issue) => ranks[order](issue, world, direction),
      inOrder: inOrder(world, order, direction),
      ofProject: (projectId) => issues.by('byProject', projectId),
      inState: (projectId, state) => issues.by('byState', projectId, state),
    },
    issueStates,
  )
}

// The manual order has one direction; the other one is that of creation.
const NO_GROUPS: InGroups = { groups: () => ({ groups: [], placed: NO_IDS }), otherwise: null }

function inOrder(world: World, order: IssueOrder, direction: 'asc' | 'desc'): Wanted<Issue>['inOrder'] {
  const { issues } = world
  switch (order) {
    case 'created_at':
      return {
        runs: [(projectId, state) => issues.by('byState', projectId, state)],
        anywhere: [() => issues.by('byCreated')],
      }
    case 'updated_at':
      return {
        runs: [(projectId, state) => issues.by('byProjectUpdated', projectId, state)],
        anywhere: [() => issues.by('byUpdated')],
      }
    case 'title':
      return {
        runs: [(projectId, state) => issues.by('byProjectTitle', projectId, state)],
        anywhere: [() => issues.by('byTitle')],
      }
    case 'due_date':
    case 'weight': {
      const [index, whole] =
        order === 'weight' ? (['byProjectWeight', 'byWeight'] as const) : (['byProjectDue', 'byDue'] as const)
      return {
        runs: [WITH, WITHOUT].map((rank) => (projectId, state) => issues.by(index, projectId, state, rank)),
        anywhere: [WITH, WITHOUT].map((rank) => () => issues.by(whole, rank)),
      }
    }
    case 'label_priority':
    case 'milestone_due':
    case 'popularity':
      return inGroups(world, issues.state, planningOfIssues[order])
    case 'priority':
      return inGroups(world, issues.state, planningOfIssues.priority[direction])
    case 'relative_position':
      return direction === 'asc'
        ? {
            runs: [(projectId, state) => issues.by('byProjectPosition', projectId, state)],
            anywhere: [() => issues.by('byPosition')],
          }
        : NO_GROUPS
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
