import { ANY_HEALTH, type Issue, NO_ID, NO_WEIGHT, WITH } from '../../model/issues/issue.ts'
import { type HasLabel, labelIdsTitled, labelsAsked } from '../../model/labels/labels.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { licensed } from '../../policy/tier.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { NoneOrAny, ParamsOf } from '../../protocol/params.ts'
import { EMPTY_RUN } from '../../store/run.ts'
import { addMonths, dayOf } from '../../time/calendar.ts'
import { isStarted, isUpcoming } from '../shared/milestone-words.ts'
import { negated, ofRuns } from '../shared/planned-list.ts'
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
    ...seen(situation, projectId),
  ]
  const filters: IssueFilter[] = [
    ...numbered(place, given),
    ...people(situation, place, given),
    ...labelled(place, given.labels),
    ...milestone(situation, place, given.milestone),
    ...timebox(situation, place, given.milestone_id),
    ...texts(place, given),
    ...reactions(situation, given),
    ...times(situation, place, given),
    ...properties(place, given),
    ...excluded(situation, place, given.not),
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
    among: exactly(place, 'byProjectAuthor', id) ?? ofRuns([issues.by('byAuthor', id)]),
  }
}

function byAssignee(place: Place, id: number): IssueFilter {
  const { issues } = place.world
  return {
    passes: (issue) => issue.assigneeIds.includes(id),
    among: exactly(place, 'byProjectAssignee', id) ?? ofRuns([issues.by('byAssignee', id)]),
  }
}

function assigned(place: Place, wanted: number | NoneOrAny): IssueFilter {
  if (wanted !== 'any' && wanted !== 'none' && wanted !== NO_ID) return byAssignee(place, wanted)
  const nobody: IssueFilter = {
    passes: (issue) => issue.assigneeIds.length === 0,
    among: exactly(place, 'byProjectAssignee', NO_ID),
  }
  return wanted === 'any' ? allBut(place, nobody) : nobody
}

type ProjectIndex =
  | 'byProjectAuthor'
  | 'byProjectAssignee'
  | 'byProjectConfidential'
  | 'byProjectHealth'
  | 'byProjectLabel'
  | 'byProjectMilestone'
  | 'byProjectType'
  | 'byProjectUndated'
  | 'byProjectWeightIs'

// What an index of a project has under a value is all that passes.
function exactly(
  { world, projectId }: Place,
  index: ProjectIndex,
  value: number | string,
): IssueFilter['among'] {
  if (projectId === undefined) return undefined
  return { inState: (state) => world.issues.by(index, projectId, value, state) }
}

function labelled(place: Place, titles: readonly string[] | undefined, has = labelsAsked()): IssueFilter[] {
  if (titles === undefined || titles.length === 0) return []
  const words = titles.map((title) => title.toLowerCase())
  const bare: IssueFilter = {
    passes: (issue) => issue.labelIds.length === 0,
    among: exactly(place, 'byProjectLabel', NO_ID),
  }
  if (words.includes('none')) return [bare]
  if (words.includes('any')) return [allBut(place, bare)]
  return [...new Set(titles)].map((title) => titled(place, title, has))
}

function titled(place: Place, title: string, has: HasLabel): IssueFilter {
  const ids = labelIdsTitled(place.world, title)
  return {
    passes: (issue) => ids.some((id) => has(issue, id)),
    among: ofAny(place, ids, 'byProjectLabel', 'byLabel'),
  }
}

