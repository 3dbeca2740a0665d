import { append } from '../lib/lists.ts'
import type { Key } from './key.ts'
import type { RowId } from './row.ts'
import { type Ranked, Run } from './run.ts'

/** So many ids are read at once. */
const STEP = 1024

/**
 * The rows of a run whose ids pass, as a run, for as long as nobody writes. All ids are looked at once, and no row or key is:
 * whoever goes far behind the first page gets there sooner than by taking one after the other.
 */
export function someOf<Row>(run: Run<Row>, passes: (id: number) => boolean): Run<Row> {
  const all = run.fixed()
  const places: number[] = []
  const count = all.count()
  for (let from = 0; from < count; from += STEP) {
    let place = from
    for (const id of all.idsOf('ascending', from, STEP)) {
      if (passes(id as number)) places.push(place)
      place++
    }
  }
  return new Run(new Some(all, places), [], {}, true)
}

class Some<Row> implements Ranked<Row> {
  readonly #all: Run<Row>
  /** Where they stand among all. */
  readonly #places: readonly number[]

  constructor(all: Run<Row>, places: readonly number[]) {
    this.#all = all
    this.#places = places
  }

  get size(): number {
    return this.#places.length
  }

  rank(key: Key): number {
    const place = this.#all.rank(key)
    let [low, high] = [0, this.#places.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#places[middle] as number) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  keys(from: number, to: number): Key[] {
    return this.#each(from, to, (first, behind) => this.#all.continuations(first, behind))
  }

  ids(from: number, to: number): RowId[] {
    return this.#each(from, to, (first, behind) => this.#all.idsOf('ascending', first, behind - first))
  }

  slice(from: number, to: number): Row[] {
    return this.ids(from, to).map((id) => this.row(id))
  }

  row(id: RowId): Row {
    return this.#all.row(id)
  }

  clone(): Some<Row> {
    return new Some(this.#all.clone(), this.#places)
  }

  // Those that stand side by side are read at once.
  #each<T>(from: number, to: number, at: (first: number, behind: number) => T[]): T[] {
    const found: T[] = []
    const until = Math.min(to, this.#places.length)
    for (let i = Math.max(from, 0); i < until; ) {
      const first = this.#places[i] as number
      let length = 1
      while (i + length < until && this.#places[i + length] === first + length) length++
      append(found, at(first, first + length))
      i += length
    }
    return found
  }
}
