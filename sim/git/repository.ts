import type { ObjectStore } from './objects.ts'
import type { RefStore } from './refs.ts'

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
