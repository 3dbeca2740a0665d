import { votes } from '../../model/discussions/discussion.ts'
import type { HealthStatus, Issue } from '../../model/issues/issue.ts'
import { labelIdsTitled } from '../../model/labels/labels.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { licensed } from '../../policy/tier.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import type { NoneOrAny, ParamsOf } from '../../protocol/params.ts'
import type { Run } from '../../store/run.ts'
import { dayOf } from '../../time/calendar.ts'
import type { globalScope, issueListParams } from './params.ts'

type Given = ParamsOf<typeof issueListParams> & {
  readonly scope?: ParamsOf<typeof globalScope>['scope'] | null | undefined
  readonly non_archived?: boolean
  /** Only issues of these projects. */
  readonly within?: ReadonlySet<number>
}
type Passes = (issue: Issue) => boolean

const NOBODY = -1
const SHORTEST_TERM = 3
/** A search that finds more issues than this is not sorted in memory: another index is walked instead. */
const SORTED_IN_MEMORY = 1000

/** The issues that the caller sees and that pass all filters, in order; newer ones come first among equals. */
export function issueList(situation: Situation, given: Given, projectId?: number): Listing<Issue> {
  const { world } = situation
  const { within } = given
  const tests: Passes[] = [
    // The index of a project tells the state.
    ...(projectId === undefined && given.state !== 'all'
      ? [(issue: Issue) => issue.state === given.state]
      : []),
    ...(within === undefined ? [] : [(issue: Issue) => within.has(issue.projectId)]),
    ...people(situation, given),
    ...labelled(world, given.labels),
    ...milestone(world, given.milestone),
    ...texts(given),
    ...times(situation, given),
    ...properties(situation, given),
    ...negated(world, given.not),
    ...seen(situation, projectId),
  ]
  const all = tests.length === 0
  const passes: Passes = (issue) => tests.every((test) => test(issue))
  const few = candidates(situation, given, projectId)
  if (few !== undefined) {
    const { state } = given
    const here = (issue: Issue) =>
      projectId === undefined || (issue.projectId === projectId && (state === 'all' || issue.state === state))
    return listingOf(
      sorted(
        world,
        [...new Set(few)].filter((issue) => here(issue) && passes(issue)),
        given,
      ),
    )
  }
  const run = rowsOf(world, given, projectId)
  // These indexes are in order of creation, which is the order of most requests.
  if (given.order_by === 'created_at')
    return indexListing(
      run,
      given.sort === 'asc' ? 'ascendingTiesDescending' : 'descending',
      all ? undefined : passes,
    )
  return listingOf(sorted(world, all ? run.list() : run.list().filter(passes), given))
}

// Who sees the confidential issues of a project sees them all, and nothing has to be asked of each.
function seen(situation: Situation, projectId: number | undefined): Passes[] {
  if (projectId !== undefined) {
    const project = situation.world.projects.require(projectId)
    if (can(situation, 'read_issues', project) && can(situation, 'read_confidential_issues', project))
      return []
  }
  return [(issue) => seesIssue(situation, issue)]
}

/** The candidates of a filter that has an index and leaves few rows; undefined without such a filter. */
function candidates(
  { world, caller }: Situation,
  given: Given,
  projectId: number | undefined,
): Issue[] | undefined {
  const { scope, author_id, assignee_id, labels = [], iids = [] } = given
  const me = caller.user?.id ?? NOBODY
  const [title] = labels
  if (projectId !== undefined && iids.length > 0)
    return iids
      .map((iid) => world.issues.find('byIid', projectId, iid))
      .filter((issue) => issue !== undefined)
  if (author_id != null || isMine(scope, 'created'))
    return world.issues.by('byAuthor', author_id ?? me).list()
  if (isMine(scope, 'assigned')) return world.issues.by('byAssignee', me).list()
  if (typeof assignee_id === 'number' && assignee_id !== 0)
    return world.issues.by('byAssignee', assignee_id).list()
  const found = given.search ? world.issues.mentioning(piecesOf(given.search, SHORTEST_TERM)) : undefined
  if (found !== undefined && found.count <= SORTED_IN_MEMORY) return [...found.rows()]
  if (title === undefined || /^(?:none|any)$/i.test(title)) return undefined
  return labelIdsTitled(world, title).flatMap((id) => world.issues.by('byLabel', id).list())
}

