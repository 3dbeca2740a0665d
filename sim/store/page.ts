import type { Key } from './key.ts'
import type { RowId } from './row.ts'
import type { RunOrder } from './run.ts'
import type { Tree } from './tree.ts'

/**
 * Rows of an index that follow one another. The list of their ids is the same one for as long as the index is: what is
 * known of it needs no look at the rows, which are found when somebody asks for them.
 */
export class PageOfRows<Row> implements Iterable<Row> {
  readonly ids: readonly RowId[]
  readonly #row: (id: RowId) => Row

  constructor(ids: readonly RowId[], row: (id: RowId) => Row) {
    this.ids = ids
    this.#row = row
  }

  *[Symbol.iterator](): Generator<Row> {
    for (const id of this.ids) yield this.#row(id)
  }
}

/** So many lists of ids are kept of an index. */
const MOST = 1000
/** Longer ones are not. */
const LONGEST = 1024

/** Lists of the ids that stand in an index, by their places. */
export class Pages {
  readonly #byPlace: { readonly [order in RunOrder]: Map<number, readonly RowId[]> } = {
    ascending: new Map(),
    descending: new Map(),
    ascendingTiesDescending: new Map(),
    descendingTiesAscending: new Map(),
  }

  /** The ids from one place to before another, in an order: the same list as before. */
  idsAt(order: RunOrder, from: number, to: number, ids: () => readonly RowId[]): readonly RowId[] {
    if (to - from > LONGEST) return ids()
    const lists = this.#byPlace[order]
    const places = from * (LONGEST + 1) + (to - from)
    let list = lists.get(places)
    if (list === undefined) {
      if (lists.size >= MOST) lists.clear()
      list = ids()
      lists.set(places, list)
    }
    return list
  }
}

const pages = new WeakMap<Tree<Key, unknown>, Pages>()

/** The pages of an index that nobody writes to any more. */
export function pagesOf(index: Tree<Key, unknown>): Pages {
  let known = pages.get(index)
  if (known === undefined) {
    known = new Pages()
    pages.set(index, known)
  }
  return known
}
