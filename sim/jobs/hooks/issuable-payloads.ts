import type { Json } from '../../lib/json.ts'
import { isDraft } from '../../model/discussions/drafts.ts'
import type { Note } from '../../model/discussions/note.ts'
import type { Issue } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { mergeStatus } from '../../model/merge-requests/mergeability.ts'
import { isoTime } from '../../time/calendar.ts'
import {
  changesPart,
  labelParts,
  type Payload,
  type PayloadContext,
  pageOf,
  projectPart,
  repositoryPart,
  userPart,
} from './parts.ts'
import { commitPart } from './push-payloads.ts'

type Columns<Row> = { readonly [field: string]: (row: Row) => Json }

const issueColumns: Columns<Issue> = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  confidential: ({ confidential }) => confidential,
  discussion_locked: ({ discussionLocked }) => discussionLocked,
  due_date: ({ dueDate }) => dueDate,
  milestone_id: ({ milestoneId }) => milestoneId,
  weight: ({ weight }) => weight,
  time_estimate: ({ timeEstimate }) => timeEstimate,
  closed_at: ({ closedAt }) => (closedAt === null ? null : isoTime(closedAt)),
  labels: ({ labelIds }) => [...labelIds],
  assignees: ({ assigneeIds }) => [...assigneeIds],
}

/** The payload of an issue event; undefined where no relevant column changed. */
export function issuePayload(
  told: PayloadContext,
  before: Issue | undefined,
  issue: Issue,
): Payload | undefined {
  const action = actionOf(before?.state, issue.state)
  const changes = changesPart(before, issue, issueColumns)
  if (action === 'update' && Object.keys(changes).length === 0) return undefined
  return {
    object_kind: 'issue',
    event_type: issue.confidential ? 'confidential_issue' : 'issue',
    user: userPart(told.world, told.user),
    project: projectPart(told),
    object_attributes: { ...issueAttributes(told, issue), action },
    labels: labelParts(told, issue),
    changes: named(told, before, issue, changes),
    repository: repositoryPart(told),
    assignees: people(told, issue.assigneeIds),
  }
}

export function issueAttributes(told: PayloadContext, issue: Issue): Payload {
  return {
    id: issue.id,
    iid: issue.iid,
    title: issue.title,
    description: issue.description,
    author_id: issue.authorId,
    assignee_id: issue.assigneeIds[0] ?? null,
    assignee_ids: [...issue.assigneeIds],
    milestone_id: issue.milestoneId,
    project_id: issue.projectId,
    confidential: issue.confidential,
    discussion_locked: issue.discussionLocked,
    due_date: issue.dueDate,
    weight: issue.weight,
    state: issue.state,
    state_id: issue.state === 'opened' ? 1 : 2,
    created_at: isoTime(issue.createdAt),
    updated_at: isoTime(issue.updatedAt),
    closed_at: issue.closedAt === null ? null : isoTime(issue.closedAt),
    time_estimate: issue.timeEstimate,
    total_time_spent: issue.timeSpent,
    labels: labelParts(told, issue),
    url: pageOf(told, `/-/issues/${issue.iid}`),
  }
}

const mergeRequestColumns: Columns<MergeRequest> = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  target_branch: ({ targetBranch }) => targetBranch,
  milestone_id: ({ milestoneId }) => milestoneId,
  discussion_locked: ({ discussionLocked }) => discussionLocked,
  time_estimate: ({ timeEstimate }) => timeEstimate,
  labels: ({ labelIds }) => [...labelIds],
  assignees: ({ assigneeIds }) => [...assigneeIds],
  reviewers: ({ reviewerIds }) => [...reviewerIds],
}

/** The payload of a merge request event; undefined where no relevant column changed. */
export function mergeRequestPayload(
  told: PayloadContext,
  before: MergeRequest | undefined,
  row: MergeRequest,
): Payload | undefined {
  const action =
    row.state === 'merged' && before?.state !== 'merged' ? 'merge' : actionOf(before?.state, row.state)
  const changes = changesPart(before, row, mergeRequestColumns)
  const pushed = before !== undefined && before.sha !== row.sha && row.state === 'opened'
  if (action === 'update' && !pushed && Object.keys(changes).length === 0) return undefined
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: userPart(told.world, told.user),
    project: projectPart(told),
    object_attributes: {
      ...mergeRequestAttributes(told, row),
      action,
      ...(pushed && { oldrev: before.sha }),
    },
    labels: labelParts(told, row),
    changes: named(told, before, row, changes),
    repository: repositoryPart(told),
    assignees: people(told, row.assigneeIds),
    reviewers: people(told, row.reviewerIds),
  }
}

