import { type Issue, issueStates } from '../../model/issues/issue.ts'
import { type MergeRequest, mergeRequestStates } from '../../model/merge-requests/merge-request.ts'
import type { Project } from '../../model/projects/project.ts'
import { canIn } from '../../policy/of-places.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { Run } from '../../store/run.ts'
import type { Table } from '../../store/table.ts'
import { EVERY_TEXT } from '../../store/word-segment.ts'
import { confidentialOrNot, seenIssues } from '../shared/confidential-issues.ts'
import { saying } from '../shared/place-list.ts'
import { plannedList } from '../shared/planned-list.ts'
import { AT_ONCE, byProject, type RowFilter, type Place as Within } from '../shared/row-filters.ts'
import { projectsThat, type WantedProjects } from '../shared/wanted-projects.ts'
import { byTime, find, walkThrough } from './find.ts'
import { byRelevance } from './relevance.ts'
import { orderOf, type SearchRequest } from './search-request.ts'
import { termsOfSearch } from './terms.ts'

type Issuable = Issue | MergeRequest
type Index = 'byCreated' | 'byProject' | 'byState' | 'byIid'
type Found<Row> = Iterable<Row> | Listing<Row>
type State = SearchRequest['params']['state']

/** The place of the title among the texts of a row. */
const TITLE = 0
/** Shorter terms are ignored (search#terms). */
const SHORTEST_TERM = 3

/** Issues that the caller may see; confidential ones need a further right. */
export function findIssues(request: SearchRequest): Found<Issue> {
  const { situation, params } = request
  const { world } = situation
  const { confidential } = params
  const place = { world, rows: world.issues, projects: projectsOf(request, world.issues, 'read_issues') }
  return findIssuables(request, place, {
    // An issue cannot be merged, so `merged` means closed.
    state: params.state === 'merged' ? 'closed' : params.state,
    every: issueStates,
    sign: /#(\d+)$/,
    filters: [
      ...seenIssues(situation, place),
      ...(confidential == null ? [] : [confidentialOrNot(place, confidential)]),
    ],
  })
}

export function findMergeRequests(request: SearchRequest): Found<MergeRequest> {
  const { world } = request.situation
  const rows = world.mergeRequests
  const place = { world, rows, projects: projectsOf(request, rows, 'read_merge_requests') }
  const { state } = request.params
  return findIssuables(request, place, { state, every: mergeRequestStates, sign: /[#!](\d+)$/, filters: [] })
}

interface Wanted<Row extends Issuable> {
  readonly state: State
  readonly every: readonly string[]
  /** What before a number makes it an internal one. */
  readonly sign: RegExp
  readonly filters: readonly RowFilter<Row>[]
}

function findIssuables<Row extends Issuable>(
  request: SearchRequest,
  place: Within<Row, Index>,
  wanted: Wanted<Row>,
): Found<Row> {
  const { query, advanced } = request
  const iid = wanted.sign.exec(query)?.[1]
  const { rows, projects } = place
  const { titlesAlone } = request
  const { relevance, oldestFirst } = orderOf(request)
  const { state, filters } = wanted
  const before = byTime<Row>(({ createdAt }) => createdAt, oldestFirst)
  const terms = termsOfSearch(request, SHORTEST_TERM)
  const candidates =
    iid === undefined
      ? terms.candidates(rows, titlesAlone ? [TITLE] : EVERY_TEXT)
      : rowsWithIid(request, rows, iid)
  const areFew = candidates !== undefined && candidates.count <= AT_ONCE
  if (!advanced && !areFew) return planned(request, place, wanted)
  const found = find({
    candidates,
    walk: () => walkThrough(request.place, runsOf(rows, state), before, oldestFirst),
    matches: (row) =>
      iid !== undefined || terms.match(row, titlesAlone ? [row.title] : [row.title, row.description]),
    passes: (row, matches) =>
      projects.has(row.projectId) &&
      (state == null || state === 'all' || row.state === state) &&
      matches(row) &&
      filters.every(({ passes }) => passes(row)),
    before,
  })
  return relevance ? byRelevance(found, query, ({ title, description }) => [title, description]) : found
}

/** Many rows that the database finds, as lists of issues and merge requests are searched. */
function planned<Row extends Issuable>(
  request: SearchRequest,
  place: Within<Row, Index>,
  { state, every, filters }: Wanted<Row>,
): Listing<Row> {
  const { rows } = place
  const texts = request.titlesAlone ? [TITLE] : EVERY_TEXT
  const inState = (id: number, state: string): Run<Row> => rows.by('byState', id, state)
  return plannedList<Row>(
    {
      ...place,
      ...byProject,
      filters: [...saying(place, request.query, SHORTEST_TERM, texts), ...filters],
      states: state == null || state === 'all' ? every : [state],
      direction: orderOf(request).oldestFirst ? 'asc' : 'desc',
      order: 'created_at',
      rank: ({ createdAt }) => createdAt,
      ties: 'same',
      inOrder: { runs: [inState], anywhere: [() => rows.by('byCreated')] },
      ofProject: (id) => rows.by('byProject', id),
      inState,
    },
    every,
  )
}

// Those of the place of which the caller may read the rows.
function projectsOf<Row extends Issuable>(
  { situation, place, project, group }: SearchRequest,
  rows: Table<Row, 'byProject'>,
  ability: 'read_issues' | 'read_merge_requests',
): WantedProjects {
  const within = project || group ? place.projects(Number.POSITIVE_INFINITY) : undefined
  const reads = canIn(situation, ability)
  return projectsThat(situation.world, within, rows, (id) => place.holds(id) && reads(id))
}

function runsOf<Row extends Issuable>(rows: Table<Row, Index>, state: State) {
  return {
    of: ({ id }: Project): Run<Row> =>
      state == null || state === 'all' ? rows.by('byProject', id) : rows.by('byState', id, state),
    whole: { run: rows.by('byCreated'), size: rows.size, sorted: true },
  }
}

// `#12` at the end of a query searches by IID, whatever the rest of the query; `!12` for merge requests.
function rowsWithIid<Row extends Issuable>({ place }: SearchRequest, rows: Table<Row, Index>, iid: string) {
  const projects = place.projects(Number.POSITIVE_INFINITY) ?? []
  const found = projects.flatMap(({ id }) => rows.find('byIid', id, Number(iid)) ?? [])
  return { count: 0, rows: () => found }
}
