import { Pace, type Steps } from '../../lib/steps.ts'
import type { Day, Instant } from '../../time/calendar.ts'
import { descriptionFault } from '../descriptions.ts'
import { removeTalk } from '../discussions/remove-talk.ts'
import { InvalidRow } from '../invalid-row.ts'
import { labelErrors } from '../labels/labels.ts'
import { BLANK, isLonger, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { updated } from '../updated.ts'
import { recordEventOn } from '../users/events.ts'
import type { User } from '../users/user.ts'
import { nextId, nextIid, reserveIid, type World } from '../world.ts'
import type { HealthStatus, Issue, IssueSeverity, IssueType, StateEvent } from './issue.ts'
import { removeLinks } from './issue-links.ts'

/** Columns that creation and update set as they are. */
export interface IssueValues {
  readonly title: string
  readonly description: string | null
  readonly assigneeIds: readonly number[]
  readonly labelIds: readonly number[]
  readonly milestoneId: number | null
  readonly confidential: boolean
  readonly discussionLocked: boolean | null
  readonly dueDate: Day | null
  readonly weight: number | null
  readonly type?: IssueType
  readonly health?: HealthStatus | null
  readonly severity?: IssueSeverity
}

/** The number and the time that an issue is given, where these are not the next number and now. */
export interface IssueOrigin {
  readonly iid?: number | undefined
  readonly createdAt?: Instant | undefined
}

/** Opens an issue. Throws InvalidRow. */
export function openIssue(
  world: World,
  project: Project,
  author: User,
  values: IssueValues,
  now: Instant,
  { iid, createdAt = now }: IssueOrigin = {},
): Issue {
  check(world, values)
  if (iid !== undefined) reserveIid(world, 'issues', 'project', project.id, iid)
  const issue = world.issues.insert({
    id: nextId(world, 'issues'),
    iid: iid ?? nextIid(world, 'issues', 'project', project.id),
    projectId: project.id,
    authorId: author.id,
    ...values,
    state: 'opened',
    timeEstimate: 0,
    timeSpent: 0,
    closedAt: null,
    closedById: null,
    createdAt,
    updatedAt: createdAt,
  })
  record(world, issue, 'created', author, now, createdAt)
  return issue
}

/** Changes an issue. Throws InvalidRow. */
export function changeIssue(world: World, issue: Issue, changes: Partial<IssueValues>, now: Instant): Issue {
  const next = updated(issue, changes, now)
  check(world, next)
  return next === issue ? issue : world.issues.put(next)
}

/** Closes an open issue; one that is closed stays as it is. */
export function closeIssue(world: World, issue: Issue, by: User, now: Instant): Issue {
  if (issue.state === 'closed') return issue
  record(world, issue, 'closed', by, now)
  return world.issues.put({ ...issue, state: 'closed', closedAt: now, closedById: by.id, updatedAt: now })
}

/** Opens a closed issue again; why it was closed is forgotten. */
export function reopenIssue(world: World, issue: Issue, by: User, now: Instant): Issue {
  if (issue.state === 'opened') return issue
  record(world, issue, 'reopened', by, now)
  const { movedToId: _moved, duplicateOfId: _duplicate, ...rest } = issue
  return world.issues.put({ ...rest, state: 'opened', closedAt: null, closedById: null, updatedAt: now })
}

/** Deletes an issue with everything that belongs to it, step by step. Its internal number is never given out again. */
export function* removeIssue(world: World, id: number, pace = new Pace()): Steps<void> {
  yield* removeTalk(world, 'Issue', id, pace)
  for (const event of world.stateEvents.by('byIssue', id).list()) world.stateEvents.delete(event.id)
  const part = world.epicIssues.find('byIssue', id)
  if (part !== undefined) world.epicIssues.delete(part.id)
  const made = world.userAgentDetails.find('bySubject', 'Issue', id)
  if (made !== undefined) world.userAgentDetails.delete(made.id)
  removeLinks(world, id)
  world.issues.delete(id)
}

// Burndown charts are drawn from these, with the time of creation that an issue was given.
function record(
  world: World,
  issue: Issue,
  action: StateEvent['action'],
  by: User,
  now: Instant,
  at: Instant = now,
): void {
  world.stateEvents.insert({ id: nextId(world, 'stateEvents'), issueId: issue.id, action, userId: by.id, at })
  recordEventOn(world, 'Issue', issue, action, by.id, now)
}

const LONGEST_TITLE = 255

function check(world: World, values: IssueValues): void {
  const { title, description, weight } = values
  const errors: { [attribute: string]: readonly string[] } = { ...labelErrors(values) }
  if (title.trim() === '') errors.title = [BLANK]
  else if (isLonger(title, LONGEST_TITLE)) errors.title = [tooLong(LONGEST_TITLE)]
  const fault = descriptionFault(world, description)
  if (fault !== undefined) errors.description = [fault]
  if (weight !== null && weight < 0) errors.weight = ['must be greater than or equal to 0']
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
