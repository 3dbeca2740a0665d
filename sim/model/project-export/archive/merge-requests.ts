import { validRefName } from '../../../git/refs.ts'
import type { Json } from '../../../lib/json.ts'
import { isoTime } from '../../../time/calendar.ts'
import { type Approval, type MergeRequest, mergeRequestStates } from '../../merge-requests/merge-request.ts'
import type { MergeRequestVersion } from '../../merge-requests/merge-request-version.ts'
import { recordVersion } from '../../merge-requests/merge-request-versions.ts'
import type { Project } from '../../projects/project.ts'
import { nextId, reserveIid } from '../../world.ts'
import { eventsOn } from './events.ts'
import {
  Ending,
  type Field,
  type Fields,
  fieldsOf,
  InvalidArchiveRow,
  isObject,
  type JsonObject,
  type Reading,
  type Type,
} from './field.ts'
import { timelogs } from './issues.ts'
import { labelLinks } from './labels.ts'
import { milestoneField } from './milestones.ts'
import { awardsOn, notesOn } from './notes.ts'
import type { Relation } from './relation.ts'
import { changesOf } from './resource-events.ts'
import {
  flag,
  flagOrNull,
  iid,
  objectIdOrNull,
  people,
  person,
  personOrNull,
  textOrNull,
  time,
  timeOrNull,
  title,
  userOf,
  wholeNumber,
  wholeNumberOrNull,
  word,
} from './types.ts'

const { column, told, always } = fieldsOf<MergeRequest>()

const branch: Type<string> = {
  write: (value) => value,
  read: (given) => {
    if (typeof given !== 'string' || given === '') throw new Ending("can't be blank")
    if (!validRefName(`refs/heads/${given}`)) throw new Ending('is invalid')
    return given
  },
}

/** Part of an object inside of an object. */
function inside(given: Json | undefined, key: string): Json | undefined {
  return isObject(given) && Object.hasOwn(given, key) ? given[key] : undefined
}

const mergeParams: Field<MergeRequest> = {
  write: ({ removeSourceBranch, removeOnMerge }) => ({
    ...(removeSourceBranch !== null && { force_remove_source_branch: removeSourceBranch ? '1' : '0' }),
    ...(removeOnMerge !== null && { should_remove_source_branch: removeOnMerge }),
  }),
  read: (given) => ({
    removeSourceBranch: switched(inside(given, 'force_remove_source_branch')),
    removeOnMerge: switched(inside(given, 'should_remove_source_branch')),
  }),
}

function switched(given: Json | undefined): boolean | null {
  if (given === undefined || given === null) return null
  return given === true || given === '1' || given === 1 || given === 'true'
}

const metrics: Field<MergeRequest> = {
  write: (it) => ({
    merged_by_id: it.mergedById,
    merged_at: timeOrNull.write(it.mergedAt, nothing),
    latest_closed_by_id: it.closedById,
    latest_closed_at: timeOrNull.write(it.closedAt, nothing),
    target_project_id: it.projectId,
  }),
  read: (given, into) => ({
    mergedById: personOrNull.read(inside(given, 'merged_by_id'), into),
    mergedAt: timeOrNull.read(inside(given, 'merged_at'), into),
    closedById: personOrNull.read(inside(given, 'latest_closed_by_id'), into),
    closedAt: timeOrNull.read(inside(given, 'latest_closed_at'), into),
  }),
}

const nothing = undefined as never

/** Its head, as archives of releases without a diff tell it. */
const head: Field<MergeRequest> = {
  write: ({ sha }) => sha,
  read: (given, into, whole) => ({
    sha: objectIdOrNull.read(given, into) ?? objectIdOrNull.read(whole.source_branch_sha, into),
    baseSha: null,
    startSha: null,
  }),
}

const version = fieldsOf<MergeRequestVersion>()

/** The latest version of its diff: the commits that it is about. One without commits has none. */
const diff: Relation<MergeRequestVersion, MergeRequest> = {
  name: 'merge_request_diff',
  shape: 'one',
  rows: ({ id }, { world }) => {
    const last = world.mergeRequestVersions.by('byMergeRequest', id).last()
    return last === undefined ? [] : [last]
  },
  fields: {
    state: version.told(() => 'collected'),
    created_at: version.column('createdAt', time),
    updated_at: version.told(({ createdAt }) => isoTime(createdAt)),
    base_commit_sha: version.column('baseSha', objectIdOrNull),
    head_commit_sha: {
      write: ({ headSha }) => headSha,
      read: (given, into) => {
        const headSha = objectIdOrNull.read(given, into)
        return headSha === null ? {} : { headSha }
      },
    },
    start_commit_sha: version.column('startSha', objectIdOrNull),
    merge_request_diff_commits: version.always([]),
    merge_request_diff_files: version.always([]),
  },
  put: ({ headSha, baseSha = null, startSha = null, createdAt = 0 }, { id, sha }, { world }) => {
    const commits = { sha: headSha ?? sha, baseSha, startSha }
    recordVersion(world, world.mergeRequests.update(id, commits), createdAt)
    return undefined
  },
}

