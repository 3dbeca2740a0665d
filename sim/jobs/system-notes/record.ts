import { humanTime } from '../../entities/time-stats.ts'
import { branchHead } from '../../git/repository.ts'
import { append, sentence } from '../../lib/lists.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import { isDraft, withoutDraft } from '../../model/discussions/drafts.ts'
import type { Issue, IssueSeverity } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { addSystemNoteOn } from '../../model/merge-requests/merge-requests.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { World } from '../../model/world.ts'
import { type Day, dayOf, type Instant } from '../../time/calendar.ts'
import type { WorldChange } from '../pushed-pipelines.ts'
import { autoMergeTexts } from './auto-merge-texts.ts'
import { descriptionTexts } from './description-texts.ts'
import { linkTexts } from './link-texts.ts'
import { titleText } from './title-text.ts'

/** Tells in notes what a request changed of issues and merge requests (discussions#system-notes). */
export function* recordSystemNotes(done: WorldChange): Steps<void> {
  const { before, after, user, now } = done
  if (user === undefined) return
  const keeping = { world: after, userId: user.id, now, pace: new Pace() }
  for (const { before: was, after: issue } of after.issues.since(before.issues)) {
    if (keeping.pace.after(0)) yield
    if (issue === undefined) continue
    const texts = was === undefined ? newIssueTexts(after, issue, now) : issueTexts(after, was, issue, now)
    yield* keep(keeping, 'Issue', issue, texts)
  }
  for (const { before: was, after: row } of after.mergeRequests.since(before.mergeRequests)) {
    if (keeping.pace.after(0)) yield
    if (row === undefined) continue
    const texts =
      was === undefined ? newMergeRequestTexts(after, row, now) : mergeRequestTexts(done, was, row)
    yield* keep(keeping, 'MergeRequest', row, texts)
  }
  for (const { row, text } of linkTexts(done)) yield* keep(keeping, 'Issue', row, [text])
}

interface Keeping {
  readonly world: World
  readonly userId: number
  readonly now: Instant
  readonly pace: Pace
}

// Not made within the one above: an engine gives each generator that is made a prototype of its own.
function* keep(
  { world, userId, now, pace }: Keeping,
  noteable: 'Issue' | 'MergeRequest',
  row: Issue | MergeRequest,
  texts: readonly string[],
): Steps<void> {
  for (const text of texts) {
    addSystemNoteOn(world, noteable, row, userId, text, now)
    if (pace.after(0)) yield
  }
}

const NOTHING = { timeEstimate: 0, timeSpent: 0 }

/** What is set when an issue is created; a copy has its dates and times from the other one. */
function newIssueTexts(world: World, issue: Issue, now: Instant): readonly string[] {
  const texts: string[] = []
  const told = world.notes.by('byNoteable', 'Issue', issue.id, 1).list()
  if (!told.some(({ body }) => /^(?:moved|cloned) from /.test(body))) {
    addTimes(texts, world, NOTHING, issue, now)
    if (issue.dueDate !== null) texts.push(dueText(issue.dueDate))
  }
  addPeople(texts, world, [], issue.assigneeIds, ASSIGNED)
  return texts
}

function newMergeRequestTexts(world: World, row: MergeRequest, now: Instant): readonly string[] {
  const texts: string[] = []
  addTimes(texts, world, NOTHING, row, now)
  addPeople(texts, world, [], row.reviewerIds, REVIEWING)
  addPeople(texts, world, [], row.assigneeIds, ASSIGNED)
  return texts
}

// Every update asks for all of these, and most change one attribute: nothing is made for the others.
function issueTexts(world: World, was: Issue, is: Issue, now: Instant): readonly string[] {
  const texts: string[] = []
  if (was.title !== is.title) texts.push(titleText(was.title, is.title))
  addCommon(texts, { world, was, is, name: 'issue', now })
  addPeople(texts, world, was.assigneeIds, is.assigneeIds, ASSIGNED)
  if (was.dueDate !== is.dueDate) texts.push(dueText(is.dueDate))
  if (was.confidential !== is.confidential)
    texts.push(is.confidential ? 'made the issue confidential' : 'made the issue visible to everyone')
  const type = is.type ?? 'issue'
  if ((was.type ?? 'issue') !== type) texts.push(`changed issue type to ${type.replace('_', ' ')}`)
  const severity = is.severity ?? 'unknown'
  if ((was.severity ?? 'unknown') !== severity)
    texts.push(`changed the severity to **${severities[severity]}**`)
  const health = is.health ?? null
  if ((was.health ?? null) !== health)
    texts.push(
      health === null
        ? 'removed the health status'
        : `changed health status to **${health.replaceAll('_', ' ')}**`,
    )
  return texts
}

