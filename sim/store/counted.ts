import type { Entries, Stored } from './entries.ts'
import { type IdSet, Ids } from './id-set.ts'
import type { Key } from './key.ts'
import type { AnyRow, RowId } from './row.ts'
import type { Ranked } from './run.ts'
import { Branch, type Leaf, Tree, type TreeNode } from './tree.ts'

type IndexTree = Tree<Key, Stored>
type Node = TreeNode<Key, Stored>

/** How many rows of each node of an index are in a set, as far as somebody asked. */
interface Known {
  tree: IndexTree
  set: Ids
  readonly counts: Map<Node, number>
}

/** So many sets are kept of the indexes of a table. A count takes a few bytes a row. */
const MOST = 8
/** Sets of which more than one row in so many is in one only are another question. */
const UNLIKE = 8

/**
 * How many rows of the nodes of indexes are in sets, so that a row of both is found by its place in O(log n). All versions
 * of a table share them: whoever asks next counts anew what the nodes do not share, and what the sets differ in.
 */
export class Counts<Row extends AnyRow> {
  /** By the place of the index; what was asked for last comes last. */
  readonly #known: { readonly place: number; readonly one: Known }[] = []

  /** The counts of an index that nobody writes to, and of a set. They hold until somebody asks for others. */
  of(
    place: number,
    tree: IndexTree,
    set: Ids,
    entries: Pick<Entries<Row>, 'of' | 'order'>,
    rows: Tree<RowId, Row>,
  ): Map<Node, number> {
    const one = this.#nearest(place, tree, set) ?? { tree, set, counts: new Map() }
    if (one.tree !== tree) Tree.unshared(one.tree, tree, (node) => one.counts.delete(node))
    if (one.set !== set)
      for (const id of Ids.unlike(one.set, set)) {
        const row = rows.get(id)
        if (row === undefined) continue
        for (const stored of entries.of(row))
          for (const node of tree.path(entries.order.keyOf(stored))) one.counts.delete(node)
      }
    one.tree = tree
    one.set = set
    this.#keep(place, one)
    return one.counts
  }

  // The one whose set differs least, which is seldom another question.
  #nearest(place: number, tree: IndexTree, set: Ids): Known | undefined {
    let nearest: Known | undefined
    let least = tree.size / UNLIKE
    for (const known of this.#known) {
      if (known.place !== place) continue
      const apart = Ids.apart(known.one.set, set)
      if (apart > least) continue
      least = apart
      nearest = known.one
    }
    return nearest
  }

  #keep(place: number, one: Known): void {
    const at = this.#known.findIndex((known) => known.one === one)
    if (at >= 0) this.#known.splice(at, 1)
    else if (this.#known.length === MOST) this.#known.shift()
    this.#known.push({ place, one })
  }
}

/** An index of which counts are kept, as nobody writes to it. */
export interface Countable<Row extends AnyRow> {
  readonly counts: Counts<Row>
  readonly place: number
  readonly tree: IndexTree
  readonly entries: Pick<Entries<Row>, 'idOf' | 'of' | 'order'>
  readonly rows: Tree<RowId, Row>
}

/** The rows of an index that are in a set. */
export class CountedIndex<Row extends AnyRow> implements Ranked<Row> {
  readonly #index: Countable<Row>
  readonly #set: Ids

  constructor(index: Countable<Row>, set: IdSet) {
    this.#index = index
    this.#set = Ids.copy(set)
  }

  get size(): number {
    return this.#sizeOf(this.#root, this.#counts())
  }

  rank(key: Key): number {
    const { order } = this.#index.entries
    const counts = this.#counts()
    let rank = 0
    let node = this.#root
    while (node instanceof Branch) {
      const place = node.placeOf(key, order)
      for (let i = 0; i < place; i++) rank += this.#sizeOf(node.children[i] as Node, counts)
      node = node.children[place] as Node
    }
    const before = node.rank(key, order)
    for (let i = 0; i < before; i++) if (this.#has(node.values[i])) rank++
    return rank
  }

  keys(from: number, to: number): Key[] {
    return this.#between(from, to).map(this.#index.entries.order.keyOf)
  }

  ids(from: number, to: number): RowId[] {
    return this.#between(from, to).map(this.#index.entries.idOf)
  }

  slice(from: number, to: number): Row[] {
    return this.ids(from, to).map((id) => this.row(id))
  }

  row(id: RowId): Row {
    return this.#index.rows.get(id) as Row
  }

  clone(): CountedIndex<Row> {
    return this
  }

  get #root(): Node {
    return this.#index.tree.root
  }

  #counts(): Map<Node, number> {
    const { counts, place, tree, entries, rows } = this.#index
    return counts.of(place, tree, this.#set, entries, rows)
  }

  #has(stored: Stored): boolean {
    return this.#set.has(this.#index.entries.idOf(stored) as number)
  }

  #sizeOf(node: Node, counts: Map<Node, number>): number {
    const known = counts.get(node)
    if (known !== undefined) return known
    let size = 0
    if (node instanceof Branch) for (const child of node.children) size += this.#sizeOf(child, counts)
    else for (const stored of node.values) if (this.#has(stored)) size++
    counts.set(node, size)
    return size
  }

  #between(from: number, to: number): Stored[] {
    const found: Stored[] = []
    if (from < to) this.#collect(this.#root, from, to, this.#counts(), found)
    return found
  }

  // Those of a node from one place to before another.
  #collect(node: Node, from: number, to: number, counts: Map<Node, number>, into: Stored[]): void {
    let start = 0
    if (!(node instanceof Branch)) {
      for (const stored of (node as Leaf<Key, Stored>).values)
        if (this.#has(stored)) {
          if (start >= from && start < to) into.push(stored)
          start++
        }
      return
    }
    for (const child of node.children) {
      if (start >= to) return
      const size = this.#sizeOf(child, counts)
      if (start + size > from) this.#collect(child, from - start, to - start, counts, into)
      start += size
    }
  }
}
