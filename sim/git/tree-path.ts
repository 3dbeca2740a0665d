import type { ObjectStore, TreeEntry } from './objects.ts'
import { entryIn, splitPath } from './tree.ts'

/** Entries that are remembered for each directory on the way. */
const REMEMBERED = 1024

/**
 * What lies at one path of many trees: of a history, most of whose commits leave most directories as they are. What was
 * found in a directory is remembered, so that each commit looks only at those that it changed.
 */
export class TreePath {
  readonly #objects: ObjectStore
  readonly #names: readonly string[]
  /** By depth: what directories have under the next name. */
  readonly #known: readonly Map<string, TreeEntry | undefined>[]

  constructor(objects: ObjectStore, path: string) {
    this.#objects = objects
    this.#names = splitPath(path)
    this.#known = this.#names.map(() => new Map())
  }

  /** What lies there in a tree, or undefined; the tree itself is no entry. */
  entry(tree: string): TreeEntry | undefined {
    return this.#names.length === 0 ? undefined : this.#below(tree, 0)
  }

  /** Whether anything lies there in a tree. */
  isIn(tree: string): boolean {
    return this.#names.length === 0 || this.entry(tree) !== undefined
  }

  /** Whether the same lies there in two trees, or nothing in both. No further is read than they differ. */
  isSame(one: string, other: string): boolean {
    const last = this.#names.length - 1
    let [a, b] = [one, other]
    for (let depth = 0; depth <= last && a !== b; depth++) {
      const [x, y] = [this.#next(a, depth), this.#next(b, depth)]
      if (depth === last) return x?.id === y?.id && x?.mode === y?.mode
      const [below, beside] = [directory(x), directory(y)]
      if (below === undefined || beside === undefined) {
        const alone = below ?? beside
        return alone === undefined || this.#below(alone, depth + 1) === undefined
      }
      a = below
      b = beside
    }
    return a === b
  }

  #below(tree: string, from: number): TreeEntry | undefined {
    const last = this.#names.length - 1
    let at: string | undefined = tree
    for (let depth = from; depth < last && at !== undefined; depth++) at = directory(this.#next(at, depth))
    return at === undefined ? undefined : this.#next(at, last)
  }

  #next(tree: string, depth: number): TreeEntry | undefined {
    const known = this.#known[depth] as Map<string, TreeEntry | undefined>
    const found = known.get(tree)
    if (found !== undefined || known.has(tree)) return found
    const entry = entryIn(this.#objects, tree, this.#names[depth] as string)
    if (known.size >= REMEMBERED) known.clear()
    known.set(tree, entry)
    return entry
  }
}

function directory(entry: TreeEntry | undefined): string | undefined {
  return entry?.mode === '040000' ? entry.id : undefined
}
