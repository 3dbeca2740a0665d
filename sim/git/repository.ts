import type { ObjectStore } from './objects.ts'
import type { RefStore } from './refs.ts'

export type { Change, ChangeFault } from './changes.ts'
export { ChangeError, commitChanges } from './changes.ts'
export type { Ref, RefStore } from './refs.ts'
export { blockingRef, memoryRefs, validBranchName, validRefName } from './refs.ts'
export { peel, resolveCommit } from './revision.ts'
export type { Entry } from './tree.ts'
export { entryAt, treeFrom, walkTree } from './tree.ts'

/** Objects and the names by which they are reached; `defaultBranch` is a short name, what `HEAD` means. */
export interface Repository {
  readonly objects: ObjectStore
  readonly refs: RefStore
  readonly defaultBranch: string
}

/** The commit a branch points to, if the branch exists. */
export function branchHead(repo: Repository, branch: string): string | undefined {
  return repo.refs.get(`refs/heads/${branch}`)
}
