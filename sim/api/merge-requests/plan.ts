import { votes } from '../../model/discussions/discussion.ts'
import { type MergeRequest, mergeRequestStates } from '../../model/merge-requests/merge-request.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing } from '../../protocol/listing.ts'
import type { OrderDefinition } from '../../store/orders.ts'
import type { Run } from '../../store/run.ts'
import { plannedList, type Rank, type Wanted } from '../shared/planned-list.ts'
import {
  duePriority,
  inPlannedOrder,
  labelPriority,
  milestoneDue,
  orderBy,
  planningOrders,
} from '../shared/planning-ranks.ts'
import type { Given } from './filter.ts'

type Order = NonNullable<Given['order_by']>

export interface WantedMergeRequests extends Pick<Wanted<MergeRequest>, 'projectId' | 'filters'> {
  readonly world: World
  readonly params: Given
}

/** The rows that pass all filters, in order; ties always have the newer id first (merge-requests#order). */
export function listPlanned({
  world,
  params,
  projectId,
  filters,
}: WantedMergeRequests): Listing<MergeRequest> {
  const { mergeRequests } = world
  const { state, sort } = params
  const order = params.order_by ?? 'created_at'
  const direction = sort === 'asc' ? 'asc' : 'desc'
  return plannedList(
    {
      projectId,
      filters,
      direction,
      states: mergeRequestStates.filter((one) => state === 'all' || one === state),
      rank: memorised(ranks(world, order, direction)),
      row: (id) => mergeRequests.get(id),
      created:
        projectId === undefined ? mergeRequests.by('byCreated') : mergeRequests.by('byProject', projectId),
      order,
      inState: projectId === undefined ? undefined : (state) => mergeRequests.by('byState', projectId, state),
      ordered: projectId === undefined ? undefined : ordered(world, projectId, order, direction),
      anywhere: projectId === undefined ? anywhere(world, order) : undefined,
    },
    mergeRequestStates,
  )
}

const orders = planningOrders<MergeRequest>('mergeRequests')
const byMerge = orderBy<MergeRequest>('merged_at', ({ mergedAt }) => mergedAt)

function ordered(
  world: World,
  projectId: number,
  order: Order,
  direction: 'asc' | 'desc',
): NonNullable<Wanted<MergeRequest>['ordered']> {
  const { mergeRequests } = world
  const indexed =
    (
      index: 'byState' | 'byProjectUpdated' | 'byProjectTitle',
    ): NonNullable<Wanted<MergeRequest>['ordered']> =>
    (state, walk, passes) =>
      indexListing(mergeRequests.by(index, projectId, state), walk, passes)
  const planned = (definition: OrderDefinition<MergeRequest, World>) =>
    inPlannedOrder(world, projectId, ({ mergeRequests }) => mergeRequests.state, definition)
  switch (order) {
    case 'created_at':
      return indexed('byState')
    case 'updated_at':
      return indexed('byProjectUpdated')
    case 'title':
      return indexed('byProjectTitle')
    case 'label_priority':
    case 'milestone_due':
    case 'popularity':
      return planned(orders[order])
    case 'priority':
      return planned(orders.priority[direction])
    case 'merged_at':
      return planned(byMerge)
    default:
      return order satisfies never
  }
}

function anywhere({ mergeRequests }: World, order: Order): Run<MergeRequest> | undefined {
  if (order === 'updated_at') return mergeRequests.by('byUpdated')
  return order === 'title' ? mergeRequests.by('byTitle') : undefined
}

// Some ranks take a look at other tables, and sorting asks for each many times.
function memorised(rank: (row: MergeRequest) => Rank): (row: MergeRequest) => Rank {
  const known = new Map<number, Rank>()
  return (row) => {
    const found = known.get(row.id) ?? rank(row)
    known.set(row.id, found)
    return found
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
