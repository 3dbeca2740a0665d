import { votes } from '../../model/discussions/discussion.ts'
import { WITH, WITHOUT } from '../../model/issues/issue.ts'
import { type MergeRequest, mergeRequestStates } from '../../model/merge-requests/merge-request.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { Rank } from '../../store/orders.ts'
import { plannedList, type Wanted } from '../shared/planned-list.ts'
import {
  duePriority,
  inGroups,
  labelPriority,
  milestoneDue,
  planningOfMergeRequests,
} from '../shared/planning-ranks.ts'
import { byProject } from '../shared/row-filters.ts'
import type { Given } from './filter.ts'

type Order = NonNullable<Given['order_by']>

export interface WantedMergeRequests extends Pick<Wanted<MergeRequest>, 'filters' | 'projects' | 'world'> {
  readonly params: Given
}

/** The rows that pass all filters, in order; ties always have the newer id first (merge-requests#order). */
export function listPlanned(wanted: WantedMergeRequests): Listing<MergeRequest> {
  const { world, params, projects, filters } = wanted
  const { mergeRequests } = world
  const { state, sort } = params
  const order = params.order_by ?? 'created_at'
  const direction = sort === 'asc' ? 'asc' : 'desc'
  return plannedList<MergeRequest>(
    {
      kind: byProject.kind,
      placeOf: byProject.placeOf,
      world,
      projects,
      filters,
      rows: mergeRequests,
      direction,
      states: mergeRequestStates.filter((one) => state === 'all' || one === state),
      order,
      rank: ranks(world, order, direction),
      inOrder: inOrder(world, order, direction),
      ofProject: (projectId) => mergeRequests.by('byProject', projectId),
      inState: (projectId, state) => mergeRequests.by('byState', projectId, state),
    },
    mergeRequestStates,
  )
}

function inOrder(world: World, order: Order, direction: 'asc' | 'desc'): Wanted<MergeRequest>['inOrder'] {
  const { mergeRequests } = world
  switch (order) {
    case 'created_at':
      return {
        runs: [(projectId, state) => mergeRequests.by('byState', projectId, state)],
        anywhere: [() => mergeRequests.by('byCreated')],
      }
    case 'updated_at':
      return {
        runs: [(projectId, state) => mergeRequests.by('byProjectUpdated', projectId, state)],
        anywhere: [() => mergeRequests.by('byUpdated')],
      }
    case 'title':
      return {
        runs: [(projectId, state) => mergeRequests.by('byProjectTitle', projectId, state)],
        anywhere: [() => mergeRequests.by('byTitle')],
      }
    case 'label_priority':
    case 'milestone_due':
    case 'popularity':
      return inGroups(world, mergeRequests.state, planningOfMergeRequests[order])
    case 'priority':
      return inGroups(world, mergeRequests.state, planningOfMergeRequests.priority[direction])
    case 'merged_at':
      return {
        runs: [WITH, WITHOUT].map(
          (rank) => (projectId, state) => mergeRequests.by('byProjectMerged', projectId, state, rank),
        ),
        anywhere: [WITH, WITHOUT].map((rank) => () => mergeRequests.by('byMerged', rank)),
      }
    default:
      return order satisfies never
  }
}

function ranks(world: World, order: Order, direction: 'asc' | 'desc'): (row: MergeRequest) => Rank {
  switch (order) {
    case 'created_at':
      return (row) => row.createdAt
    case 'updated_at':
      return (row) => row.updatedAt
    case 'merged_at':
      return (row) => row.mergedAt
    case 'title':
      return (row) => row.title
    case 'popularity':
      return (row) => votes(world, 'MergeRequest', row.id, 'thumbsup')
    case 'milestone_due':
      return (row) => milestoneDue(world, row)
    case 'label_priority':
      return (row) => labelPriority(world, row)
    case 'priority':
      return (row) => duePriority(world, row, direction)
    default:
      return order satisfies never
  }
}
