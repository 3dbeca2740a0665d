import { humanTime } from '../../entities/time-stats.ts'
import { branchHead } from '../../git/repository.ts'
import { sentence } from '../../lib/lists.ts'
import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import { isDraft, withoutDraft } from '../../model/discussions/drafts.ts'
import type { Issue, IssueSeverity } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { addSystemNoteOn } from '../../model/merge-requests/merge-requests.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { World } from '../../model/world.ts'
import { type Day, dayOf, type Instant } from '../../time/calendar.ts'
import type { WorldChange } from '../pushed-pipelines.ts'
import { autoMergeTexts } from './auto-merge-texts.ts'
import { recordBranchMoves } from './branch-notes.ts'
import { descriptionTexts } from './description-texts.ts'
import { linkTexts } from './link-texts.ts'
import { recordMentions } from './mentions.ts'

/** Tells in notes what a request changed of issues and merge requests (discussions#system-notes). */
export function* recordSystemNotes(done: WorldChange): Steps<void> {
  const { before, after, user, now } = done
  if (user === undefined) return
  const pace = new Pace()
  function* keep(noteable: 'Issue' | 'MergeRequest', row: Issue | MergeRequest, texts: readonly string[]) {
    for (const text of texts) {
      addSystemNoteOn(after, noteable, row, user?.id ?? 0, text, now)
      if (pace.after(0)) yield
    }
  }
  yield* forEach(after.issues.since(before.issues), pace, ({ before: was, after: issue }) => {
    if (issue === undefined) return
    return keep(
      'Issue',
      issue,
      was === undefined ? newIssueTexts(after, issue, now) : issueTexts(after, was, issue, now),
    )
  })
  yield* forEach(after.mergeRequests.since(before.mergeRequests), pace, ({ before: was, after: row }) => {
    if (row === undefined) return
    return keep(
      'MergeRequest',
      row,
      was === undefined ? newMergeRequestTexts(after, row, now) : mergeRequestTexts(done, was, row),
    )
  })
  for (const { row, text } of linkTexts(done)) yield* keep('Issue', row, [text])
  yield* recordBranchMoves(done)
  yield* recordMentions(done)
}

/** What is set when an issue is created; a copy has its dates and times from the other one. */
function newIssueTexts(world: World, issue: Issue, now: Instant): readonly string[] {
  const assigned = people(world, [], issue.assigneeIds, 'assigned to', 'unassigned')
  const told = world.notes.by('byNoteable', 'Issue', issue.id, 1).list()
  if (told.some(({ body }) => /^(?:moved|cloned) from /.test(body))) return assigned
  return [
    ...times(world, { timeEstimate: 0, timeSpent: 0 }, issue, now),
    ...changed(null, issue.dueDate, dueText),
    ...assigned,
  ]
}

function newMergeRequestTexts(world: World, row: MergeRequest, now: Instant): readonly string[] {
  return [
    ...times(world, { timeEstimate: 0, timeSpent: 0 }, row, now),
    ...people(world, [], row.reviewerIds, 'requested review from', 'removed review request for'),
    ...people(world, [], row.assigneeIds, 'assigned to', 'unassigned'),
  ]
}

function issueTexts(world: World, was: Issue, is: Issue, now: Instant): readonly string[] {
  return [
    ...changed(was.title, is.title, titleText),
    ...common(world, was, is, 'issue', now),
    ...people(world, was.assigneeIds, is.assigneeIds, 'assigned to', 'unassigned'),
    ...changed(was.dueDate, is.dueDate, dueText),
    ...changed(was.confidential, is.confidential, (_, hidden) =>
      hidden ? 'made the issue confidential' : 'made the issue visible to everyone',
    ),
    ...changed(
      was.type ?? 'issue',
      is.type ?? 'issue',
      (_, type) => `changed issue type to ${type.replace('_', ' ')}`,
    ),
    ...changed(
      was.severity ?? 'unknown',
      is.severity ?? 'unknown',
      (_, severity) => `changed the severity to **${severities[severity]}**`,
    ),
    ...changed(was.health ?? null, is.health ?? null, (_, health) =>
      health === null
        ? 'removed the health status'
        : `changed health status to **${health.replaceAll('_', ' ')}**`,
    ),
  ]
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
  const [old, title] = [withoutDraft(was.title), withoutDraft(is.title)]
  return [
    ...changed(
      isDraft(was.title),
      isDraft(is.title),
      (_, draft) => `marked this merge request as **${draft ? 'draft' : 'ready'}**`,
    ),
    ...changed(old, title, () => titleText(was.title, is.title)),
    ...common(world, was, is, 'merge request', now),
    ...people(world, was.assigneeIds, is.assigneeIds, 'assigned to', 'unassigned'),
    ...people(world, was.reviewerIds, is.reviewerIds, 'requested review from', 'removed review request for'),
    // Whoever removes the branch tells of what follows from it.
    ...(was.targetBranch === is.targetBranch || isGone(world, was)
      ? []
      : [`changed target branch from \`${was.targetBranch}\` to \`${is.targetBranch}\``]),
    ...autoMergeTexts(before, world, was, is),
  ]
}

