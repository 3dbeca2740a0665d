import type { EpicIssue } from '../../model/epics/epic.ts'
import { ANY_HEALTH, type Issue, NO_ID, NO_WEIGHT, WITH } from '../../model/issues/issue.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { canIn } from '../../policy/of-places.ts'
import { licensed } from '../../policy/tier.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { NoneOrAny, ParamsOf } from '../../protocol/params.ts'
import { followed } from '../../store/orders.ts'
import { EMPTY_RUN } from '../../store/run.ts'
import { addMonths, dayOf } from '../../time/calendar.ts'
import {
  byAssignee,
  byAuthor,
  confidentialOrNot,
  type Place,
  seenIssues,
} from '../shared/confidential-issues.ts'
import {
  byLabels,
  numbered,
  ofMilestone,
  planned,
  reactedWith,
  searchedTexts,
  unplanned,
} from '../shared/issuable-filters.ts'
import { startedMilestones, upcomingMilestones } from '../shared/milestone-words.ts'
import { saying } from '../shared/place-list.ts'
import { inSet, negated, underValue } from '../shared/row-filters.ts'
import { projectsThat } from '../shared/wanted-projects.ts'
import type { globalScope, issueListParams } from './params.ts'
import { type IssueFilter, plannedIssues } from './plan.ts'

type Given = ParamsOf<typeof issueListParams> & {
  readonly scope?: ParamsOf<typeof globalScope>['scope'] | null | undefined
  readonly non_archived?: boolean
}
const NOBODY = -1
const SHORTEST_TERM = 3

/**
 * The issues of a place that the caller sees and that pass all filters, in order; newer ones come first among equals.
 * `within` has the projects of the place; without it, all are.
 */
export function issueList(situation: Situation, given: Given, within?: readonly Project[]): Listing<Issue> {
  const { world } = situation
  const { state, order_by: order, sort, non_archived } = given
  const reads = canIn(situation, 'read_issues')
  const projects = projectsThat(
    world,
    within,
    world.issues,
    (id) => reads(id) && !(non_archived && world.projects.require(id).archived),
  )
  const place = { world, projects, rows: world.issues }
  const filters: IssueFilter[] = [
    ...numbered(place, given),
    ...people(situation, place, given),
    ...labelled(place, given.labels),
    ...milestone(situation, place, given.milestone),
    ...timebox(situation, place, given.milestone_id),
    ...saying(place, given.search, SHORTEST_TERM, searchedTexts(given.in)),
    ...reactedWith(situation.caller.user?.id, place, 'Issue', given.my_reaction_emoji),
    ...times(situation, place, given),
    ...properties(place, given),
    ...excluded(situation, place, given.not),
    ...seenIssues(situation, place),
  ]
  return plannedIssues({ world, projects, state, order, direction: sort === 'asc' ? 'asc' : 'desc', filters })
}

