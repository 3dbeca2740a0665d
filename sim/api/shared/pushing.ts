import { type Change, ChangeError } from '../../git/changes.ts'
import { readCommit } from '../../git/objects.ts'
import { validBranchName } from '../../git/refs.ts'
import type { Steps } from '../../lib/steps.ts'
import { branchNamed } from '../../model/branches/branches.ts'
import type { Project } from '../../model/projects/project.ts'
import { withPointers } from '../../model/repository/lfs-objects.ts'
import { isEmpty, pushCommitSteps, signatureOf } from '../../model/repository/new-commit.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { recordPush } from '../../model/users/events.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { mayPush } from '../../policy/branches.ts'
import { examinesCommits, newCommitsFault } from '../../policy/new-commits.ts'
import type { RefChange } from '../../policy/pushes.ts'
import { message, type Refusal } from '../../protocol/refusal.ts'

/** A commit as a client requests it. */
export interface CommitRequest {
  readonly branch: string
  readonly commitMessage: string
  /** Where a new branch starts; default: the branch itself. */
  readonly startBranch?: string | null | undefined
  readonly startSha?: string | null | undefined
  /** The project that has the start; default: the one that is committed to. */
  readonly startProject?: Project
  readonly authorEmail?: string | null | undefined
  readonly authorName?: string | null | undefined
  /** Overwrites a branch that exists. */
  readonly force?: boolean
  readonly changes: readonly Change[]
}

export const PUSH_REFUSED = 'You are not allowed to push into this branch'

/** Commits to a branch, with the checks and refusals of the service. Returns the commit's id. */
export function* commitTo(situation: Situation, project: Project, given: CommitRequest): Steps<string> {
  const { world, caller, now } = situation
  const committer = signatureOf(caller.user as User, now)
  const author = {
    ...committer,
    ...(given.authorName && { name: given.authorName }),
    ...(given.authorEmail && { email: given.authorEmail }),
  }
  const push = {
    branch: given.branch,
    message: given.commitMessage,
    author,
    committer,
  }
  const start = startOf(situation, project, given)
  const changes = yield* withPointers(world, project, start, given.changes)
  try {
    const from = branchNamed(world, project, given.branch)?.head.id ?? null
    const to = yield* pushCommitSteps(world, project, { start, changes, ...push }, now)
    refuseNewCommits(
      situation,
      project,
      { name: `refs/heads/${given.branch}`, from: from ?? undefined, to },
      [to],
    )
    const pushed = { refType: 'branch', ref: given.branch, from, to } as const
    recordPush(world, project, caller.user?.id ?? 0, pushed, now)
    return to
  } catch (problem) {
    throw problem instanceof ChangeError ? refusedChange(problem) : problem
  }
}

/** Refuses a change that the project's push rule, or the lock of a file, forbids. */
export function refuseNewCommits(
  situation: Situation,
  project: Project,
  change: RefChange,
  commits: readonly string[],
): void {
  const fault = faultOfNewCommits(situation, project, change, commits)
  if (fault !== undefined) throw message(400, fault)
}

/** Why the project's push rule, or the lock of a file, forbids commits that the service makes. */
export function faultOfNewCommits(
  situation: Situation,
  project: Project,
  change: RefChange,
  commits: readonly string[],
): string | undefined {
  if (!examinesCommits(situation.world, project)) return undefined
  const objects = objectsOf(situation.world)
  const made = commits.map((id) => ({ id, commit: readCommit(objects, id) }))
  return newCommitsFault(situation, project, change, made, 'made here')
}

// Checked in the order of the service: right to push, start, branch, its name.
function startOf(situation: Situation, project: Project, given: CommitRequest): string | undefined {
  const { world } = situation
  const { branch, startSha, startProject = project, force = false } = given
  const startBranch = given.startBranch || (startSha ? undefined : branch)
  if (!mayPush(situation, project, branch)) throw message(400, PUSH_REFUSED)
  if (startSha && !/^[0-9a-f]{40}$/.test(startSha)) throw message(400, `Invalid start_sha '${startSha}'`)
  if (isEmpty(world, project)) {
    // The first branch becomes the default one, which is protected from the start.
    if (!can(situation, 'admin_project', project)) throw message(400, PUSH_REFUSED)
    refuseName(branch)
    return undefined
  }
  const start = startSha
    ? commitNamed(world, startProject, startSha)
    : branchNamed(world, startProject, startBranch ?? '')?.head.id
  if (start === undefined)
    throw message(
      400,
      startSha
        ? `Cannot find start_sha '${startSha}'`
        : 'You can only create or edit files when you are on a branch',
    )
  if (startBranch === branch && startProject.id === project.id) return start
  if (!force && branchNamed(world, project, branch) !== undefined)
    throw message(
      400,
      `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
    )
  refuseName(branch)
  return start
}

function refuseName(branch: string): void {
  if (validBranchName(branch)) return
  throw message(
    400,
    `Something went wrong when we tried to create '${branch}' for you: Branch name is invalid`,
  )
}

function refusedChange({ kind, path }: ChangeError): Refusal {
  switch (kind) {
    case 'exists':
      return message(400, 'A file with this name already exists')
    case 'directory':
      return message(400, 'A directory with this name already exists')
    case 'missing':
      return message(400, "A file with this name doesn't exist")
    case 'not-directory':
      return message(400, `A file with this name already exists`)
    case 'invalid':
      return message(400, `invalid path: '${path}'`)
    default:
      return kind satisfies never
  }
}