function rowsOf(world: World, { state }: Given, projectId: number | undefined): Run<Issue> {
  if (projectId === undefined) return world.issues.by('byCreated')
  return state === 'all'
    ? world.issues.by('byProject', projectId)
    : world.issues.by('byState', projectId, state)
}

function isMine(scope: Given['scope'], role: 'created' | 'assigned'): boolean {
  const me = role === 'created' ? 'by_me' : 'to_me'
  return scope?.replaceAll('-', '_') === `${role}_${me}`
}

function people({ world, caller }: Situation, given: Given): Passes[] {
  const tests: Passes[] = []
  const me = caller.user?.id ?? NOBODY
  const { issue_type: type } = given
  if (type) tests.push((issue) => (issue.type ?? 'issue') === type)
  if (isMine(given.scope, 'created')) tests.push((issue) => issue.authorId === me)
  if (isMine(given.scope, 'assigned')) tests.push((issue) => issue.assigneeIds.includes(me))
  const { author_id, author_username, assignee_id, assignee_username = [] } = given
  if (author_id != null) tests.push((issue) => issue.authorId === author_id)
  if (author_username) tests.push(byAuthor(userNamed(world, author_username)))
  if (assignee_id != null) tests.push((issue) => idOrWord(assignee_id, issue.assigneeIds))
  for (const name of assignee_username) tests.push(byAssignee(userNamed(world, name)))
  return tests
}

function idOrWord(wanted: number | NoneOrAny, ids: readonly number[]): boolean {
  if (wanted === 'none' || wanted === 0) return ids.length === 0
  return wanted === 'any' ? ids.length > 0 : ids.includes(wanted)
}

function labelled(world: World, titles: readonly string[] | undefined): Passes[] {
  if (titles === undefined || titles.length === 0) return []
  const words = titles.map((title) => title.toLowerCase())
  if (words.includes('none')) return [(issue) => issue.labelIds.length === 0]
  if (words.includes('any')) return [(issue) => issue.labelIds.length > 0]
  return titles.map((title) => {
    const ids = labelIdsTitled(world, title)
    return (issue) => issue.labelIds.some((id) => ids.includes(id))
  })
}

function milestone(world: World, title: string | null | undefined): Passes[] {
  if (!title) return []
  const word = title.toLowerCase()
  if (word === 'none') return [(issue) => issue.milestoneId === null]
  if (word === 'any') return [(issue) => issue.milestoneId !== null]
  return [(issue) => world.milestones.get(issue.milestoneId ?? 0)?.title === title]
}

function texts({ search, in: where }: Given): Passes[] {
  if (!search) return []
  const words = (where ?? '').split(',').map((word) => word.trim())
  const [title, description] = [words.includes('title'), words.includes('description')]
  const matches = matcher(search, SHORTEST_TERM)
  const both = title === description
  return [
    (issue) => matches(both ? [issue.title, issue.description] : [title ? issue.title : issue.description]),
  ]
}

const DAY = 86_400_000

function times({ now }: Situation, given: Given): Passes[] {
  const tests: Passes[] = []
  const { created_after, created_before, updated_after, updated_before, due_date } = given
  if (created_after != null) tests.push((issue) => issue.createdAt >= created_after)
  if (created_before != null) tests.push((issue) => issue.createdAt <= created_before)
  if (updated_after != null) tests.push((issue) => issue.updatedAt >= updated_after)
  if (updated_before != null) tests.push((issue) => issue.updatedAt <= updated_before)
  if (!due_date) return tests
  const [today, tomorrow] = [dayOf(now), dayOf(now + DAY)]
  // Weeks begin on Monday; the epoch was a Thursday.
  const monday = now - ((Math.floor(now / DAY) + 3) % 7) * DAY
  const due: { readonly [word: string]: (day: string) => boolean } = {
    any: () => true,
    today: (day) => day === today,
    tomorrow: (day) => day === tomorrow,
    overdue: (day) => day < today,
    week: (day) => day >= dayOf(monday) && day <= dayOf(monday + 6 * DAY),
    month: (day) => day.slice(0, 7) === today.slice(0, 7),
  }
  const wanted = due[due_date]
  tests.push(({ dueDate, state }) => {
    if (wanted === undefined || dueDate === null) return wanted === undefined && dueDate === null
    return wanted(dueDate) && (due_date !== 'overdue' || state === 'opened')
  })
  return tests
}

