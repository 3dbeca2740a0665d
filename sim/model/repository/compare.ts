import { log, mergeBase } from '../../git/history.ts'
import type { ProjectCommit } from '../branches/branches.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { changesBetween, type FileChanges } from './file-changes.ts'
import { objectsOf } from './repository.ts'

/** What lies between two commits. */
export interface Comparison {
  /** As the one that shows it. */
  readonly project: Project
  readonly from: string
  readonly to: string
  /** Where both histories meet; undefined where they never do. */
  readonly base: string | undefined
  /** Compares with `from` itself instead of with what it has in common with `to`. */
  readonly straight: boolean
  /** What `to` has and `from` has not, oldest first. */
  readonly commits: readonly ProjectCommit[]
  readonly changes: FileChanges
}

export function compareCommits(
  world: World,
  project: Project,
  { from, to, straight }: Pick<Comparison, 'from' | 'to' | 'straight'>,
): Comparison {
  const objects = objectsOf(world)
  const base = mergeBase(objects, from, to)
  // These come first: where they take long, this is asked again.
  const changes = changesBetween(world, straight ? from : base, to)
  const commits = [...log(objects, to, { exclude: [from] })].map((entry) => ({ project, ...entry }))
  return { project, from, to, base, straight, commits: commits.reverse(), changes }
}