function milestone(situation: Situation, place: Place, title: string | null | undefined): IssueFilter[] {
  if (!title) return []
  const isWord = /^(?:none|any|#upcoming|#started)$/i.test(title)
  return isWord ? timebox(situation, place, title.replace('#', '')) : [ofMilestone(place, title)]
}

/** Issues without a milestone, with any, or with one that is upcoming or started. */
function timebox({ world, now }: Situation, place: Place, word: string | null | undefined): IssueFilter[] {
  const unplanned: IssueFilter = {
    passes: (issue) => issue.milestoneId === null,
    among: exactly(place, 'byProjectMilestone', NO_ID),
  }
  switch (word?.toLowerCase()) {
    case 'none':
      return [unplanned]
    case 'any':
      return [allBut(place, unplanned)]
    case 'upcoming':
      return [{ passes: isUpcoming(world, now) }]
    case 'started':
      return [{ passes: isStarted(world, now) }]
    default:
      return []
  }
}

function ofMilestone(place: Place, title: string): IssueFilter {
  const ids = place.world.milestones
    .by('byTitle', title)
    .list()
    .map(({ id }) => id)
  return {
    passes: ({ milestoneId }) => milestoneId !== null && ids.includes(milestoneId),
    among: ofAny(place, ids, 'byProjectMilestone', 'byMilestone'),
  }
}

// The issues that do not pass a filter.
function allBut({ world, projectId }: Place, filter: IssueFilter): IssueFilter {
  const all = (id: number) => (state: Issue['state']) => world.issues.by('byState', id, state)
  return negated(filter, projectId === undefined ? undefined : all(projectId))
}

function ofAny(
  place: Place,
  ids: readonly number[],
  inProject: ProjectIndex,
  anywhere: 'byLabel' | 'byMilestone',
): IssueFilter['among'] {
  const [id, ...others] = ids
  if (id === undefined && place.projectId !== undefined) return { inState: () => EMPTY_RUN }
  const exact = id === undefined || others.length > 0 ? undefined : exactly(place, inProject, id)
  return exact ?? ofRuns(ids.map((one) => place.world.issues.by(anywhere, one)))
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

function times({ now }: Situation, place: Place, given: Given): IssueFilter[] {
  const filters = [
    ...timed(place, 'createdAt', given.created_after, given.created_before),
    ...timed(place, 'updatedAt', given.updated_after, given.updated_before),
  ]
  const { due_date } = given
  if (!due_date) return filters
  const [today, tomorrow] = [dayOf(now), dayOf(now + DAY)]
  // Weeks begin on Monday; the epoch was a Thursday.
  const monday = now - ((Math.floor(now / DAY) + 3) % 7) * DAY
  const month = today.slice(0, 7)
  const due: { readonly [word: string]: { readonly from?: string; readonly to: string } } = {
    today: { from: today, to: today },
    tomorrow: { from: tomorrow, to: tomorrow },
    overdue: { to: dayOf(now - DAY) },
    week: { from: dayOf(monday), to: dayOf(monday + 6 * DAY) },
    month: { from: `${month}-01`, to: `${month}-31` },
    next_month_and_previous_two_weeks: { from: dayOf(now - 14 * DAY), to: dayOf(addMonths(now, 1)) },
  }
  const undated: IssueFilter = {
    passes: ({ dueDate }) => dueDate === null,
    among: exactly(place, 'byProjectUndated', NO_ID),
  }
  const wanted = due[due_date]
  if (due_date === 'any') filters.push(allBut(place, undated))
  else filters.push(wanted === undefined ? undated : dueWithin(place, wanted, due_date === 'overdue'))
  return filters
}

function dueWithin(
  { world, projectId }: Place,
  { from, to }: { readonly from?: string; readonly to: string },
  onlyOpened: boolean,
): IssueFilter {
  const counts = (state: Issue['state']) => !onlyOpened || state === 'opened'
  const inProject = (id: number): IssueFilter['among'] => ({
    inState: (state) =>
      counts(state) ? world.issues.by('byProjectDue', id, state, WITH).within({ from, to }) : EMPTY_RUN,
    order: 'due_date',
  })
  return {
    passes: ({ dueDate, state }) =>
      dueDate !== null && dueDate <= to && (from === undefined || dueDate >= from) && counts(state),
    among: projectId === undefined ? undefined : inProject(projectId),
  }
}

// What was created, or written last, within bounds.
function timed(
  { world, projectId }: Place,
  column: 'createdAt' | 'updatedAt',
  from: number | null | undefined,
  to: number | null | undefined,
): IssueFilter[] {
  if (from == null && to == null) return []
  const bounds = { from: from ?? undefined, to: to ?? undefined }
  const inProject = (id: number): IssueFilter['among'] =>
    column === 'createdAt'
      ? { inState: (state) => world.issues.by('byState', id, state).within(bounds) }
      : {
          inState: (state) => world.issues.by('byProjectUpdated', id, state).within(bounds),
          order: 'updated_at',
        }
  // No index has all projects' issues by their last write.
  const anywhere = column === 'createdAt' ? ofRuns([world.issues.by('byCreated').within(bounds)]) : undefined
  return [
    {
      passes: (issue) => (from == null || issue[column] >= from) && (to == null || issue[column] <= to),
      among: projectId === undefined ? anywhere : inProject(projectId),
    },
  ]
}

function properties(place: Place, given: Given): IssueFilter[] {
  const { world } = place
  const filters: IssueFilter[] = []
  const { confidential, weight, issue_type: type } = given
  if (type)
    filters.push({
      passes: (issue) => (issue.type ?? 'issue') === type,
      among: exactly(place, 'byProjectType', type),
    })
  if (confidential != null)
    filters.push({
      passes: (issue) => issue.confidential === confidential,
      among: exactly(place, 'byProjectConfidential', Number(confidential)),
    })
  if (weight != null) {
    const value = typeof weight === 'string' ? null : weight
    const weighing: IssueFilter = {
      passes: (issue) => issue.weight === value,
      among: exactly(place, 'byProjectWeightIs', value ?? NO_WEIGHT),
    }
    filters.push(weight === 'any' ? allBut(place, weighing) : weighing)
  }
  if (given.epic_id != null) filters.push(ofEpic(world, given.epic_id))
  const health = given.health_status?.toLowerCase()
  if (health && licensed(world, 'ultimate')) filters.push(ofHealth(place, health))
  if (given.non_archived)
    filters.push({ passes: (issue) => !world.projects.require(issue.projectId).archived })
  return filters
}

function ofEpic({ epicIssues, issues }: World, wanted: number | NoneOrAny): IssueFilter {
  const part = ({ id }: Issue) => epicIssues.find('byIssue', id)
  const parts = typeof wanted === 'string' ? epicIssues.all() : epicIssues.by('byEpic', wanted)
  const among = {
    count: parts.count(),
    rows: () => parts.list().flatMap(({ issueId }) => issues.get(issueId) ?? []),
  }
  if (wanted === 'none') return { passes: (issue) => part(issue) === undefined, except: among }
  if (wanted === 'any') return { passes: (issue) => part(issue) !== undefined, among }
  return { passes: (issue) => part(issue)?.epicId === wanted, among }
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
  const all = world.awards.by('byUser', me, 'Issue')
  const rows = () => all.list().flatMap(({ awardableId }) => world.issues.get(awardableId) ?? [])
  const own = { count: all.count(), rows }
  return [
    word === 'none' ? { passes: (issue) => !reacted(issue), except: own } : { passes: reacted, among: own },
  ]
}

function ofHealth(place: Place, wanted: string): IssueFilter {
  if (wanted !== 'none' && wanted !== 'any')
    return {
      passes: (issue) => issue.health === wanted,
      among: exactly(place, 'byProjectHealth', wanted),
    }
  const any: IssueFilter = {
    passes: (issue) => issue.health != null,
    among: exactly(place, 'byProjectHealth', ANY_HEALTH),
  }
  return wanted === 'any' ? any : allBut(place, any)
}

function excluded(situation: Situation, place: Place, not: Given['not']): IssueFilter[] {
  if (not == null) return []
  const { author_id, author_username, assignee_id, iids = [] } = not
  const has = labelsAsked()
  const filters: IssueFilter[] = [
    ...numbered(place, { iids }),
    ...(not.labels ?? []).flatMap((title) => labelled(place, [title], has)),
    // `None` and `Any` are ordinary titles here.
    ...(not.milestone ? [ofMilestone(place, not.milestone)] : []),
    ...timebox(situation, place, not.milestone_id),
    ...(author_id == null ? [] : [byAuthor(place, author_id)]),
    ...(author_username ? [byAuthor(place, userNamed(place.world, author_username))] : []),
    ...(assignee_id == null ? [] : [byAssignee(place, assignee_id)]),
    ...(not.assignee_username ?? []).map((name) => byAssignee(place, userNamed(place.world, name))),
  ]
  return filters.map((filter) => allBut(place, filter))
}

function userNamed(world: World, name: string): number {
  return world.users.find('byUsername', name.toLowerCase())?.id ?? NOBODY
}
