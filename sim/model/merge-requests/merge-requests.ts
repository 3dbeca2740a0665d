import { mergeBase } from '../../git/history.ts'
import { validRefName } from '../../git/refs.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { replaceCodeOwnerRules, updateCodeOwnerRules } from '../approvals/code-owner-rules.ts'
import { descriptionFault } from '../descriptions.ts'
import type { Note } from '../discussions/note.ts'
import { removeTalk } from '../discussions/remove-talk.ts'
import { InvalidRow } from '../invalid-row.ts'
import { labelErrors } from '../labels/labels.ts'
import { isLonger } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { headOf, objectsOf } from '../repository/repository.ts'
import { updated } from '../updated.ts'
import { recordEventOn } from '../users/events.ts'
import { nextId, nextIid, type World } from '../world.ts'
import { removeContextCommits } from './context-commits.ts'
import type { MergeRequest } from './merge-request.ts'
import { deleteVersions, recordFirstVersion, recordVersion } from './merge-request-versions.ts'

/** Columns that creation and update set as they are. */
export interface MergeRequestValues {
  readonly title: string
  readonly description: string | null
  readonly assigneeIds: readonly number[]
  readonly reviewerIds: readonly number[]
  readonly labelIds: readonly number[]
  readonly milestoneId: number | null
  readonly squash: boolean
  readonly removeSourceBranch: boolean | null
  readonly allowCollaboration: boolean
  readonly discussionLocked: boolean | null
  readonly approvalsBeforeMerge: number | null
  readonly mergeAfter?: Instant | null
}

export interface NewMergeRequest {
  readonly source: Project
  readonly target: Project
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly authorId: number
  /** What is left out is as it is of most. */
  readonly values: Partial<MergeRequestValues> & Pick<MergeRequestValues, 'title'>
}

/** Opens a merge request. Throws InvalidRow with the keys of merge-requests#errors-as-arrays. */
export function openMergeRequest(world: World, given: NewMergeRequest, now: Instant): MergeRequest {
  const { source, target, sourceBranch, targetBranch, authorId, values } = given
  refuseSame({ projectId: target.id, sourceProjectId: source.id, sourceBranch, targetBranch })
  if (source.networkId !== target.networkId)
    throw new InvalidRow({ validate_fork: ['Source project is not a fork of the target project'] })
  refuseTwin(world, { projectId: target.id, sourceProjectId: source.id, sourceBranch, targetBranch })
  const { title, description = null, labelIds = NONE } = values
  checkValues(world, { title, description, labelIds, sourceBranch, targetBranch })
  const row = newRow(world, given, now)
  recordFirstVersion(world, row, now)
  world.mergeRequests.insert(row)
  replaceCodeOwnerRules(world, row, [], now)
  recordEventOn(world, 'MergeRequest', row, 'created', authorId, now)
  return row
}

const NONE: readonly never[] = []

// Column by column: an engine is slow to copy objects into one another.
function newRow(world: World, given: NewMergeRequest, now: Instant): MergeRequest {
  const { source, target, sourceBranch, targetBranch, authorId, values } = given
  const { title, description = null, assigneeIds = NONE, reviewerIds = NONE, labelIds = NONE } = values
  const { milestoneId = null, squash = false, removeSourceBranch = null, mergeAfter } = values
  const { allowCollaboration = false, discussionLocked = null, approvalsBeforeMerge = null } = values
  const id = nextId(world, 'mergeRequests')
  const iid = nextIid(world, 'mergeRequests', 'project', target.id)
  const { sha, startSha, baseSha } = diffBetween(world, source, sourceBranch, target, targetBranch)
  const row: MergeRequest = {
    id,
    iid,
    projectId: target.id,
    sourceProjectId: source.id,
    sourceBranch,
    targetBranch,
    authorId,
    description,
    assigneeIds,
    reviewerIds,
    labelIds,
    milestoneId,
    squash,
    removeSourceBranch,
    allowCollaboration,
    discussionLocked,
    approvalsBeforeMerge,
    title,
    sha,
    startSha,
    baseSha,
    state: 'opened',
    mergeCommitSha: null,
    squashCommitSha: null,
    removeOnMerge: null,
    timeEstimate: 0,
    timeSpent: 0,
    autoMerge: null,
    mergeError: null,
    mergedById: null,
    mergedAt: null,
    closedById: null,
    closedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  return mergeAfter === undefined ? row : { ...row, mergeAfter }
}

export interface MergeRequestChanges extends Partial<MergeRequestValues> {
  readonly targetBranch?: string
}

/** Changes a merge request. Throws InvalidRow. */
export function changeMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  changes: MergeRequestChanges,
  now: Instant,
): MergeRequest {
  const retargeted = changes.targetBranch !== undefined && changes.targetBranch !== mergeRequest.targetBranch
  const next = updated(mergeRequest, changes, now)
  if (retargeted) refuseSame(next)
  if (retargeted && next.state === 'opened') refuseTwin(world, next)
  checkValues(world, next)
  if (next === mergeRequest) return mergeRequest
  if (!retargeted) return world.mergeRequests.put(next)
  const changed = world.mergeRequests.put({ ...next, ...diffOf(world, next), autoMerge: null })
  recordVersion(world, changed, now)
  updateCodeOwnerRules(world, changed, now)
  return changed
}

/** Closes an open merge request; in any other state nothing happens. */
export function closeMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  userId: number,
  now: Instant,
): MergeRequest {
  if (mergeRequest.state !== 'opened') return mergeRequest
  const closed = world.mergeRequests.update(mergeRequest.id, {
    state: 'closed',
    closedById: userId,
    closedAt: now,
    autoMerge: null,
    updatedAt: now,
  })
  recordEventOn(world, 'MergeRequest', closed, 'closed', userId, now)
  return closed
}

