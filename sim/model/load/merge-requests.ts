import type { MergeRequestDescription } from '../../../fixtures/schema.ts'
import { mergeBase } from '../../git/history.ts'
import { readCommit } from '../../git/objects.ts'
import { branchHead } from '../../git/repository.ts'
import type { Steps } from '../../lib/steps.ts'
import type { AutoMerge, MergeRequest } from '../merge-requests/merge-request.ts'
import { recordVersion } from '../merge-requests/merge-request-versions.ts'
import { objectsOf, repositoryOf } from '../repository/repository.ts'
import { nextId } from '../world.ts'
import { loadApprovals } from './approvals.ts'
import {
  type Loading,
  loadEach,
  type ProjectScope,
  timeOf,
  timeOrNull,
  touch,
  userIdOrNull,
  userIds,
} from './loading.ts'
import { loadAwards, loadNotes } from './notes.ts'
import { assignNumbers } from './numbers.ts'
import { labelIds, latest, milestoneId } from './planning.ts'
import { explainRow, type StateChange } from './resource-events.ts'
import { putIids } from './sequences.ts'

/** The merge requests into a project. All repositories have to be there, since branches come from forks too. */
export function* loadMergeRequests(loading: Loading, scope: ProjectScope): Steps<void> {
  const all = scope.description.mergeRequests ?? []
  const path = `${scope.path}.mergeRequests`
  const iids = putIids(
    loading,
    'mergeRequests',
    'project',
    scope.row.id,
    assignNumbers(
      all.map((it) => it.iid),
      path,
    ),
  )
  yield* loadEach(loading, all, function* (it, i) {
    const at = `${path}[${i}]`
    const source =
      it.sourceProject === undefined
        ? scope
        : loading.projects.require(it.sourceProject, `${at}.sourceProject`)
    const row = loading.world.mergeRequests.insert(
      mergeRequestRow(loading, scope, source, it, iids[i] as number, at),
    )
    recordVersion(loading.world, row, row.createdAt)
    explainRow(loading.world, 'MergeRequest', row, endOf(row))
    scope.mergeRequests.add(row.iid, row, at)
    touch(scope, row.updatedAt)
    yield* loadApprovals(loading, scope, row, it, at)
    yield* loadAwards(loading, 'MergeRequest', row.id, it.awards, at)
    yield* loadNotes(
      loading,
      scope,
      { kind: 'MergeRequest', id: row.id, iid: row.iid, mergeRequest: row, source },
      it.notes,
      at,
    )
    yield* loadSubscriptions(loading, row, it, at)
  })
}

function mergeRequestRow(
  loading: Loading,
  scope: ProjectScope,
  source: ProjectScope,
  it: MergeRequestDescription,
  iid: number,
  path: string,
): MergeRequest {
  const createdAt = timeOf(loading, it.createdAt)
  const targetBranch = it.targetBranch ?? scope.row.defaultBranch
  const commits = commitsOf(loading, scope, source, it, targetBranch, path)
  if (source === scope && it.sourceBranch === targetBranch)
    throw new Error(`${path}.sourceBranch: '${it.sourceBranch}' is the target branch of the same project`)
  const ended = [it.mergedAt, it.closedAt].flatMap((at) => (at === undefined ? [] : [{ at }]))
  const events = [...(it.approvals ?? []), ...(it.notes ?? []), ...ended]
  const updatedAt = timeOrNull(loading, it.updatedAt) ?? latest(loading, createdAt, events)
  // What is merged or closed became so at some time: no later than it changed last.
  const endedAt = (state: MergeRequest['state']) => (it.state === state ? updatedAt : null)
  return {
    id: nextId(loading.world, 'mergeRequests'),
    iid,
    projectId: scope.row.id,
    sourceProjectId: source.row.id,
    title: it.title,
    description: it.description ?? null,
    state: it.state ?? 'opened',
    authorId: loading.users.require(it.author, `${path}.author`).id,
    assigneeIds: userIds(loading, it.assignees, `${path}.assignees`),
    reviewerIds: userIds(loading, it.reviewers, `${path}.reviewers`),
    labelIds: labelIds(scope, it.labels, path),
    milestoneId: milestoneId(scope, it.milestone, path),
    sourceBranch: it.sourceBranch,
    targetBranch,
    ...commits,
    squash: it.squash ?? false,
    removeOnMerge: it.removeOnMerge ?? null,
    removeSourceBranch: it.removeSourceBranch ?? null,
    allowCollaboration: it.allowCollaboration ?? false,
    discussionLocked: it.discussionLocked ?? null,
    approvalsBeforeMerge: it.approvalsBeforeMerge ?? null,
    timeEstimate: it.timeEstimate ?? 0,
    timeSpent: it.timeSpent ?? 0,
    autoMerge: autoMergeOf(loading, it, commits.sha, path),
    mergeError: it.mergeError ?? null,
    mergedById: userIdOrNull(loading, it.mergedBy, `${path}.mergedBy`),
    mergedAt: timeOrNull(loading, it.mergedAt) ?? endedAt('merged'),
    closedById: userIdOrNull(loading, it.closedBy, `${path}.closedBy`),
    closedAt: timeOrNull(loading, it.closedAt) ?? endedAt('closed'),
    createdAt,
    updatedAt,
  }
}

