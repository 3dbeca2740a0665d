import { type Change, commitSteps } from '../../git/changes.ts'
import type { Signature } from '../../git/objects.ts'
import { finished, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { protectDefaultBranch } from '../branches/protect-branch.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { updateAfterBranchMove } from './branch-moved.ts'
import { firstRef, headOf, repositoryOf } from './repository.ts'

/** A commit to be made on a branch. */
export interface NewPush {
  readonly branch: string
  /** The commit that it starts from; undefined for the first one of a repository. */
  readonly start: string | undefined
  readonly changes: readonly Change[]
  readonly message: string
  readonly author: Signature
  readonly committer: Signature
}

/** A user's name on a commit made now. */
export function signatureOf(user: Pick<User, 'name' | 'email'>, now: Instant): Signature {
  return { name: user.name, email: user.email, at: now, offset: 0 }
}

/** Commits changes to a branch, which is created where it is missing. Gives the commit's id. Throws ChangeError. */
export function pushCommit(world: World, project: Project, push: NewPush, now: Instant): string {
  return finished(pushCommitSteps(world, project, push, now))
}

/** The same step by step. */
export function* pushCommitSteps(world: World, project: Project, push: NewPush, now: Instant): Steps<string> {
  const { branch, start, changes, message, author, committer } = push
  const repository = repositoryOf(world, project)
  const wasEmpty = isEmpty(world, project)
  const parents = start === undefined ? [] : [start]
  const id = yield* commitSteps(repository, { branch, parents, changes, message, author, committer })
  const bytes = changes.reduce((sum, change) => sum + (change.content?.length ?? 0), 0)
  follow(world, project, { branch, wasEmpty, bytes }, now)
  return id
}

/** The first commit of a repository whose first branch is asked for by its name: an empty file on the default branch. */
export function addEmptyReadme(world: World, project: Project, by: User, now: Instant): void {
  const author = signatureOf(by, now)
  const changes = [{ action: 'create', path: 'README.md', content: new Uint8Array() }] as const
  const push = { branch: project.defaultBranch, start: undefined, changes, message: 'Add README.md' }
  pushCommit(world, project, { ...push, author, committer: author }, now)
}

/** Creates a branch, or points it somewhere else. */
export function moveBranch(world: World, project: Project, branch: string, sha: string, now: Instant): void {
  const wasEmpty = isEmpty(world, project)
  repositoryOf(world, project).refs.set(`refs/heads/${branch}`, sha)
  follow(world, project, { branch, wasEmpty, bytes: 0 }, now)
}

export function deleteBranch(world: World, project: Project, branch: string, now: Instant): void {
  repositoryOf(world, project).refs.delete(`refs/heads/${branch}`)
  updateAfterBranchMove(world, project, branch, now)
}

/** Creates a tag: annotated where it has a message, else a mere name for the commit. */
export function createTag(
  world: World,
  project: Project,
  tag: {
    readonly name: string
    readonly sha: string
    readonly message: string | null
    readonly tagger: Signature
  },
): void {
  const { name, sha, message, tagger } = tag
  const { refs, objects } = repositoryOf(world, project)
  const id = message
    ? objects.put({ type: 'tag', object: sha, targetType: 'commit', name, tagger, message: ended(message) })
    : sha
  refs.set(`refs/tags/${name}`, id)
}

export function deleteTag(world: World, project: Project, name: string): void {
  repositoryOf(world, project).refs.delete(`refs/tags/${name}`)
}

/** True while no branch exists. */
export function isEmpty(world: World, project: Project): boolean {
  // Most have their default branch, which takes less than to look for any.
  if (headOf(world, project, project.defaultBranch) !== undefined) return false
  return firstRef(world, project, 'refs/heads/') === undefined
}

interface Moved {
  readonly branch: string
  readonly wasEmpty: boolean
  readonly bytes: number
}

// The first branch of a repository becomes its default one, and protected.
function follow(world: World, project: Project, { branch, wasEmpty, bytes }: Moved, now: Instant): void {
  recordActivity(world, project.id, now)
  const before = world.projects.require(project.id)
  const repository = before.sizes.repository + bytes
  // A push may move thousands of branches, few of which change anything about the project.
  const changed =
    wasEmpty || bytes > 0
      ? world.projects.update(project.id, {
          ...(wasEmpty && { defaultBranch: branch }),
          ...(bytes > 0 && { sizes: { ...before.sizes, repository } }),
        })
      : before
  if (wasEmpty) protectDefaultBranch(world, changed)
  updateAfterBranchMove(world, changed, branch, now)
}

function ended(message: string): string {
  return message.endsWith('\n') ? message : `${message}\n`
}
