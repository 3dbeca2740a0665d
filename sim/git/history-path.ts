import type { CommitOutline, ObjectStore } from './objects.ts'
import { readOutline } from './outline.ts'
import { TreePath } from './tree-path.ts'

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

/** A history of which only one path matters, or all of it. */
export class PathHistory {
  readonly #objects: ObjectStore
  readonly #firstParent: boolean
  readonly #path: TreePath | undefined

  constructor(objects: ObjectStore, { path = '', firstParent = false }: Simplification) {
    this.#objects = objects
    this.#firstParent = firstParent
    this.#path = path === '' ? undefined : new TreePath(objects, path)
  }

  /**
   * What remains of a commit's parents: one at which the path is the same explains everything, so the others are dropped
   * and the commit is no news. `relevant` says whether a parent may explain away the others; one that is left out of the
   * answer may not.
   */
  simplified(commit: CommitOutline, relevant: (parent: string) => boolean = () => true): Simplified {
    const path = this.#path
    const parents = this.#firstParent ? commit.parents.slice(0, 1) : commit.parents
    if (path === undefined) return { parents, changed: true }
    if (parents.length === 0) return { parents, changed: path.isIn(commit.tree) }
    const same = parents.filter((id) => path.isSame(readOutline(this.#objects, id).tree, commit.tree))
    const explaining = same.find(relevant)
    if (explaining !== undefined) return { parents: [explaining], changed: false }
    const telling = parents.filter(relevant)
    return { parents, changed: telling.length > 0 ? true : same.length < parents.length }
  }
}