function endOf({ state, mergedAt, mergedById, closedAt, closedById }: MergeRequest): StateChange[] {
  const [at, userId] = state === 'merged' ? [mergedAt, mergedById] : [closedAt, closedById]
  return (state === 'merged' || state === 'closed') && at !== null ? [{ state, userId, at }] : []
}

type Commits = Pick<MergeRequest, 'sha' | 'baseSha' | 'startSha' | 'mergeCommitSha' | 'squashCommitSha'>

function commitsOf(
  loading: Loading,
  scope: ProjectScope,
  source: ProjectScope,
  it: MergeRequestDescription,
  targetBranch: string,
  path: string,
): Commits {
  const { world } = loading
  const objects = objectsOf(world)
  const named = (key: string | undefined, field: string, of: ProjectScope) =>
    key === undefined ? undefined : of.commits.require(key, `${path}.${field}`)
  const sha = named(it.head, 'head', source) ?? branchHead(repositoryOf(world, source.row), it.sourceBranch)
  if (sha === undefined)
    throw new Error(`${path}.head: missing, since there is no branch '${it.sourceBranch}'`)
  const squashCommit = named(it.squashCommit, 'squashCommit', scope)
  const mergeCommit = named(it.mergeCommit, 'mergeCommit', scope)
  const result = mergeCommit ?? squashCommit
  const start =
    named(it.start, 'start', scope) ??
    (result === undefined ? undefined : readCommit(objects, result).parents[0]) ??
    branchHead(repositoryOf(world, scope.row), targetBranch)
  if (start === undefined) throw new Error(`${path}.targetBranch: there is no branch '${targetBranch}'`)
  return {
    sha,
    baseSha: mergeBase(objects, sha, start) ?? null,
    startSha: start,
    mergeCommitSha: mergeCommit ?? null,
    squashCommitSha: squashCommit ?? null,
  }
}

function autoMergeOf(
  loading: Loading,
  it: MergeRequestDescription,
  sha: string | null,
  path: string,
): AutoMerge | null {
  if (it.autoMerge === undefined || sha === null) return null
  const userId = loading.users.require(it.autoMerge, `${path}.autoMerge`).id
  return { userId, sha, mergeCommitMessage: null, squashCommitMessage: null }
}

function* loadSubscriptions(
  loading: Loading,
  row: MergeRequest,
  it: MergeRequestDescription,
  path: string,
): Steps<void> {
  yield* loadEach(loading, it.subscriptions, ({ user, subscribed }, i) => {
    loading.world.subscriptions.insert({
      id: nextId(loading.world, 'subscriptions'),
      target: 'MergeRequest',
      targetId: row.id,
      userId: loading.users.require(user, `${path}.subscriptions[${i}].user`).id,
      subscribed,
    })
  })
}