/**
 * Opens a closed merge request again, unless its discussion is locked. Throws InvalidRow when another one took its
 * place.
 */
export function reopenMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  userId: number,
  now: Instant,
): MergeRequest {
  if (mergeRequest.state !== 'closed' || mergeRequest.discussionLocked === true) return mergeRequest
  refuseTwin(world, mergeRequest)
  const reopened = world.mergeRequests.update(mergeRequest.id, {
    ...diffOf(world, mergeRequest),
    state: 'opened',
    closedById: null,
    closedAt: null,
    updatedAt: now,
  })
  recordVersion(world, reopened, now)
  updateCodeOwnerRules(world, reopened, now)
  recordEventOn(world, 'MergeRequest', reopened, 'reopened', userId, now)
  return reopened
}

/** Deletes a merge request with everything that belongs to it, step by step. Its internal number is never given out again. */
export function* removeMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  pace = new Pace(),
): Steps<void> {
  const { id } = mergeRequest
  yield* removeTalk(world, 'MergeRequest', id, pace)
  for (const draft of world.draftNotes.by('byMergeRequest', id).list()) world.draftNotes.delete(draft.id)
  for (const approval of world.approvals.by('byMergeRequest', id).list()) world.approvals.delete(approval.id)
  for (const rule of world.approvalRules.by('byMergeRequest', id).list()) world.approvalRules.delete(rule.id)
  deleteVersions(world, id)
  removeContextCommits(world, mergeRequest)
  world.mergeRequests.delete(id)
}

type Diff = Pick<MergeRequest, 'sha' | 'baseSha' | 'startSha'>

/** Head, merge base and target head of a merge request as its branches are now. */
export function diffOf(
  world: World,
  mergeRequest: Pick<MergeRequest, 'projectId' | 'sourceProjectId' | 'sourceBranch' | 'targetBranch'>,
): Diff | Record<string, never> {
  const source = world.projects.get(mergeRequest.sourceProjectId)
  const target = world.projects.require(mergeRequest.projectId)
  if (source === undefined) return {}
  const diff = diffBetween(world, source, mergeRequest.sourceBranch, target, mergeRequest.targetBranch)
  // For a deleted branch the last known state is used.
  return diff.sha === null ? {} : diff
}

function diffBetween(
  world: World,
  source: Project,
  sourceBranch: string,
  target: Project,
  targetBranch: string,
): Diff {
  const sha = headOf(world, source, sourceBranch) ?? null
  const startSha = headOf(world, target, targetBranch) ?? null
  const base = sha === null || startSha === null ? undefined : mergeBase(objectsOf(world), startSha, sha)
  return { sha, startSha, baseSha: base ?? null }
}

/** Adds a system note to a merge request. */
export function addSystemNote(
  world: World,
  mergeRequest: MergeRequest,
  userId: number,
  body: string,
  now: Instant,
): Note {
  return addSystemNoteOn(world, 'MergeRequest', mergeRequest, userId, body, now)
}

/** The same for an issue, a merge request or a commit. */
export function addSystemNoteOn(
  world: World,
  noteable: 'Issue' | 'MergeRequest' | 'Commit',
  row: { readonly id: number | string; readonly projectId: number },
  userId: number,
  body: string,
  now: Instant,
): Note {
  const id = nextId(world, 'notes')
  return world.notes.insert({
    id,
    projectId: row.projectId,
    noteable,
    noteableId: row.id,
    discussionId: id.toString(16).padStart(40, '0'),
    type: null,
    body,
    authorId: userId,
    system: true,
    internal: false,
    resolvable: false,
    resolvedById: null,
    resolvedAt: null,
    position: null,
    createdAt: now,
    updatedAt: now,
  })
}

type Route = Pick<MergeRequest, 'projectId' | 'sourceProjectId' | 'sourceBranch' | 'targetBranch'> & {
  readonly id?: number
}

function refuseSame({ projectId, sourceProjectId, sourceBranch, targetBranch }: Route): void {
  if (sourceProjectId === projectId && sourceBranch === targetBranch)
    throw new InvalidRow({ branch_conflict: ["You can't use same project/branch for source and target"] })
}

function refuseTwin({ mergeRequests }: World, route: Route): void {
  const { id, projectId, sourceProjectId, sourceBranch, targetBranch } = route
  const [twin] = mergeRequests
    .by('byRoute', sourceProjectId, sourceBranch, projectId, targetBranch)
    .list()
    .filter((other) => other.id !== id)
  if (twin !== undefined)
    throw new InvalidRow({
      validate_branches: [`Another open merge request already exists for this source branch: !${twin.iid}`],
    })
}

const LONGEST_TITLE = 255

function checkValues(
  world: World,
  values: Pick<MergeRequest, 'title' | 'description' | 'sourceBranch' | 'targetBranch' | 'labelIds'>,
): void {
  const errors: { [attribute: string]: readonly string[] } = { ...labelErrors(values) }
  if (values.title.trim() === '') errors.title = ["can't be blank"]
  else if (isLonger(values.title, LONGEST_TITLE))
    errors.title = [`is too long (maximum is ${LONGEST_TITLE} characters)`]
  const fault = descriptionFault(world, values.description)
  if (fault !== undefined) errors.description = [fault]
  const sourceFault = branchFault(values.sourceBranch)
  if (sourceFault !== undefined) errors.source_branch = [sourceFault]
  const targetFault = branchFault(values.targetBranch)
  if (targetFault !== undefined) errors.target_branch = [targetFault]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}

function branchFault(branch: string): string | undefined {
  if (branch === '') return "can't be blank"
  return validRefName(`refs/heads/${branch}`) ? undefined : 'is invalid'
}