const severities: { readonly [severity in IssueSeverity]: string } = {
  unknown: 'Unknown',
  low: 'Low - S4',
  medium: 'Medium - S3',
  high: 'High - S2',
  critical: 'Critical - S1',
}

function mergeRequestTexts(
  { before, after: world, now }: WorldChange,
  was: MergeRequest,
  is: MergeRequest,
): readonly string[] {
  const texts: string[] = []
  if (was.title !== is.title) {
    const draft = isDraft(is.title)
    if (isDraft(was.title) !== draft)
      texts.push(`marked this merge request as **${draft ? 'draft' : 'ready'}**`)
    if (withoutDraft(was.title) !== withoutDraft(is.title)) texts.push(titleText(was.title, is.title))
  }
  addCommon(texts, { world, was, is, name: 'merge request', now })
  addPeople(texts, world, was.assigneeIds, is.assigneeIds, ASSIGNED)
  addPeople(texts, world, was.reviewerIds, is.reviewerIds, REVIEWING)
  // Whoever removes the branch tells of what follows from it.
  if (was.targetBranch !== is.targetBranch && !isGone(world, was))
    texts.push(`changed target branch from \`${was.targetBranch}\` to \`${is.targetBranch}\``)
  append(texts, autoMergeTexts(before, world, was, is))
  return texts
}

function isGone(world: World, { projectId, targetBranch }: MergeRequest): boolean {
  const project = world.projects.get(projectId)
  return project === undefined || branchHead(repositoryOf(world, project), targetBranch) === undefined
}

type Both = Pick<Issue, 'description' | 'timeEstimate' | 'timeSpent' | 'discussionLocked'>

interface Compared {
  readonly world: World
  readonly was: Both
  readonly is: Both
  readonly name: string
  readonly now: Instant
}

/** What issues and merge requests have in common. */
function addCommon(texts: string[], { world, was, is, name, now }: Compared): void {
  append(texts, descriptionTexts(was.description, is.description))
  addTimes(texts, world, was, is, now)
  const locked = is.discussionLocked === true
  if ((was.discussionLocked === true) !== locked) texts.push(`${locked ? 'locked' : 'unlocked'} this ${name}`)
}

type Times = Pick<Both, 'timeEstimate' | 'timeSpent'>

function addTimes(texts: string[], world: World, was: Times, is: Times, now: Instant): void {
  const estimate = is.timeEstimate
  if (was.timeEstimate !== estimate)
    texts.push(
      estimate === 0 ? 'removed time estimate' : `changed time estimate to ${humanTime(world, estimate)}`,
    )
  if (was.timeSpent !== is.timeSpent) texts.push(spentText(world, was.timeSpent, is.timeSpent, now))
}

function spentText(world: World, before: number, after: number, now: Instant): string {
  if (after === 0) return 'removed time spent'
  const [verb, time] = after > before ? ['added', after - before] : ['subtracted', before - after]
  return `${verb} ${humanTime(world, time)} of time spent at ${dayOf(now)}`
}

const ASSIGNED = ['assigned to', 'unassigned'] as const
const REVIEWING = ['requested review from', 'removed review request for'] as const

function addPeople(
  texts: string[],
  world: World,
  was: readonly number[],
  is: readonly number[],
  [came, left]: readonly [came: string, left: string],
): void {
  if (was === is || (was.length === 0 && is.length === 0)) return
  const named = (ids: readonly number[]) =>
    sentence(ids.flatMap((id) => world.users.get(id)?.username ?? []).map((name) => `@${name}`))
  const [added, removed] = [is.filter((id) => !was.includes(id)), was.filter((id) => !is.includes(id))]
  const parts = [
    ...(added.length > 0 ? [`${came} ${named(added)}`] : []),
    ...(removed.length > 0 ? [`${left} ${named(removed)}`] : []),
  ]
  if (parts.length > 0) texts.push(parts.join(' and '))
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

function dueText(due: Day | null): string {
  if (due === null) return 'removed due date'
  const [year, month, day] = due.split('-').map(Number)
  return `changed due date to ${months[(month ?? 1) - 1]} ${day}, ${year}`
}
