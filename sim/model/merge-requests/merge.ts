import { countBetween, log, mergeBases } from '../../git/history.ts'
import { type ObjectStore, readCommit } from '../../git/objects.ts'
import type { Instant } from '../../time/calendar.ts'
import { closedIssues } from '../issues/closing.ts'
import { closeIssue } from '../issues/issues.ts'
import type { Project } from '../projects/project.ts'
import { updateAfterBranchMove } from '../repository/branch-moved.ts'
import { linkMergedLfsObjects } from '../repository/lfs-objects.ts'
import { signatureOf } from '../repository/new-commit.ts'
import { objectsOf, repositoryOf } from '../repository/repository.ts'
import { recordEventOn, recordPush } from '../users/events.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { commitMessages, mergeMessage, squashMessage } from './merge-messages.ts'
import type { MergeRequest } from './merge-request.ts'
import { addSystemNote } from './merge-requests.ts'
import { headsOf, isReachable, storeMerge } from './mergeability.ts'

export interface MergeOptions {
  readonly by: User
  /** Replaces the default text when it is not empty. */
  readonly mergeCommitMessage: string | null
  readonly squashCommitMessage: string | null
  /** True when `by` may delete the source branch. */
  readonly mayRemoveSource: boolean
}

/** Why a merge cannot be carried out. */
export class MergeFailure extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'MergeFailure'
  }
}

/**
 * Merges: squashes first where asked, makes the commits of the project's merge method, moves the target branch, and does
 * what follows from a merge. Throws MergeFailure, having written nothing that matters, when it cannot be done.
 */
export function mergeMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  options: MergeOptions,
  now: Instant,
): MergeRequest {
  const project = world.projects.require(mergeRequest.projectId)
  const { source, target } = headsOf(world, mergeRequest)
  if (source === undefined || target === undefined) throw new MergeFailure('Branch cannot be merged')
  const forward = isReachable(world, target, source)
  if (project.settings.mergeMethod !== 'merge' && !forward) throw new MergeFailure('Branch cannot be merged')
  const squashed = willSquash(project, mergeRequest)
    ? squash(world, mergeRequest, { source, target }, options, now)
    : undefined
  const merged = mergedHead(
    world,
    mergeRequest,
    project,
    { head: squashed ?? source, target, message: options.mergeCommitMessage },
    options.by,
    now,
  )
  repositoryOf(world, project).refs.set(`refs/heads/${mergeRequest.targetBranch}`, merged)
  linkMergedLfsObjects(world, mergeRequest, { from: target, to: merged })
  const row = world.mergeRequests.update(mergeRequest.id, {
    state: 'merged',
    sha: source,
    mergeCommitSha: project.settings.mergeMethod === 'ff' ? null : merged,
    squashCommitSha: squashed ?? null,
    mergedById: options.by.id,
    mergedAt: now,
    mergeError: null,
    autoMerge: null,
    updatedAt: now,
  })
  recordEventOn(world, 'MergeRequest', row, 'merged', options.by.id, now)
  const pushed = { refType: 'branch', ref: row.targetBranch, from: target, to: merged } as const
  recordPush(world, project, options.by.id, pushed, now)
  closeIssues(world, project, row, options.by, now)
  removeSource(world, row, options, now)
  updateAfterBranchMove(world, project, row.targetBranch, now)
  return world.mergeRequests.require(row.id)
}

/** True when the merge squashes: asked for, or where the project says always; never where it says so. */
export function willSquash(project: Project, mergeRequest: MergeRequest): boolean {
  const { squashOption } = project.settings
  return squashOption === 'always' || (squashOption !== 'never' && mergeRequest.squash)
}

interface Sides {
  readonly source: string
  readonly target: string
}

function squash(
  world: World,
  mergeRequest: MergeRequest,
  { source, target }: Sides,
  options: MergeOptions,
  now: Instant,
): string {
  const objects = objectsOf(world)
  const message = options.squashCommitMessage || squashMessage(world, mergeRequest, options.by)
  const commits = [...log(objects, source, { exclude: mergeBases(objects, target, source), limit: 2 })]
  const [only] = commits
  // A single commit with the same text is its own squash.
  if (
    commits.length === 1 &&
    only !== undefined &&
    readCommit(objects, source).message.trim() === message.trim()
  )
    return source
  const base = mergeRequest.baseSha ?? target
  const author = signatureOf(world.users.require(mergeRequest.authorId), now)
  const tree = readCommit(objects, source).tree
  return objects.put({
    type: 'commit',
    tree,
    parents: [base],
    author,
    committer: signatureOf(options.by, now),
    message: `${message}\n`,
  })
}

interface Merging {
  readonly head: string
  readonly target: string
  readonly message: string | null
}

function mergedHead(
  world: World,
  mergeRequest: MergeRequest,
  project: Project,
  { head, target, message }: Merging,
  by: User,
  now: Instant,
): string {
  if (project.settings.mergeMethod === 'ff') return head
  const result = storeMerge(world, target, head)
  if (!('tree' in result)) throw new MergeFailure('Branch cannot be merged')
  const signature = signatureOf(by, now)
  return objectsOf(world).put({
    type: 'commit',
    tree: result.tree,
    parents: [target, head],
    author: signature,
    committer: signature,
    message: message || mergeMessage(world, mergeRequest, by),
  })
}

function closeIssues(
  world: World,
  project: Project,
  mergeRequest: MergeRequest,
  by: User,
  now: Instant,
): void {
  if (!project.settings.autocloseReferencedIssues || mergeRequest.targetBranch !== project.defaultBranch)
    return
  const texts = [mergeRequest.title, mergeRequest.description, ...commitMessages(world, mergeRequest)]
  for (const iid of new Set(texts.flatMap((text) => closedIssues(text)))) {
    const issue = world.issues.find('byIid', project.id, iid)
    if (issue !== undefined) closeIssue(world, issue, by, now)
  }
}

/** At most this many open merge requests onto a removed branch are retargeted to where it was merged. */
const RETARGETED = 4

function removeSource(world: World, mergeRequest: MergeRequest, options: MergeOptions, now: Instant): void {
  const wanted = mergeRequest.removeOnMerge ?? mergeRequest.removeSourceBranch ?? false
  const source = world.projects.get(mergeRequest.sourceProjectId)
  if (!wanted || !options.mayRemoveSource || source === undefined) return
  repositoryOf(world, source).refs.delete(`refs/heads/${mergeRequest.sourceBranch}`)
  if (source.id === mergeRequest.projectId) {
    const chained = world.mergeRequests.by('byTarget', source.id, mergeRequest.sourceBranch, 'opened').list()
    for (const other of chained.slice(0, RETARGETED)) {
      const moved = world.mergeRequests.update(other.id, {
        targetBranch: mergeRequest.targetBranch,
        updatedAt: now,
      })
      const { sourceBranch, targetBranch } = mergeRequest
      const text = `deleted the \`${sourceBranch}\` branch. This merge request now targets the \`${targetBranch}\` branch`
      addSystemNote(world, moved, options.by.id, text, now)
    }
  }
  updateAfterBranchMove(world, source, mergeRequest.sourceBranch, now)
}

/** Commits of the target branch that the source branch lacks. */
export function divergedCommits(world: World, mergeRequest: MergeRequest): number {
  const { source, target } = headsOf(world, mergeRequest)
  const objects: ObjectStore = objectsOf(world)
  return source === undefined || target === undefined ? 0 : countBetween(objects, source, target)
}