function properties({ world, caller }: Situation, given: Given): Passes[] {
  const tests: Passes[] = []
  const { iids = [], confidential, weight, my_reaction_emoji: emoji } = given
  if (iids.length > 0) tests.push((issue) => iids.includes(issue.iid))
  if (confidential != null) tests.push((issue) => issue.confidential === confidential)
  if (weight != null) tests.push((issue) => weightIs(weight, issue.weight))
  const health = given.health_status?.toLowerCase()
  if (health && licensed(world, 'ultimate')) tests.push((issue) => healthIs(health, issue.health ?? null))
  if (given.non_archived) tests.push((issue) => !world.projects.require(issue.projectId).archived)
  const me = caller.user?.id
  if (!emoji || me === undefined) return tests
  const word = emoji.toLowerCase()
  const reacted = (issue: Issue) =>
    world.awards
      .by('byAwardable', 'Issue', issue.id)
      .list()
      .some(({ userId, name }) => userId === me && (word === 'any' || word === 'none' || name === emoji))
  tests.push(word === 'none' ? (issue) => !reacted(issue) : reacted)
  return tests
}

function weightIs(wanted: number | NoneOrAny, weight: number | null): boolean {
  if (wanted === 'none') return weight === null
  return wanted === 'any' ? weight !== null : weight === wanted
}

function healthIs(wanted: string, health: HealthStatus | null): boolean {
  if (wanted === 'none') return health === null
  return wanted === 'any' ? health !== null : health === wanted
}

function negated(world: World, not: Given['not']): Passes[] {
  if (not == null) return []
  const tests: Passes[] = []
  for (const title of not.labels ?? []) tests.push(...labelled(world, [title]))
  // `None` and `Any` are ordinary titles here.
  if (not.milestone)
    tests.push((issue) => world.milestones.get(issue.milestoneId ?? 0)?.title === not.milestone)
  const { author_id, author_username, assignee_id, iids } = not
  if (iids !== undefined && iids.length > 0) tests.push((issue) => iids.includes(issue.iid))
  if (author_id != null) tests.push((issue) => issue.authorId === author_id)
  if (author_username) tests.push(byAuthor(userNamed(world, author_username)))
  if (assignee_id != null) tests.push(byAssignee(assignee_id))
  for (const name of not.assignee_username ?? []) tests.push(byAssignee(userNamed(world, name)))
  return tests.map((test) => (issue) => !test(issue))
}

function byAuthor(id: number): Passes {
  return (issue) => issue.authorId === id
}

function byAssignee(id: number): Passes {
  return (issue) => issue.assigneeIds.includes(id)
}

function userNamed(world: World, name: string): number {
  return world.users.find('byUsername', name.toLowerCase())?.id ?? NOBODY
}

function sorted(world: World, issues: Issue[], { order_by, sort }: Given): Issue[] {
  const rank = ranks[order_by]
  const direction = sort === 'asc' ? 1 : -1
  const ranked = issues.map((issue) => ({ issue, rank: rank(issue, world) }))
  ranked.sort((a, b) => {
    // Issues without a due date or weight come last in either direction.
    if (a.rank === null || b.rank === null)
      return Number(a.rank === null) - Number(b.rank === null) || b.issue.id - a.issue.id
    return a.rank < b.rank ? -direction : a.rank > b.rank ? direction : b.issue.id - a.issue.id
  })
  return ranked.map(({ issue }) => issue)
}

const ranks: {
  readonly [order in Given['order_by']]: (issue: Issue, world: World) => number | string | null
} = {
  created_at: (issue) => issue.createdAt,
  updated_at: (issue) => issue.updatedAt,
  due_date: (issue) => issue.dueDate,
  title: (issue) => issue.title,
  weight: (issue) => issue.weight,
  popularity: (issue, world) => votes(world, 'Issue', issue.id, 'thumbsup'),
}