/** The merge that runs when the pipeline succeeds. */
const autoMerge: Field<MergeRequest> = {
  write: (it) => it.autoMerge !== null,
  read: (given, into, whole) => ({ autoMerge: given === true ? waiting(whole, into) : null }),
}

function waiting(whole: JsonObject, into: Reading): MergeRequest['autoMerge'] {
  const sha = objectIdOrNull.read(whole.diff_head_sha, into)
  if (sha === null) return null
  const userId = userOf(whole.merge_user_id, into).id
  return { userId, sha, mergeCommitMessage: null, squashCommitMessage: null }
}

const fields: Fields<MergeRequest> = {
  target_branch: column('targetBranch', branch),
  source_branch: column('sourceBranch', branch),
  source_project_id: told(({ sourceProjectId }) => sourceProjectId),
  target_project_id: told(({ projectId }) => projectId),
  author_id: column('authorId', person),
  title: column('title', title()),
  created_at: column('createdAt', time),
  updated_at: column('updatedAt', time),
  state: column('state', word(mergeRequestStates, 'opened')),
  merge_status: always('unchecked'),
  iid: column('iid', iid),
  description: column('description', textOrNull),
  updated_by_id: always(null),
  merge_error: column('mergeError', textOrNull),
  merge_params: mergeParams,
  merge_when_pipeline_succeeds: autoMerge,
  merge_user_id: told((it) => it.autoMerge?.userId ?? it.mergedById),
  merge_commit_sha: column('mergeCommitSha', objectIdOrNull),
  squash_commit_sha: column('squashCommitSha', objectIdOrNull),
  squash: column('squash', flag(false)),
  in_progress_merge_commit_sha: always(null),
  lock_version: always(0),
  approvals_before_merge: column('approvalsBeforeMerge', wholeNumberOrNull),
  rebase_commit_sha: always(null),
  time_estimate: column('timeEstimate', wholeNumber(0)),
  last_edited_at: always(null),
  last_edited_by_id: always(null),
  head_pipeline_id: always(null),
  discussion_locked: column('discussionLocked', flagOrNull),
  allow_maintainer_to_push: column('allowCollaboration', flag(false)),
  diff_head_sha: head,
  source_branch_sha: told(({ sha }) => sha),
  target_branch_sha: told(({ startSha }) => startSha),
  metrics,
  merge_request_assignees: column('assigneeIds', people),
  merge_request_reviewers: column('reviewerIds', people),
  label_links: labelLinks<MergeRequest>('MergeRequest'),
  milestone: milestoneField<MergeRequest>(),
  timelogs: timelogs<MergeRequest>(({ timeSpent }) => timeSpent),
}

const approval = fieldsOf<Approval>()

const approvals: Relation<Approval, MergeRequest> = {
  name: 'approvals',
  shape: 'many',
  rows: ({ id }, { world }) => world.approvals.by('byMergeRequest', id).list(),
  fields: {
    user_id: approval.column('userId', person),
    created_at: approval.column('createdAt', time),
    updated_at: approval.told(({ createdAt }) => isoTime(createdAt)),
  },
  put: (columns, { id: mergeRequestId }, { world }) => {
    const { userId, createdAt } = columns as Approval
    const known = world.approvals.find('byUser', userId, mergeRequestId)
    if (known !== undefined) return known
    return world.approvals.insert({ id: nextId(world, 'approvals'), mergeRequestId, userId, createdAt })
  },
}

/** Merge requests into a project; those from elsewhere come from the project itself when they are read. */
export const mergeRequests: Relation<MergeRequest, Project> = {
  name: 'merge_requests',
  shape: 'many',
  rows: (project, { world }) => world.mergeRequests.by('byProject', project.id).ascending(),
  fields,
  parts: [
    diff,
    ...changesOf<MergeRequest>('MergeRequest'),
    notesOn<MergeRequest>('MergeRequest'),
    awardsOn<MergeRequest>('MergeRequest'),
    approvals,
    eventsOn<MergeRequest>('MergeRequest'),
  ],
  put: (columns, project, { world }) => {
    const it = columns as MergeRequest
    if (world.mergeRequests.find('byIid', project.id, it.iid) !== undefined)
      throw new InvalidArchiveRow('Validation failed: Iid has already been taken')
    reserveIid(world, 'mergeRequests', 'project', project.id, it.iid)
    return world.mergeRequests.insert({
      ...it,
      id: nextId(world, 'mergeRequests'),
      projectId: project.id,
      sourceProjectId: project.id,
      // One that was being merged is open still.
      state: it.state === 'locked' ? 'opened' : it.state,
    })
  },
}
