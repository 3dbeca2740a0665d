import type { Issue } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Project } from '../../model/projects/project.ts'
import { seesIssue } from '../../policy/issues.ts'
import type { Run } from '../../store/run.ts'
import type { Table } from '../../store/table.ts'
import { EVERY_TEXT } from '../../store/word-segment.ts'
import { byTime, find, walkThrough } from './find.ts'
import { memoizedCan } from './memoized-can.ts'
import { byRelevance } from './relevance.ts'
import { orderOf, type SearchRequest } from './search-request.ts'
import { termsOfSearch } from './terms.ts'

type Issuable = Issue | MergeRequest
type Issuables<Row extends Issuable> = Pick<
  Table<Row, 'byCreated' | 'byProject' | 'byState' | 'byIid'>,
  'by' | 'find' | 'mentioning' | 'size'
>
type State = SearchRequest['params']['state']

/** The place of the title among the texts of a row. */
const TITLE = 0
/** Shorter terms are ignored (search#terms). */
const SHORTEST_TERM = 3

/** Issues that the caller may see; confidential ones need a further right. */
export function findIssues(request: SearchRequest): Iterable<Issue> {
  const { situation, params } = request
  const reads = memoizedCan(situation, 'read_issues')
  const { confidential } = params
  const passes = (issue: Issue) =>
    reads(issue.projectId) &&
    (confidential == null || issue.confidential === confidential) &&
    (!issue.confidential || seesIssue(situation, issue))
  // An issue cannot be merged, so `merged` means closed.
  const state = params.state === 'merged' ? 'closed' : params.state
  return findIssuables(request, situation.world.issues, { state, sign: /#(\d+)$/ }, passes)
}

export function findMergeRequests(request: SearchRequest): Iterable<MergeRequest> {
  const { situation, params } = request
  const reads = memoizedCan(situation, 'read_merge_requests')
  const { state } = params
  const passes = ({ projectId }: MergeRequest) => reads(projectId)
  return findIssuables(request, situation.world.mergeRequests, { state, sign: /[#!](\d+)$/ }, passes)
}

interface Wanted {
  readonly state: State
  /** What before a number makes it an internal one. */
  readonly sign: RegExp
}

function findIssuables<Row extends Issuable>(
  request: SearchRequest,
  table: Issuables<Row>,
  { state, sign }: Wanted,
  visible: (row: Row) => boolean,
): Iterable<Row> {
  const { place, query, titlesAlone } = request
  const { relevance, oldestFirst } = orderOf(request)
  const before = byTime<Row>(({ createdAt }) => createdAt, oldestFirst)
  const terms = termsOfSearch(request, SHORTEST_TERM)
  const iid = sign.exec(query)?.[1]
  const passes = (row: Row, matches: (row: Row) => boolean) =>
    place.holds(row.projectId) &&
    (state == null || state === 'all' || row.state === state) &&
    matches(row) &&
    visible(row)
  const texts = titlesAlone ? [TITLE] : EVERY_TEXT
  const rows = find({
    candidates: iid === undefined ? terms.candidates(table, texts) : rowsWithIid(request, table, iid),
    isTold: terms.isTold,
    walk: () => walkThrough(place, runsOf(table, state), before, oldestFirst),
    matches: (row) =>
      iid !== undefined || terms.match(row, titlesAlone ? [row.title] : [row.title, row.description]),
    passes,
    before,
  })
  return relevance ? byRelevance(rows, query, ({ title, description }) => [title, description]) : rows
}

function runsOf<Row extends Issuable>(table: Issuables<Row>, state: State) {
  return {
    of: ({ id }: Project): Run<Row> =>
      state == null || state === 'all' ? table.by('byProject', id) : table.by('byState', id, state),
    whole: { run: table.by('byCreated'), size: table.size, sorted: true },
  }
}

// `#12` at the end of a query searches by IID, whatever the rest of the query; `!12` for merge requests.
function rowsWithIid<Row extends Issuable>({ place }: SearchRequest, table: Issuables<Row>, iid: string) {
  const projects = place.projects(Number.POSITIVE_INFINITY) ?? []
  const rows = projects.flatMap(({ id }) => table.find('byIid', id, Number(iid)) ?? [])
  return { count: 0, rows: () => rows }
}
