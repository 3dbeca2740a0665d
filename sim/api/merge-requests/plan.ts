import { votes } from '../../model/discussions/discussion.ts'
import { labelsOf } from '../../model/labels/labels.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import type { Run } from '../../store/run.ts'
import type { Given } from './filter.ts'
import type { Candidates, Filter } from './row-filter.ts'

export interface Wanted {
  readonly world: World
  readonly params: Given
  readonly filters: readonly Filter[]
  /** Undefined for the list of all projects. */
  readonly projectId: number | undefined
  /** A condition that no index serves. */
  readonly extra: ((row: MergeRequest) => boolean) | undefined
}

/** More rows than this are read in the order of an index instead of being gathered and sorted. */
const SORTED_IN_MEMORY = 20_000

/**
 * The rows that pass all filters, in order; ties always have the newer id first (merge-requests#order). Starts from the
 * index that leaves the fewest rows to test.
 */
export function listPlanned(wanted: Wanted): Listing<MergeRequest> {
  const { world, params, projectId } = wanted
  const passes = conditions(wanted)
  const whole = ordered(wanted)
  const selected = mostSelective(wanted, whole?.run.count(SORTED_IN_MEMORY * 5) ?? Number.POSITIVE_INFINITY)
  if (selected === undefined && whole !== undefined)
    return { ...indexListing(whole.run, direction(params), passes), ...countedByState(wanted) }
  const rows = selected === undefined ? allRows(world, projectId) : selected
  const kept = [...rows].filter(
    (row) => (passes === undefined || passes(row)) && (params.state === 'all' || row.state === params.state),
  )
  return listingOf(kept.sort(comparator(world, params)))
}

function conditions({
  filters,
  projectId,
  params,
  extra,
}: Wanted): ((row: MergeRequest) => boolean) | undefined {
  const tests = filters.map(({ passes }) => passes)
  if (extra !== undefined) tests.push(extra)
  if (projectId !== undefined) tests.push((row) => row.projectId === projectId)
  if (params.state !== 'all') tests.push((row) => row.state === params.state)
  // A list that one index covers needs no test, and the index knows its length.
  const indexed =
    projectId !== undefined &&
    filters.length === 0 &&
    (params.state === 'all' || params.order_by === 'created_at')
  return indexed ? undefined : (row) => tests.every((test) => test(row))
}

// If only the state filters, an index knows the count, whatever the order.
function countedByState({ world, params, projectId, filters }: Wanted): Partial<Listing<MergeRequest>> {
  if (projectId === undefined || filters.length > 0 || params.state === 'all' || params.state === null)
    return {}
  const run = world.mergeRequests.by('byState', projectId, params.state)
  return { count: (limit) => run.count(limit) }
}

interface Ordered {
  readonly run: Run<MergeRequest>
}

/** The index with the requested order, if there is one. */
function ordered({ world, params, projectId }: Wanted): Ordered | undefined {
  const { mergeRequests } = world
  switch (params.order_by) {
    case 'created_at':
      if (projectId === undefined) return { run: mergeRequests.by('byCreated') }
      if (params.state !== 'all') return { run: mergeRequests.by('byState', projectId, params.state) }
      return { run: mergeRequests.by('byProject', projectId) }
    case 'updated_at':
      return {
        run:
          projectId === undefined
            ? mergeRequests.by('byUpdated')
            : mergeRequests.by('byProjectUpdated', projectId),
      }
    case 'title':
      return {
        run:
          projectId === undefined
            ? mergeRequests.by('byTitle')
            : mergeRequests.by('byProjectTitle', projectId),
      }
    default:
      return undefined
  }
}

function direction({ sort }: Given): 'descending' | 'ascendingTiesDescending' {
  return sort === 'asc' ? 'ascendingTiesDescending' : 'descending'
}