function isGone(world: World, { projectId, targetBranch }: MergeRequest): boolean {
  const project = world.projects.get(projectId)
  return project === undefined || branchHead(repositoryOf(world, project), targetBranch) === undefined
}

type Both = Pick<Issue, 'description' | 'timeEstimate' | 'timeSpent' | 'discussionLocked'>

/** What issues and merge requests have in common. */
function common(world: World, was: Both, is: Both, name: string, now: Instant): readonly string[] {
  return [
    ...descriptionTexts(was.description, is.description),
    ...times(world, was, is, now),
    ...changed(
      was.discussionLocked === true,
      is.discussionLocked === true,
      (_, locked) => `${locked ? 'locked' : 'unlocked'} this ${name}`,
    ),
  ]
}

function times(
  world: World,
  was: Pick<Both, 'timeEstimate' | 'timeSpent'>,
  is: Pick<Both, 'timeEstimate' | 'timeSpent'>,
  now: Instant,
): readonly string[] {
  return [
    ...changed(was.timeEstimate, is.timeEstimate, (_, time) =>
      time === 0 ? 'removed time estimate' : `changed time estimate to ${humanTime(world, time)}`,
    ),
    ...changed(was.timeSpent, is.timeSpent, (before, after) => {
      if (after === 0) return 'removed time spent'
      const [verb, time] = after > before ? ['added', after - before] : ['subtracted', before - after]
      return `${verb} ${humanTime(world, time)} of time spent at ${dayOf(now)}`
    }),
  ]
}

function changed<T>(was: T, is: T, tell: (was: T, is: T) => string): readonly string[] {
  return was === is ? [] : [tell(was, is)]
}

/** A title with what is gone in `{-…-}`, and one with what is new in `{+…+}`. */
function titleText(was: string, is: string): string {
  const [old, now] = [[...was], [...is]]
  let start = 0
  while (start < old.length && old[start] === now[start]) start++
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const marked = (title: readonly string[], sign: string) => {
    const middle = title.slice(start, title.length - end).join('')
    const mark = middle === '' ? '' : `{${sign}${middle}${sign}}`
    return `${title.slice(0, start).join('')}${mark}${title.slice(title.length - end).join('')}`
  }
  return `changed title from **${marked(old, '-')}** to **${marked(now, '+')}**`
}

function people(
  world: World,
  was: readonly number[],
  is: readonly number[],
  came: string,
  left: string,
): readonly string[] {
  if (was === is) return []
  const named = (ids: readonly number[]) =>
    sentence(ids.flatMap((id) => world.users.get(id)?.username ?? []).map((name) => `@${name}`))
  const [added, removed] = [is.filter((id) => !was.includes(id)), was.filter((id) => !is.includes(id))]
  const parts = [
    ...(added.length > 0 ? [`${came} ${named(added)}`] : []),
    ...(removed.length > 0 ? [`${left} ${named(removed)}`] : []),
  ]
  return parts.length > 0 ? [parts.join(' and ')] : []
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

function dueText(_: Day | null, due: Day | null): string {
  if (due === null) return 'removed due date'
  const [year, month, day] = due.split('-').map(Number)
  return `changed due date to ${months[(month ?? 1) - 1]} ${day}, ${year}`
}
