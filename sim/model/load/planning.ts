import type { IssueDescription, LabelDescription, MilestoneDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Issue } from '../issues/issue.ts'
import type { Label } from '../labels/label.ts'
import type { Milestone } from '../milestones/milestone.ts'
import { nextId } from '../world.ts'
import { type Loading, loadEach, type ProjectScope, timeOf, timeOrNull, touch, userIds } from './loading.ts'
import type { Names } from './names.ts'
import { loadAwards, loadNotes } from './notes.ts'
import { assignNumbers } from './numbers.ts'
import { explainRow, type StateChange } from './resource-events.ts'
import { putIids } from './sequences.ts'

/** Where labels and milestones belong. */
export interface PlanningOf {
  readonly kind: 'project' | 'group'
  readonly id: number
  readonly createdAt: Instant
  readonly path: string
  readonly labels: Names<Label>
  readonly milestones: Names<Milestone>
}

export function* loadLabels(
  loading: Loading,
  of: PlanningOf,
  labels: readonly LabelDescription[] = [],
): Steps<void> {
  yield* loadEach(loading, labels, (label, i) => {
    const row = loading.world.labels.insert({
      id: nextId(loading.world, 'labels'),
      projectId: of.kind === 'project' ? of.id : null,
      groupId: of.kind === 'group' ? of.id : null,
      title: label.title,
      color: label.color,
      description: label.description ?? null,
      priority: label.priority ?? null,
      createdAt: timeOrNull(loading, label.createdAt) ?? of.createdAt,
    })
    of.labels.add(label.title, row, `${of.path}.labels[${i}].title`)
  })
}

export function* loadMilestones(
  loading: Loading,
  of: PlanningOf,
  list: readonly MilestoneDescription[] = [],
): Steps<void> {
  const path = `${of.path}.milestones`
  const iids = putIids(
    loading,
    'milestones',
    of.kind,
    of.id,
    assignNumbers(
      list.map((it) => it.iid),
      path,
    ),
  )
  yield* loadEach(loading, list, (milestone, i) => {
    const createdAt = timeOf(loading, milestone.createdAt)
    const row = loading.world.milestones.insert({
      id: nextId(loading.world, 'milestones'),
      iid: iids[i] as number,
      projectId: of.kind === 'project' ? of.id : null,
      groupId: of.kind === 'group' ? of.id : null,
      title: milestone.title,
      description: milestone.description ?? null,
      state: milestone.state ?? 'active',
      dueOn: milestone.dueOn ?? null,
      startOn: milestone.startOn ?? null,
      createdAt,
      updatedAt: timeOrNull(loading, milestone.updatedAt) ?? createdAt,
    })
    of.milestones.add(milestone.title, row, `${path}[${i}].title`)
  })
}

export function* loadIssues(loading: Loading, scope: ProjectScope): Steps<void> {
  const issues = scope.description.issues ?? []
  const path = `${scope.path}.issues`
  const iids = putIids(
    loading,
    'issues',
    'project',
    scope.row.id,
    assignNumbers(
      issues.map((it) => it.iid),
      path,
    ),
  )
  yield* loadEach(loading, issues, function* (issue, i) {
    const at = `${path}[${i}]`
    const row = loading.world.issues.insert(issueRow(loading, scope, issue, iids[i] as number, at))
    touch(scope, row.updatedAt)
    yield* loadHistory(loading, row, issue, at)
    yield* loadAwards(loading, 'Issue', row.id, issue.awards, at)
    yield* loadNotes(loading, scope, { kind: 'Issue', id: row.id, iid: row.iid }, issue.notes, at)
  })
}

function issueRow(
  loading: Loading,
  scope: ProjectScope,
  issue: IssueDescription,
  iid: number,
  path: string,
): Issue {
  const createdAt = timeOf(loading, issue.createdAt)
  const last = issue.history?.at(-1)
  const closing = last?.action === 'closed' ? last : undefined
  const closedBy =
    closing && loading.users.require(closing.by, `${path}.history[${(issue.history?.length ?? 0) - 1}].by`)
  return {
    id: nextId(loading.world, 'issues'),
    iid,
    projectId: scope.row.id,
    title: issue.title,
    description: issue.description ?? null,
    state: closing === undefined ? 'opened' : 'closed',
    authorId: loading.users.require(issue.author, `${path}.author`).id,
    assigneeIds: userIds(loading, issue.assignees, `${path}.assignees`),
    labelIds: labelIds(scope, issue.labels, path),
    milestoneId: milestoneId(scope, issue.milestone, path),
    confidential: issue.confidential ?? false,
    discussionLocked: issue.discussionLocked ?? null,
    dueDate: issue.dueOn ?? null,
    weight: issue.weight ?? null,
    ...(issue.health !== undefined && { health: issue.health }),
    timeEstimate: issue.timeEstimate ?? 0,
    timeSpent: issue.timeSpent ?? 0,
    closedAt: timeOrNull(loading, closing?.at),
    closedById: closedBy?.id ?? null,
    createdAt,
    updatedAt:
      timeOrNull(loading, issue.updatedAt) ??
      latest(loading, createdAt, [...(issue.history ?? []), ...(issue.notes ?? [])]),
  }
}

export function labelIds(scope: ProjectScope, titles: readonly string[] | undefined, path: string): number[] {
  return (titles ?? []).map((title, i) => scope.labels.require(title, `${path}.labels[${i}]`).id)
}

export function milestoneId(scope: ProjectScope, title: string | undefined, path: string): number | null {
  return title === undefined ? null : scope.milestones.require(title, `${path}.milestone`).id
}

/** The latest of a time and the times of what followed. */
export function latest(
  loading: Loading,
  since: Instant,
  events: readonly { readonly at: string }[],
): Instant {
  return events.reduce((last, { at }) => Math.max(last, timeOf(loading, at)), since)
}

function* loadHistory(
  loading: Loading,
  issue: Issue,
  { history = [] }: IssueDescription,
  path: string,
): Steps<void> {
  const record = (action: 'created' | 'closed' | 'reopened', userId: number, at: Instant) =>
    loading.world.stateEvents.insert({
      id: nextId(loading.world, 'stateEvents'),
      issueId: issue.id,
      action,
      userId,
      at,
    })
  record('created', issue.authorId, issue.createdAt)
  const states: StateChange[] = []
  yield* loadEach(loading, history, ({ action: state, by, at: given }, i) => {
    const [userId, at] = [loading.users.require(by, `${path}.history[${i}].by`).id, timeOf(loading, given)]
    record(state, userId, at)
    states.push({ state, userId, at })
  })
  explainRow(loading.world, 'Issue', issue, states)
}
