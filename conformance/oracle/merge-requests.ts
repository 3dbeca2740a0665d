import { filtersAsDraft } from './draft.ts'
import { ascending, descending, first, type Order, sorted } from './order.ts'
import { found } from './search.ts'

/** A merge request as a check made it. */
export interface MergeRequestRecord {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly description: string | null
  readonly state: 'opened' | 'closed' | 'merged'
  readonly author: number
  readonly assignees: readonly number[]
  readonly reviewers: readonly number[]
  readonly labels: readonly string[]
  readonly milestone: string | null
  readonly source: string
  readonly target: string
  readonly created: string
  readonly updated: string
}

type NoneAny = 'None' | 'Any' | 'none' | 'ANY'

/** The filters of a list of merge requests; users stand as ids. */
export interface MergeRequestFilter {
  readonly state?: 'opened' | 'closed' | 'locked' | 'merged' | 'all'
  readonly labels?: string
  readonly milestone?: string
  readonly author_id?: number
  readonly assignee_id?: number | NoneAny
  readonly reviewer_id?: number | NoneAny
  readonly search?: string
  readonly in?: string
  readonly wip?: 'yes' | 'no'
  readonly source_branch?: string
  readonly target_branch?: string
  readonly iids?: readonly number[]
  readonly created_after?: string
  readonly created_before?: string
  readonly updated_after?: string
  readonly updated_before?: string
  readonly not?: Negated
  readonly order_by?: 'created_at' | 'updated_at' | 'title'
  readonly sort?: 'asc' | 'desc'
}
export interface Negated {
  readonly labels?: string
  readonly milestone?: string
  readonly author_id?: number
  readonly assignee_id?: number
  readonly reviewer_id?: number
}

/** What a list must show, in order (merge-requests#order): ties stand with the newer one first, whatever the direction. */
export function listedMergeRequests(
  records: readonly MergeRequestRecord[],
  filter: MergeRequestFilter,
): readonly MergeRequestRecord[] {
  const tests = testsOf(filter)
  const passing = records.filter((record) => tests.every((test) => test(record)))
  return sorted(passing, mergeRequestOrder(filter))
}

export function mergeRequestOrder({
  order_by = 'created_at',
  sort = 'desc',
}: MergeRequestFilter): Order<MergeRequestRecord> {
  const key = (record: MergeRequestRecord) =>
    order_by === 'title' ? record.title : order_by === 'updated_at' ? record.updated : record.created
  return first(
    (sort === 'asc' ? ascending : descending)(key),
    descending((record) => record.id),
  )
}

type Test = (record: MergeRequestRecord) => boolean

function testsOf(filter: MergeRequestFilter): readonly Test[] {
  const { state = 'all', labels, milestone, wip, search, iids = [], not = {} } = filter
  return [
    (it) => state === 'all' || it.state === state,
    (it) => labels === undefined || hasLabels(it, labels),
    (it) => milestone === undefined || inMilestone(it, milestone),
    (it) => filter.author_id === undefined || it.author === filter.author_id,
    (it) => filter.assignee_id === undefined || includes(it.assignees, filter.assignee_id),
    (it) => filter.reviewer_id === undefined || includes(it.reviewers, filter.reviewer_id),
    (it) => wip === undefined || filtersAsDraft(it.title) === (wip === 'yes'),
    (it) => search === undefined || found(search, columns(it, filter.in), 3),
    (it) => filter.source_branch === undefined || it.source === filter.source_branch,
    (it) => filter.target_branch === undefined || it.target === filter.target_branch,
    (it) => iids.length === 0 || iids.includes(it.iid),
    (it) => within(it.created, filter.created_after, filter.created_before),
    (it) => within(it.updated, filter.updated_after, filter.updated_before),
    (it) => not.labels === undefined || !not.labels.split(',').some((name) => it.labels.includes(name)),
    (it) => not.milestone === undefined || it.milestone !== not.milestone,
    (it) => not.author_id === undefined || it.author !== not.author_id,
    (it) => not.assignee_id === undefined || !it.assignees.includes(not.assignee_id),
    (it) => not.reviewer_id === undefined || !it.reviewers.includes(not.reviewer_id),
  ]
}

function hasLabels(record: MergeRequestRecord, wanted: string): boolean {
  const names = wanted.split(',').map((name) => name.trim())
  if (names.some((name) => name.toLowerCase() === 'none')) return record.labels.length === 0
  if (names.some((name) => name.toLowerCase() === 'any')) return record.labels.length > 0
  return names.every((name) => record.labels.includes(name))
}

function inMilestone(record: MergeRequestRecord, wanted: string): boolean {
  if (wanted.toLowerCase() === 'none') return record.milestone === null
  if (wanted.toLowerCase() === 'any') return record.milestone !== null
  return record.milestone === wanted
}

function includes(ids: readonly number[], wanted: number | NoneAny): boolean {
  if (typeof wanted === 'number') return ids.includes(wanted)
  return wanted.toLowerCase() === 'none' ? ids.length === 0 : ids.length > 0
}

function columns(
  { title, description }: MergeRequestRecord,
  where: string | undefined,
): readonly (string | null)[] {
  const wanted = (where ?? '').split(',').map((name) => name.trim())
  const chosen = [
    ...(wanted.includes('title') ? [title] : []),
    ...(wanted.includes('description') ? [description] : []),
  ]
  // Other words are ignored; with nothing valid left both are searched.
  return chosen.length === 0 ? [title, description] : chosen
}

// Both bounds are inclusive (merge-requests#filter-dates). Times of one format compare as texts.
function within(time: string, after: string | undefined, before: string | undefined): boolean {
  return (after === undefined || time >= after) && (before === undefined || time <= before)
}
