import type { Pace, Steps } from '../../lib/steps.ts'
import { bounds } from '../budget.ts'
import { GitError } from '../git-error.ts'

/** Which trees name which, all of them by number. */
export class Subtrees {
  readonly #trees: number[] = []
  /** For each tree, where its own begin among all. */
  readonly #starts: number[] = []
  readonly #named: number[] = []

  /** Begins with the next tree. Its place can be gone back to. */
  mark(tree: number): number {
    this.#trees.push(tree)
    return this.#starts.push(this.#named.length) - 1
  }

  /** Forgets what was added since a tree was begun with. */
  backTo(mark: number): void {
    this.#named.length = this.#starts[mark] as number
  }

  /** Adds what the tree that was begun with last has. */
  add(subtree: number): void {
    this.#named.push(subtree)
  }

  /** Throws a GitError where trees lie too deep within one another. Nothing names itself by a way round. */
  *checkDepth(pace: Pace): Steps<void> {
    // No deeper than there are trees.
    if (this.#trees.length < bounds.treeDepth) return
    const places = new Map(this.#trees.map((tree, place) => [tree, place]))
    const depths = new Int32Array(this.#trees.length)
    const open: number[] = []
    for (let first = 0; first < depths.length; first++) {
      if (depths[first] === 0) open.push(first)
      while (open.length > 0) {
        const place = open.at(-1) as number
        if (depths[place] !== 0) {
          open.pop()
          continue
        }
        const end = this.#starts[place + 1] ?? this.#named.length
        const before = open.length
        let depth = 1
        for (let at = this.#starts[place] as number; at < end; at++) {
          const below = places.get(this.#named[at] as number)
          if (below === undefined) continue
          if (depths[below] === 0) open.push(below)
          else depth = Math.max(depth, 1 + (depths[below] as number))
        }
        if (pace.after(end - (this.#starts[place] as number))) yield
        if (open.length > before) continue
        if (depth > bounds.treeDepth) throw new GitError('exceeded maximum allowed tree depth')
        depths[place] = depth
        open.pop()
      }
    }
  }
}