export function mergeRequestAttributes(told: PayloadContext, row: MergeRequest): Payload {
  const { world } = told
  const source = world.projects.get(row.sourceProjectId)
  return {
    id: row.id,
    iid: row.iid,
    title: row.title,
    description: row.description,
    author_id: row.authorId,
    assignee_id: row.assigneeIds[0] ?? null,
    assignee_ids: [...row.assigneeIds],
    reviewer_ids: [...row.reviewerIds],
    milestone_id: row.milestoneId,
    source_branch: row.sourceBranch,
    target_branch: row.targetBranch,
    source_project_id: row.sourceProjectId,
    target_project_id: row.projectId,
    state: row.state,
    merge_status: mergeStatus(world, row),
    merge_commit_sha: row.mergeCommitSha,
    merge_error: row.mergeError,
    merge_when_pipeline_succeeds: row.autoMerge !== null,
    work_in_progress: isDraft(row.title),
    draft: isDraft(row.title),
    blocking_discussions_resolved: true,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    time_estimate: row.timeEstimate,
    total_time_spent: row.timeSpent,
    last_commit: row.sha === null ? null : commitPart(told, row.sha),
    source: source === undefined ? null : projectPart({ ...told, project: source }),
    target: projectPart(told),
    labels: labelParts(told, row),
    url: pageOf(told, `/-/merge_requests/${row.iid}`),
  }
}

/** The payload of a note event. */
export function notePayload(told: PayloadContext, note: Note): Payload {
  const { world } = told
  const issue = note.noteable === 'Issue' ? world.issues.get(Number(note.noteableId)) : undefined
  const request =
    note.noteable === 'MergeRequest' ? world.mergeRequests.get(Number(note.noteableId)) : undefined
  const commit = note.noteable === 'Commit' ? String(note.noteableId) : undefined
  const page =
    issue !== undefined
      ? `/-/issues/${issue.iid}`
      : request !== undefined
        ? `/-/merge_requests/${request.iid}`
        : commit !== undefined
          ? `/-/commit/${commit}`
          : `/-/snippets/${note.noteableId}`
  return {
    object_kind: 'note',
    event_type: note.internal ? 'confidential_note' : 'note',
    user: userPart(world, told.user),
    project_id: told.project.id,
    project: projectPart(told),
    object_attributes: {
      id: note.id,
      note: note.body,
      noteable_type: note.noteable,
      noteable_id: typeof note.noteableId === 'number' ? note.noteableId : null,
      author_id: note.authorId,
      project_id: note.projectId,
      commit_id: commit ?? null,
      discussion_id: note.discussionId,
      type: note.type,
      system: note.system,
      internal: note.internal,
      created_at: isoTime(note.createdAt),
      updated_at: isoTime(note.updatedAt),
      description: note.body,
      url: `${pageOf(told, page)}#note_${note.id}`,
    },
    repository: repositoryPart(told),
    ...(issue !== undefined && { issue: issueAttributes(told, issue) }),
    ...(request !== undefined && { merge_request: mergeRequestAttributes(told, request) }),
    ...(commit !== undefined && { commit: commitPart(told, commit) }),
  }
}

function actionOf(before: string | undefined, after: string): string {
  if (before === undefined) return 'open'
  if (before === after) return 'update'
  return after === 'closed' ? 'close' : 'reopen'
}

function people({ world }: PayloadContext, ids: readonly number[]): Payload[] {
  return ids.map((id) => userPart(world, world.users.get(id)))
}

/** Changes of lists by what they name, instead of by id. */
function named<Row extends { readonly labelIds: readonly number[]; readonly assigneeIds: readonly number[] }>(
  told: PayloadContext,
  before: Row | undefined,
  after: Row,
  changes: Payload,
): Payload {
  const lists = {
    labels: (row: Row) => labelParts(told, row),
    assignees: (row: Row) => people(told, row.assigneeIds),
  }
  const spelt = Object.entries(lists).flatMap(([field, of]) =>
    changes[field] === undefined
      ? []
      : [[field, { previous: before === undefined ? [] : of(before), current: of(after) }] as const],
  )
  return { ...changes, ...Object.fromEntries(spelt) }
}
