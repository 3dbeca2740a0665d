import { votes } from '../../model/discussions/discussion.ts'
import { type Issue, issueStates, WITH, WITHOUT } from '../../model/issues/issue.ts'
import type { World } from '../../model/world.ts'
import { indexListing, joinListings, type Listing, listingOf, mergeListings } from '../../protocol/listing.ts'
import type { Run } from '../../store/run.ts'

export type IssueOrder = 'created_at' | 'updated_at' | 'due_date' | 'title' | 'weight' | 'popularity'
type State = Issue['state']
type Passes = (issue: Issue) => boolean

/** A filter, and the rows among which all that pass it are. */
export interface IssueFilter {
  readonly passes: Passes
  readonly among?: Exactly | Candidates | undefined
}

/** A run of a project for each state, in order of creation, with all rows that pass the filter and no others. */
interface Exactly {
  readonly inState: (state: State) => Run<Issue>
}

/** Rows in no order, at most so many. */
interface Candidates {
  readonly count: number
  readonly rows: () => Iterable<Issue>
}

export interface WantedIssues {
  readonly world: World
  /** Undefined for lists of several projects. */
  readonly projectId: number | undefined
  readonly state: State | 'all'
  readonly order: IssueOrder
  readonly direction: 'asc' | 'desc'
  readonly filters: readonly IssueFilter[]
}

/** More rows than this are walked in the order of an index instead of being gathered and sorted. */
const SORTED_IN_MEMORY = 1000

/** The issues that pass all filters, in order, from the index that leaves the fewest to look at; newer ones come first among equals. */
export function plannedIssues(wanted: WantedIssues): Listing<Issue> {
  const { world, filters, state, projectId, order } = wanted
  const passes = filters.length === 0 ? undefined : (issue: Issue) => filters.every((it) => it.passes(issue))
  const few = fewest(wanted)
  if (few !== undefined)
    return gathered(wanted, new Set(few), (issue) => isHere(wanted, issue) && passes?.(issue) !== false)
  const among = filters.length === 1 && order === 'created_at' ? filters[0]?.among : undefined
  if (among !== undefined && 'inState' in among)
    return ofStates(wanted, (one) => indexListing(among.inState(one), walkOf(wanted)))
  if (projectId !== undefined && order !== 'popularity') return inProject(wanted, projectId, passes)
  if (order !== 'created_at')
    return gathered(
      wanted,
      (projectId === undefined ? world.issues.all() : world.issues.by('byProject', projectId)).list(),
      (issue) => isHere(wanted, issue) && passes?.(issue) !== false,
    )
  return indexListing(
    world.issues.by('byCreated'),
    walkOf(wanted),
    state === 'all' ? passes : (issue) => issue.state === state && passes?.(issue) !== false,
  )
}

function isHere({ projectId, state }: WantedIssues, issue: Issue): boolean {
  return (
    (projectId === undefined || issue.projectId === projectId) && (state === 'all' || issue.state === state)
  )
}

function gathered(wanted: WantedIssues, rows: Iterable<Issue>, passes: Passes): Listing<Issue> {
  return listingOf([...rows].filter(passes).sort(comparator(wanted)))
}

// The rows of the filter that leaves the fewest, if they are few.
function fewest(wanted: WantedIssues): Iterable<Issue> | undefined {
  let best: Iterable<Issue> | undefined
  let least = SORTED_IN_MEMORY + 1
  for (const { among } of wanted.filters) {
    if (among === undefined) continue
    const runs = 'inState' in among ? statesOf(wanted).map(among.inState) : undefined
    const count = runs?.reduce((sum, run) => sum + run.count(), 0) ?? (among as Candidates).count
    if (count >= least) continue
    least = count
    best = runs?.flatMap((run) => run.list()) ?? (among as Candidates).rows()
  }
  return best
}

function inProject(wanted: WantedIssues, projectId: number, passes: Passes | undefined): Listing<Issue> {
  const { world, order, state } = wanted
  const { issues } = world
  const walk = walkOf(wanted)
  switch (order) {
    case 'created_at':
      return state === 'all'
        ? indexListing(issues.by('byProject', projectId), walk, passes)
        : indexListing(issues.by('byState', projectId, state), walk, passes)
    case 'updated_at':
      return ofStates(wanted, (one) =>
        indexListing(issues.by('byProjectUpdated', projectId, one), walk, passes),
      )
    case 'title':
      return ofStates(wanted, (one) =>
        indexListing(issues.by('byProjectTitle', projectId, one), walk, passes),
      )
    default: {
      // Issues without a due date or weight come last in either direction.
      const index = order === 'weight' ? 'byProjectWeight' : 'byProjectDue'
      return ofStates(wanted, (one) =>
        joinListings(
          indexListing(issues.by(index, projectId, one, WITH), walk, passes),
          indexListing(issues.by(index, projectId, one, WITHOUT), 'descending', passes),
        ),
      )
    }
  }
}

function statesOf({ state }: WantedIssues): readonly State[] {
  return state === 'all' ? issueStates : [state]
}

function ofStates(wanted: WantedIssues, listing: (state: State) => Listing<Issue>): Listing<Issue> {
  const [first, ...others] = statesOf(wanted).map(listing)
  return others.length === 0
    ? (first as Listing<Issue>)
    : mergeListings([first as Listing<Issue>, ...others], comparator(wanted))
}

function walkOf({ direction }: WantedIssues): 'ascendingTiesDescending' | 'descending' {
  return direction === 'asc' ? 'ascendingTiesDescending' : 'descending'
}

function comparator({ world, order, direction }: WantedIssues): (a: Issue, b: Issue) => number {
  const rank = ranks[order]
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    const [x, y] = [rank(a, world), rank(b, world)]
    if (x === null || y === null) return Number(x === null) - Number(y === null) || b.id - a.id
    return x < y ? -sign : x > y ? sign : b.id - a.id
  }
}

const ranks: { readonly [order in IssueOrder]: (issue: Issue, world: World) => number | string | null } = {
  created_at: (issue) => issue.createdAt,
  updated_at: (issue) => issue.updatedAt,
  due_date: (issue) => issue.dueDate,
  title: (issue) => issue.title,
  weight: (issue) => issue.weight,
  popularity: (issue, world) => votes(world, 'Issue', issue.id, 'thumbsup'),
}
