import type { LogEntry } from '../git/log-options.ts'
import { readCommit } from '../git/objects.ts'
import { changedFiles } from '../git/tree-diff.ts'
import type { Project } from '../model/projects/project.ts'
import { objectsOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'
import type { Situation } from './abilities.ts'
import { type CommitOrigin, pushRuleFault, pushRuleOf } from './push-rules.ts'
import type { RefChange } from './pushes.ts'

/** True where new commits are looked at one by one; elsewhere their history need not be walked. */
export function examinesCommits(world: World, project: Project): boolean {
  return pushRuleOf(world, project) !== undefined || hasLocks(world, project)
}

/** Why a change of one reference and its new commits are refused, in the service's words and order. */
export function newCommitsFault(
  situation: Situation,
  project: Project,
  change: RefChange,
  commits: readonly LogEntry[],
  origin: CommitOrigin,
): string | undefined {
  const rule = pushRuleOf(situation.world, project)
  return (
    lockFault(situation, project, commits) ??
    (rule && pushRuleFault(situation, project, rule, change, commits, origin))
  )
}

function hasLocks(world: World, { id, settings }: Project): boolean {
  return settings.lfs && world.lfsLocks.by('byProject', id).first() !== undefined
}

/** A file that somebody else has locked stays as it is, on every branch. */
function lockFault(
  { world, caller }: Situation,
  project: Project,
  commits: readonly LogEntry[],
): string | undefined {
  if (!hasLocks(world, project)) return undefined
  for (const { commit } of commits)
    for (const path of changedPaths(world, commit)) {
      const lock = world.lfsLocks.find('byPath', project.id, path)
      if (lock !== undefined && lock.userId !== caller.user?.id)
        return `The path '${path}' is locked in Git LFS by ${world.users.require(lock.userId).name}`
    }
  return undefined
}

function changedPaths(world: World, { parents: [parent], tree }: LogEntry['commit']): string[] {
  const objects = objectsOf(world)
  const before = parent === undefined ? undefined : readCommit(objects, parent).tree
  return [...changedFiles(objects, before, tree)].map(({ newPath }) => newPath)
}
