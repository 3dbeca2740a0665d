import { type HealthStatus, type Issue, NO_ID } from '../../model/issues/issue.ts'
import { labelIdsTitled } from '../../model/labels/labels.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { licensed } from '../../policy/tier.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { NoneOrAny, ParamsOf } from '../../protocol/params.ts'
import type { Run } from '../../store/run.ts'
import { dayOf } from '../../time/calendar.ts'
import type { globalScope, issueListParams } from './params.ts'
import { type IssueFilter, plannedIssues } from './plan.ts'

type Given = ParamsOf<typeof issueListParams> & {
  readonly scope?: ParamsOf<typeof globalScope>['scope'] | null | undefined
  readonly non_archived?: boolean
  /** Only issues of these projects. */
  readonly within?: ReadonlySet<number>
}
type Passes = (issue: Issue) => boolean
/** Where issues are looked for. */
interface Place {
  readonly world: World
  readonly projectId: number | undefined
}

const NOBODY = -1
const SHORTEST_TERM = 3

/** The issues that the caller sees and that pass all filters, in order; newer ones come first among equals. */
export function issueList(situation: Situation, given: Given, projectId?: number): Listing<Issue> {
  const { world } = situation
  const { within, state, order_by: order, sort } = given
  const place = { world, projectId }
  const tests: Passes[] = [
    ...(within === undefined ? [] : [(issue: Issue) => within.has(issue.projectId)]),
    ...times(situation, given),
    ...properties(situation, given),
    ...negated(place, given.not),
    ...seen(situation, projectId),
  ]
  const filters: IssueFilter[] = [
    ...numbered(place, given),
    ...people(situation, place, given),
    ...labelled(place, given.labels),
    ...milestone(place, given.milestone),
    ...texts(place, given),
    ...reactions(situation, given),
    ...tests.map((passes) => ({ passes })),
  ]
  return plannedIssues({
    world,
    projectId,
    state,
    order,
    direction: sort === 'asc' ? 'asc' : 'desc',
    filters,
  })
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

function isMine(scope: Given['scope'], role: 'created' | 'assigned'): boolean {
  const me = role === 'created' ? 'by_me' : 'to_me'
  return scope?.replaceAll('-', '_') === `${role}_${me}`
}

function numbered({ world, projectId }: Place, { iids = [] }: Pick<Given, 'iids'>): IssueFilter[] {
  if (iids.length === 0) return []
  const passes: Passes = (issue) => iids.includes(issue.iid)
  if (projectId === undefined) return [{ passes }]
  const rows = () => iids.flatMap((iid) => world.issues.find('byIid', projectId, iid) ?? [])
  return [{ passes, among: { count: iids.length, rows } }]
}

function people({ caller }: Situation, place: Place, given: Given): IssueFilter[] {
  const filters: IssueFilter[] = []
  const me = caller.user?.id ?? NOBODY
  const { issue_type: type } = given
  if (type) filters.push({ passes: (issue) => (issue.type ?? 'issue') === type })
  if (isMine(given.scope, 'created')) filters.push(byAuthor(place, me))
  if (isMine(given.scope, 'assigned')) filters.push(byAssignee(place, me))
  const { author_id, author_username, assignee_id, assignee_username = [] } = given
  if (author_id != null) filters.push(byAuthor(place, author_id))
  if (author_username) filters.push(byAuthor(place, userNamed(place.world, author_username)))
  if (assignee_id != null) filters.push(assigned(place, assignee_id))
  for (const name of assignee_username) filters.push(byAssignee(place, userNamed(place.world, name)))
  return filters
}

function byAuthor(place: Place, id: number): IssueFilter {
  const { issues } = place.world
  return {
    passes: (issue) => issue.authorId === id,
    among: exactly(place, 'byProjectAuthor', id) ?? counted(issues.by('byAuthor', id)),
  }
}

function byAssignee(place: Place, id: number): IssueFilter {
  const { issues } = place.world
  return {
    passes: (issue) => issue.assigneeIds.includes(id),
    among: exactly(place, 'byProjectAssignee', id) ?? counted(issues.by('byAssignee', id)),
  }
}

function assigned(place: Place, wanted: number | NoneOrAny): IssueFilter {
  if (wanted === 'any') return { passes: (issue) => issue.assigneeIds.length > 0 }
  if (wanted !== 'none' && wanted !== NO_ID) return byAssignee(place, wanted)
  return {
    passes: (issue) => issue.assigneeIds.length === 0,
    among: exactly(place, 'byProjectAssignee', NO_ID),
  }
}

type ProjectIndex = 'byProjectAuthor' | 'byProjectAssignee' | 'byProjectLabel' | 'byProjectMilestone'

// What an index of a project has under an id is all that passes.
function exactly({ world, projectId }: Place, index: ProjectIndex, id: number): IssueFilter['among'] {
  if (projectId === undefined) return undefined
  return { inState: (state) => world.issues.by(index, projectId, id, state) }
}

function counted(run: Run<Issue>): IssueFilter['among'] {
  return { count: run.count(), rows: () => run.list() }
}

function labelled(place: Place, titles: readonly string[] | undefined): IssueFilter[] {
  if (titles === undefined || titles.length === 0) return []
  const words = titles.map((title) => title.toLowerCase())
  if (words.includes('none'))
    return [
      { passes: (issue) => issue.labelIds.length === 0, among: exactly(place, 'byProjectLabel', NO_ID) },
    ]
  if (words.includes('any')) return [{ passes: (issue) => issue.labelIds.length > 0 }]
  return titles.map((title) => titled(place, title))
}

function titled(place: Place, title: string): IssueFilter {
  const ids = labelIdsTitled(place.world, title)
  return {
    passes: (issue) => issue.labelIds.some((id) => ids.includes(id)),
    among: ofAny(place, ids, 'byProjectLabel', 'byLabel'),
  }
}

function milestone(place: Place, title: string | null | undefined): IssueFilter[] {
  if (!title) return []
  const word = title.toLowerCase()
  if (word === 'none')
    return [
      { passes: (issue) => issue.milestoneId === null, among: exactly(place, 'byProjectMilestone', NO_ID) },
    ]
  if (word === 'any') return [{ passes: (issue) => issue.milestoneId !== null }]
  const ids = place.world.milestones
    .by('byTitle', title)
    .list()
    .map(({ id }) => id)
  return [
    {
      passes: isOfMilestone(place.world, title),
      among: ofAny(place, ids, 'byProjectMilestone', 'byMilestone'),
    },
  ]
}

function isOfMilestone(world: World, title: string): Passes {
  return (issue) => world.milestones.get(issue.milestoneId ?? NO_ID)?.title === title
}

function ofAny(
  place: Place,
  ids: readonly number[],
  inProject: ProjectIndex,
  anywhere: 'byLabel' | 'byMilestone',
): IssueFilter['among'] {
  const [id, ...others] = ids
  const exact = id === undefined || others.length > 0 ? undefined : exactly(place, inProject, id)
  const runs = ids.map((id) => place.world.issues.by(anywhere, id))
  return (
    exact ?? {
      count: runs.reduce((sum, run) => sum + run.count(), 0),
      rows: () => runs.flatMap((run) => run.list()),
    }
  )
}

function texts({ world }: Place, { search, in: where }: Given): IssueFilter[] {
  if (!search) return []
  const words = (where ?? '').split(',').map((word) => word.trim())
  const [title, description] = [words.includes('title'), words.includes('description')]
  const matches = matcher(search, SHORTEST_TERM)
  const both = title === description
  return [
    {
      passes: (issue) =>
        matches(both ? [issue.title, issue.description] : [title ? issue.title : issue.description]),
      among: world.issues.mentioning(piecesOf(search, SHORTEST_TERM)),
    },
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

function properties({ world }: Situation, given: Given): Passes[] {
  const tests: Passes[] = []
  const { confidential, weight } = given
  if (confidential != null) tests.push((issue) => issue.confidential === confidential)
  if (weight != null) tests.push((issue) => weightIs(weight, issue.weight))
  const health = given.health_status?.toLowerCase()
  if (health && licensed(world, 'ultimate')) tests.push((issue) => healthIs(health, issue.health ?? null))
  if (given.non_archived) tests.push((issue) => !world.projects.require(issue.projectId).archived)
  return tests
}

function reactions({ world, caller }: Situation, { my_reaction_emoji: emoji }: Given): IssueFilter[] {
  const me = caller.user?.id
  if (!emoji || me === undefined) return []
  const word = emoji.toLowerCase()
  const reacted = (issue: Issue) =>
    world.awards
      .by('byAwardable', 'Issue', issue.id)
      .list()
      .some(({ userId, name }) => userId === me && (word === 'any' || word === 'none' || name === emoji))
  if (word === 'none') return [{ passes: (issue) => !reacted(issue) }]
  const own = world.awards.by('byUser', me, 'Issue')
  const rows = () => own.list().flatMap(({ awardableId }) => world.issues.get(awardableId) ?? [])
  return [{ passes: reacted, among: { count: own.count(), rows } }]
}

function weightIs(wanted: number | NoneOrAny, weight: number | null): boolean {
  if (wanted === 'none') return weight === null
  return wanted === 'any' ? weight !== null : weight === wanted
}

function healthIs(wanted: string, health: HealthStatus | null): boolean {
  if (wanted === 'none') return health === null
  return wanted === 'any' ? health !== null : health === wanted
}

function negated(place: Place, not: Given['not']): Passes[] {
  if (not == null) return []
  const { author_id, author_username, assignee_id, iids = [] } = not
  const filters: IssueFilter[] = [
    ...numbered(place, { iids }),
    ...(not.labels ?? []).flatMap((title) => labelled(place, [title])),
    // `None` and `Any` are ordinary titles here.
    ...(not.milestone ? [{ passes: isOfMilestone(place.world, not.milestone) }] : []),
    ...(author_id == null ? [] : [byAuthor(place, author_id)]),
    ...(author_username ? [byAuthor(place, userNamed(place.world, author_username))] : []),
    ...(assignee_id == null ? [] : [byAssignee(place, assignee_id)]),
    ...(not.assignee_username ?? []).map((name) => byAssignee(place, userNamed(place.world, name))),
  ]
  return filters.map(
    ({ passes }) =>
      (issue) =>
        !passes(issue),
  )
}

function userNamed(world: World, name: string): number {
  return world.users.find('byUsername', name.toLowerCase())?.id ?? NOBODY
}
