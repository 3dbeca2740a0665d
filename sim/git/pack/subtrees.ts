import type { Pace, Steps } from '../../lib/steps.ts'
import { bounds } from '../budget.ts'
import { GitError } from '../git-error.ts'
import { Numbers } from './numbers.ts'

/** Which trees name which, all of them by number. */
export class Subtrees {
  readonly #trees = new Numbers()
  /** For each tree, where its own begin among all. */
  readonly #starts = new Numbers()
  readonly #named = new Numbers()
  /** For each tree, how many entries it has. */
  readonly #sizes = new Numbers()

  /** Begins with the next tree. Its place can be gone back to. */
  mark(tree: number): number {
    this.#trees.push(tree)
    this.#sizes.push(0)
    this.#starts.push(this.#named.length)
    return this.#starts.length - 1
  }

  /** Forgets what was added since a tree was begun with. */
  backTo(mark: number): void {
    this.#named.cut(this.#starts.at(mark))
    this.#sizes.set(mark, 0)
  }

  /** Counts an entry of the tree that was begun with last. */
  count(): void {
    const last = this.#sizes.length - 1
    this.#sizes.set(last, this.#sizes.at(last) + 1)
  }

  /** Adds what the tree that was begun with last has. */
  add(subtree: number): void {
    this.#named.push(subtree)
  }

  /**
   * Throws a GitError where trees lie too deep within one another, or make too many files of few objects. `outside`
   * tells how many places there are in a tree that did not come with them. Nothing names itself by a way round.
   */
  *check(outside: (tree: number) => Steps<number>, pace: Pace): Steps<void> {
    const count = this.#trees.length
    const placeOf = this.#places()
    const depths = new Int32Array(count)
    const sizes = new Float64Array(count)
    for (let place = 0; place < count; place++) sizes[place] = this.#sizes.at(place)
    const open: number[] = []
    for (let first = 0; first < depths.length; first++) {
      if (depths[first] === 0) open.push(first)
      while (open.length > 0) {
        const place = open.at(-1) as number
        if (depths[place] !== 0) {
          open.pop()
          continue
        }
        const end = place + 1 < count ? this.#starts.at(place + 1) : this.#named.length
        const before = open.length
        let depth = 1
        let size = this.#sizes.at(place)
        for (let at = this.#starts.at(place); at < end; at++) {
          const below = (placeOf[this.#named.at(at)] ?? 0) - 1
          if (below < 0) size += yield* outside(this.#named.at(at))
          else if (depths[below] === 0) open.push(below)
          else {
            depth = Math.max(depth, 1 + (depths[below] as number))
            size += sizes[below] as number
          }
        }
        if (pace.after(end - this.#starts.at(place))) yield
        if (open.length > before) continue
        if (depth > bounds.treeDepth) throw new GitError('exceeded maximum allowed tree depth')
        if (size > bounds.places) throw new GitError('exceeded maximum allowed number of files')
        depths[place] = depth
        sizes[place] = size
        open.pop()
      }
    }
  }

  /** By number of a tree: its place, counted from 1. */
  #places(): Uint32Array {
    let most = 0
    for (let place = 0; place < this.#trees.length; place++) most = Math.max(most, this.#trees.at(place))
    const placeOf = new Uint32Array(most + 1)
    for (let place = 0; place < this.#trees.length; place++) placeOf[this.#trees.at(place)] = place + 1
    return placeOf
  }
}