// The rows of the most selective filter, if gathering them costs less than walking the whole list.
function mostSelective(
  { world, filters, projectId }: Wanted,
  whole: number,
): Iterable<MergeRequest> | undefined {
  let best: { readonly size: number; readonly rows: () => Iterable<MergeRequest> } | undefined
  for (const { found } of filters) {
    const candidates = found === undefined ? undefined : candidatesOf(world, found, projectId)
    if (candidates !== undefined && candidates.size < (best?.size ?? Math.min(whole, SORTED_IN_MEMORY)))
      best = candidates
  }
  return best?.rows()
}

function candidatesOf(world: World, found: Candidates, projectId: number | undefined) {
  const { mergeRequests } = world
  switch (found.index) {
    case 'byIid':
      if (projectId === undefined) return undefined
      return {
        size: found.iids.length,
        rows: () =>
          [...new Set(found.iids)].flatMap((iid) => mergeRequests.find('byIid', projectId, iid) ?? []),
      }
    case 'words': {
      const candidates = mergeRequests.mentioning(found.pieces)
      return candidates && { size: candidates.count, rows: candidates.rows }
    }
    case 'byTarget':
      if (projectId === undefined) return undefined
      return unionOf([mergeRequests.by('byTarget', projectId, found.branch)])
    case 'approvals':
      return mergeRequestsOf(
        world.approvals.by('byUser', found.userId),
        (approval) => approval.mergeRequestId,
        world,
      )
    case 'awards':
      return mergeRequestsOf(
        world.awards.by('byUser', found.userId, 'MergeRequest'),
        (award) => award.awardableId,
        world,
      )
    case 'byAuthor':
    case 'byAssignee':
    case 'byReviewer':
    case 'byMilestone':
    case 'byLabel':
      return unionOf(found.ids.map((id) => mergeRequests.by(found.index, id)))
    default:
      return found satisfies never
  }
}

function unionOf(runs: readonly Run<MergeRequest>[]) {
  const size = runs.reduce((sum, run) => sum + run.count(SORTED_IN_MEMORY), 0)
  return { size, rows: () => new Set(runs.flatMap((run) => [...run.ascending()])) }
}

function mergeRequestsOf<Row>(run: Run<Row>, idOf: (row: Row) => number, world: World) {
  const rows = () =>
    [...new Set([...run.ascending()].map(idOf))].flatMap((id) => world.mergeRequests.get(id) ?? [])
  return { size: run.count(SORTED_IN_MEMORY), rows }
}

function allRows(world: World, projectId: number | undefined): Iterable<MergeRequest> {
  return (
    projectId === undefined ? world.mergeRequests.all() : world.mergeRequests.by('byProject', projectId)
  ).ascending()
}

type Rank = number | string

function comparator(world: World, { order_by, sort }: Given): (a: MergeRequest, b: MergeRequest) => number {
  const rank = ranks(world, order_by ?? 'created_at')
  const sign = sort === 'asc' ? 1 : -1
  const cache = new Map<number, Rank>()
  const of = (row: MergeRequest) => {
    const known = cache.get(row.id) ?? rank(row)
    cache.set(row.id, known)
    return known
  }
  return (a, b) => {
    const [x, y] = [of(a), of(b)]
    return x < y ? -sign : x > y ? sign : b.id - a.id
  }
}

const LAST = Number.MAX_SAFE_INTEGER

function ranks(world: World, order: NonNullable<Given['order_by']>): (row: MergeRequest) => Rank {
  switch (order) {
    case 'created_at':
      return (row) => row.createdAt
    case 'updated_at':
      return (row) => row.updatedAt
    case 'title':
      return (row) => row.title
    case 'popularity':
      return (row) => votes(world, 'MergeRequest', row.id, 'thumbsup')
    case 'milestone_due':
      return (row) => world.milestones.get(row.milestoneId ?? 0)?.dueOn ?? '~'
    case 'label_priority':
      return (row) => labelPriority(world, row)
    case 'priority':
      return (row) =>
        `${world.milestones.get(row.milestoneId ?? 0)?.dueOn ?? '~'} ${String(labelPriority(world, row)).padStart(16, '0')}`
    default:
      return order satisfies never
  }
}

function labelPriority(world: World, row: MergeRequest): number {
  return Math.min(LAST, ...labelsOf(world, row).map(({ priority }) => priority ?? LAST))
}