function isMine(scope: Given['scope'], role: 'created' | 'assigned'): boolean {
  const me = role === 'created' ? 'by_me' : 'to_me'
  return scope?.replaceAll('-', '_') === `${role}_${me}`
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

function assigned(place: Place, wanted: number | NoneOrAny): IssueFilter {
  if (wanted !== 'any' && wanted !== 'none' && wanted !== NO_ID) return byAssignee(place, wanted)
  const nobody = underValue(place, 'byProjectAssignee', NO_ID, ({ assigneeIds }) => assigneeIds.length === 0)
  return wanted === 'any' ? allBut(place, nobody) : nobody
}

function labelled(place: Place, titles: readonly string[] | undefined): IssueFilter[] {
  if (titles === undefined || titles.length === 0) return []
  const words = titles.map((title) => title.toLowerCase())
  const bare = underValue(place, 'byProjectLabel', NO_ID, ({ labelIds }) => labelIds.length === 0)
  if (words.includes('none')) return [bare]
  if (words.includes('any')) return [allBut(place, bare)]
  return byLabels(place, [...new Set(titles)])
}

function milestone(situation: Situation, place: Place, title: string | null | undefined): IssueFilter[] {
  if (!title) return []
  const isWord = /^(?:none|any|#upcoming|#started)$/i.test(title)
  return isWord ? timebox(situation, place, title.replace('#', '')) : [ofMilestone(place, title)]
}

/** Issues without a milestone, with any, or with one that is upcoming or started. */
function timebox({ world, now }: Situation, place: Place, word: string | null | undefined): IssueFilter[] {
  switch (word?.toLowerCase()) {
    case 'none':
      return [unplanned(place)]
    case 'any':
      return [allBut(place, unplanned(place))]
    case 'upcoming':
      return [planned(place, upcomingMilestones(world, now))]
    case 'started':
      return [planned(place, startedMilestones(world, now))]
    default:
      return []
  }
}

// The issues that do not pass a filter.
function allBut({ rows }: Place, filter: IssueFilter): IssueFilter {
  return negated(filter, (projectId, state) => rows.by('byState', projectId, state))
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
  const undated = underValue(place, 'byProjectUndated', NO_ID, ({ dueDate }) => dueDate === null)
  const wanted = due[due_date]
  if (due_date === 'any') filters.push(allBut(place, undated))
  else filters.push(wanted === undefined ? undated : dueWithin(place, wanted, due_date === 'overdue'))
  return filters
}

function dueWithin(
  place: Place,
  { from, to }: { readonly from?: string; readonly to: string },
  onlyOpened: boolean,
): IssueFilter {
  const { rows } = place
  const counts = (state: string) => !onlyOpened || state === 'opened'
  const passes = ({ dueDate, state }: Issue) =>
    dueDate !== null && dueDate <= to && (from === undefined || dueDate >= from) && counts(state)
  return {
    passes,
    exactly: {
      under: (id, state) =>
        counts(state) ? rows.by('byProjectDue', id, state, WITH).within({ from, to }) : EMPTY_RUN,
      order: 'due_date',
    },
    ...inSet(place, { name: `due ${from} ${to} ${onlyOpened ? 'opened' : 'all'}`, has: passes }),
  }
}

// What was created, or written last, within bounds.
function timed(
  { rows }: Place,
  column: 'createdAt' | 'updatedAt',
  from: number | null | undefined,
  to: number | null | undefined,
): IssueFilter[] {
  if (from == null && to == null) return []
  const bounds = { from: from ?? undefined, to: to ?? undefined }
  const [index, order] =
    column === 'createdAt'
      ? (['byState', {}] as const)
      : (['byProjectUpdated', { order: 'updated_at' }] as const)
  return [
    {
      passes: (issue) => (from == null || issue[column] >= from) && (to == null || issue[column] <= to),
      exactly: { under: (id, state) => rows.by(index, id, state).within(bounds), ...order },
    },
  ]
}

function properties(place: Place, given: Given): IssueFilter[] {
  const { world } = place
  const filters: IssueFilter[] = []
  const { confidential, weight, issue_type: wanted } = given
  if (wanted)
    filters.push(underValue(place, 'byProjectType', wanted, ({ type }) => (type ?? 'issue') === wanted))
  if (confidential != null) filters.push(confidentialOrNot(place, confidential))
  if (weight != null) {
    const value = typeof weight === 'string' ? null : weight
    const weighing = underValue(
      place,
      'byProjectWeightIs',
      value ?? NO_WEIGHT,
      (issue) => issue.weight === value,
    )
    filters.push(weight === 'any' ? allBut(place, weighing) : weighing)
  }
  if (given.epic_id != null) filters.push(ofEpic(place, given.epic_id))
  const health = given.health_status?.toLowerCase()
  if (health && licensed(world, 'ultimate')) filters.push(ofHealth(place, health))
  return filters
}

const epics = followed<EpicIssue, World>(
  ({ epicIssues }) => epicIssues.state,
  ({ before, after }) => [before, after].flatMap((part) => part?.issueId ?? []),
)

function ofEpic(place: Place, wanted: number | NoneOrAny): IssueFilter {
  const { epicIssues, issues } = place.world
  const isPart = (epicId: number | undefined) => epicId !== undefined && (wanted === epicId || isWord)
  const isWord = typeof wanted === 'string'
  const passes = ({ id }: Issue, world: World) => isPart(world.epicIssues.find('byIssue', id)?.epicId)
  const parts = isWord ? epicIssues.all() : epicIssues.by('byEpic', wanted)
  const rows = () => parts.list().flatMap(({ issueId }) => issues.get(issueId) ?? [])
  const part: IssueFilter = {
    passes: (issue) => passes(issue, place.world),
    among: { count: parts.count(), rows },
    ...inSet(place, {
      name: `epic ${isWord ? 'any' : wanted}`,
      has: passes,
      among: rows,
      follows: [epics],
    }),
  }
  return wanted === 'none' ? allBut(place, part) : part
}

function ofHealth(place: Place, wanted: string): IssueFilter {
  if (wanted !== 'none' && wanted !== 'any')
    return underValue(place, 'byProjectHealth', wanted, ({ health }) => health === wanted)
  const any = underValue(place, 'byProjectHealth', ANY_HEALTH, ({ health }) => health != null)
  return wanted === 'any' ? any : allBut(place, any)
}

function excluded(situation: Situation, place: Place, not: Given['not']): IssueFilter[] {
  if (not == null) return []
  const { author_id, author_username, assignee_id, iids = [] } = not
  const filters: IssueFilter[] = [
    ...numbered(place, { iids }),
    ...(not.labels ?? []).flatMap((title) => labelled(place, [title])),
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
