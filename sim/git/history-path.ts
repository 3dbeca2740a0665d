import { type Commit, type ObjectStore, readCommit } from './objects.ts'
import { entryAt, isSameAt } from './tree.ts'

export interface Simplified {
  /** The parents that still have to be followed. */
  readonly parents: readonly string[]
  /** Whether the commit belongs in the answer. */
  readonly changed: boolean
}

export interface Simplification {
  readonly path?: string
  readonly firstParent?: boolean
}

/**
 * What remains of a commit's parents when only one path matters: a parent at which the path is the same explains
 * everything, so the others are dropped and the commit is no news. `relevant` says whether a parent may explain
 * away the others; one that is left out of the answer may not.
 */
export function simplifyParents(
  objects: ObjectStore,
  commit: Commit,
  { path, firstParent }: Simplification,
  relevant: (parent: string) => boolean = () => true,
): Simplified {
  const parents = firstParent ? commit.parents.slice(0, 1) : commit.parents
  if (path === undefined || path === '') return { parents, changed: true }
  if (parents.length === 0) return { parents, changed: entryAt(objects, commit.tree, path) !== undefined }
  const same = parents.filter((id) => isSameAt(objects, readCommit(objects, id).tree, commit.tree, path))
  const explaining = same.find(relevant)
  if (explaining !== undefined) return { parents: [explaining], changed: false }
  const telling = parents.filter(relevant)
  return { parents, changed: telling.length > 0 ? true : same.length < parents.length }
}
