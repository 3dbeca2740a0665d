import { cherryPick, type Replayed, revert } from '../../git/merge/replay.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Branch } from '../branches/branches.ts'
import type { ProjectCommit } from '../commits/project-commit.ts'
import { moveBranch, signatureOf } from '../repository/new-commit.ts'
import { objectsOf } from '../repository/repository.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { titleOf } from './commit-title.ts'

/** Whether an existing commit is cherry-picked or reverted. */
export type Replay = 'cherry-pick' | 'revert'

/** The result of applying a commit to a branch, without storing it. */
export function replayOnBranch(
  world: World,
  replay: Replay,
  { id }: ProjectCommit,
  { head }: Branch,
): Replayed {
  const apply = replay === 'revert' ? revert : cherryPick
  return apply(objectsOf(world), id, head.id)
}

/** Commits the outcome to the branch. A cherry-pick keeps the author of the commit, a revert has the user's. */
export function commitReplay(
  world: World,
  replay: Replay,
  { commit }: ProjectCommit,
  { project, name, head }: Branch,
  made: { readonly tree: string; readonly message: string; readonly by: User },
  now: Instant,
): string {
  const committer = signatureOf(made.by, now)
  const id = objectsOf(world).put({
    type: 'commit',
    tree: made.tree,
    parents: [head.id],
    author: replay === 'revert' ? committer : commit.author,
    committer,
    message: made.message,
  })
  moveBranch(world, project, name, id, now)
  return id
}

/** The default message of the commit. */
export function replayMessage(world: World, replay: Replay, { project, id, commit }: ProjectCommit): string {
  if (replay === 'cherry-pick') return `${commit.message}\n\n(cherry picked from commit ${id})`
  const title = `Revert "${titleOf(commit.message)}"`
  const merged =
    commit.parents.length > 1
      ? world.mergeRequests
          .by('byState', project.id, 'merged')
          .list()
          .find((it) => it.mergeCommitSha === id)
      : undefined
  if (merged === undefined) return `${title}\n\nThis reverts commit ${id}`
  return `${title}\n\nThis reverts merge request !${merged.iid}`
}
