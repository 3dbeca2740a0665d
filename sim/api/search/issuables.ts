import type { Issue } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Project } from '../../model/projects/project.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import { seesIssue } from '../../policy/issues.ts'
import type { Run, Table } from '../../store/table.ts'
import { type Asked, orderOf } from './asked.ts'
import { byTime, find, walkThrough } from './find.ts'
import { byRelevance } from './relevance.ts'
import { remembering } from './rights.ts'

type Issuable = Issue | MergeRequest
type Issuables<Row extends Issuable> = Pick<
  Table<Row, 'byCreated' | 'byProject' | 'byState' | 'byIid'>,
  'by' | 'find' | 'mentioning' | 'size'
>
type State = Asked['params']['state']

/** Terms of fewer characters are not looked for (dossier 1, 8.2). */
const SHORTEST_TERM = 3

/** Issues that the caller may see; confidential ones with a right of their own. */
export function issuesFound(asked: Asked): Iterable<Issue> {
  const { situation, params } = asked
  const reads = remembering(situation, 'read_issues')
  const { confidential } = params
  const passes = (issue: Issue) =>
    reads(issue.projectId) &&
    (confidential == null || issue.confidential === confidential) &&
    (!issue.confidential || seesIssue(situation, issue))
  // An issue cannot be merged; asking for those means the closed ones.
  const state = params.state === 'merged' ? 'closed' : params.state
  return issuablesFound(asked, situation.world.issues, state, passes)
}

export function mergeRequestsFound(asked: Asked): Iterable<MergeRequest> {
  const { situation, params } = asked
  const reads = remembering(situation, 'read_merge_requests')
  return issuablesFound(asked, situation.world.mergeRequests, params.state, ({ projectId }) =>
    reads(projectId),
  )
}

function issuablesFound<Row extends Issuable>(
  asked: Asked,
  table: Issuables<Row>,
  state: State,
  visible: (row: Row) => boolean,
): Iterable<Row> {
  const { place, query } = asked
  const { relevance, oldestFirst } = orderOf(asked)
  const before = byTime<Row>(({ createdAt }) => createdAt, oldestFirst)
  const matches = matcher(query, SHORTEST_TERM)
  const iid = /#(\d+)$/.exec(query)?.[1]
  const passes = (row: Row) =>
    place.holds(row.projectId) &&
    (state == null || state === 'all' || row.state === state) &&
    (iid !== undefined || matches([row.title, row.description])) &&
    visible(row)
  const rows = find({
    candidates:
      iid === undefined ? table.mentioning(piecesOf(query, SHORTEST_TERM)) : numbered(asked, table, iid),
    walk: () => walkThrough(place, shelvesOf(table, state), before, oldestFirst),
    passes,
    before,
  })
  return relevance ? byRelevance(rows, query, ({ title, description }) => [title, description]) : rows
}

function shelvesOf<Row extends Issuable>(table: Issuables<Row>, state: State) {
  return {
    of: ({ id }: Project): Run<Row> =>
      state == null || state === 'all' ? table.by('byProject', id) : table.by('byState', id, state),
    whole: { run: table.by('byCreated'), size: table.size, sorted: true },
  }
}

// `#12` at the end of a query asks for the internal number, whatever stands before it.
function numbered<Row extends Issuable>({ place }: Asked, table: Issuables<Row>, iid: string) {
  const projects = place.projects(Number.POSITIVE_INFINITY) ?? []
  const rows = projects.flatMap(({ id }) => table.find('byIid', id, Number(iid)) ?? [])
  return { count: 0, rows: () => rows }
}
