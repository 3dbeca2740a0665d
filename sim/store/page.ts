import type { Key } from './key.ts'
import type { RowId } from './row.ts'
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

/** Lists of the ids that stand in an index, by their order and places. */
export class Pages {
  readonly #ofOrders = new Map<string, Map<number, readonly RowId[]>>()

  /** The ids from one place to before another, in an order: the same list as before. */
  idsAt(order: string, from: number, to: number, ids: () => readonly RowId[]): readonly RowId[] {
    if (to - from > LONGEST) return ids()
    let lists = this.#ofOrders.get(order)
    if (lists === undefined) {
      lists = new Map()
      this.#ofOrders.set(order, lists)
    }
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
