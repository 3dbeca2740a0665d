import type { Steps } from '../lib/steps.ts'
import { Counts } from './counted.ts'
import type { IndexDefinition, TableDefinition } from './definition.ts'
import type { Entries, Stored } from './entries.ts'
import type { Key, KeyPart } from './key.ts'
import { KeyColumns } from './key-sort.ts'
import { NOBODY, Owner } from './owner.ts'
import type { AnyRow, RowId } from './row.ts'
import { Tree } from './tree.ts'

/** A write that some indexes do not show yet, behind the one before it. */
interface Written<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
  readonly earlier: Written<Row> | undefined
  /** How many writes there were with it. */
  readonly count: number
}

/** An index as it was after so many writes. */
interface Indexed<Row> {
  /** Undefined while nobody has asked for it. */
  tree: Tree<Key, Stored> | undefined
  /** What it is made of when somebody does. */
  readonly rows: Tree<RowId, Row> | undefined
  shows: number
  /** Whoever has the same one writes in place. */
  readonly owner: Owner
}

/** The indexes of a table, by place, and the places by name. */
interface Declared<Row> {
  readonly entries: readonly Entries<Row>[]
  readonly places: ReadonlyMap<string, number>
}

/** After so many writes all indexes show them, so that no more are kept. */
const MOST_WAITING = 64

/**
 * The indexes of some version of a table. Most of them are not looked at between two writes, so each shows what was
 * written when somebody next asks for it: writes that come together copy the nodes of a tree once, and of those that move
 * the same row the last one counts.
 */
export class Indexes<Row extends AnyRow> {
  readonly #declared: Declared<Row>
  readonly #all: Indexed<Row>[]
  #newest: Written<Row> | undefined
  #count: number
  #owner: Owner | undefined
  /** All versions share them. */
  readonly counts: Counts<Row>

  private constructor(
    declared: Declared<Row>,
    all: Indexed<Row>[],
    counts: Counts<Row>,
    newest?: Written<Row>,
    count = 0,
  ) {
    this.counts = counts
    this.#declared = declared
    this.#all = all
    this.#newest = newest
    this.#count = count
  }

  /** Each is put in order when it is first asked for: most indexes of most worlds never are. */
  static of<Row extends AnyRow>(
    definitions: TableDefinition<Row>['indexes'],
    rows: Tree<RowId, Row>,
  ): Indexes<Row> {
    const names = Object.keys(definitions)
    const declared = {
      entries: names.map((name) => (definitions[name] as IndexDefinition<Row>).entries),
      places: new Map(names.map((name, place) => [name, place])),
    }
    const same = rows.clone()
    const all = names.map(() => ({ tree: undefined, rows: same, shows: 0, owner: NOBODY }))
    return new Indexes(declared, all, new Counts())
  }

  /** The same indexes, to be written to on their own. */
  copy(): Indexes<Row> {
    this.#owner = undefined
    return new Indexes(this.#declared, this.#all.slice(), this.counts, this.#newest, this.#count)
  }

  #own(): Owner {
    this.#owner ??= new Owner()
    return this.#owner
  }

  /** Takes note of a write to the rows, which are given as they are after it. */
  write(before: Row | undefined, after: Row | undefined, rows: Tree<RowId, Row>): void {
    if (this.#all.length === 0) return
    this.#count++
    this.#newest = { before, after, earlier: this.#newest, count: this.#count }
    if (this.#count % MOST_WAITING === 0) this.#showAll(rows)
  }

  /** How often something was written to the rows. */
  get writes(): number {
    return this.#count
  }

  /** The place of an index, for whoever asks for it more than once. */
  placeOf(name: string): number {
    return this.#declared.places.get(name) as number
  }

  /** How rows stand in the index at a place. */
  entriesAt(place: number): Entries<Row> {
    return this.#declared.entries[place] as Entries<Row>
  }

  /** An index by its name, as the rows are now. */
  get(name: string): Tree<Key, Stored> {
    return this.at(this.placeOf(name))
  }

  /** Puts all in order that nobody has asked for, one after the other. */
  *arrange(): Steps<void> {
    for (const place of this.#all.keys()) {
      this.at(place)
      yield
    }
  }

  /** The index at a place, as the rows are now. */
  at(place: number): Tree<Key, Stored> {
    const index = this.#all[place] as Indexed<Row>
    return index.tree !== undefined && index.shows === this.#count ? index.tree : this.#shown(place, index)
  }

  #shown(place: number, index: Indexed<Row>): Tree<Key, Stored> {
    const entries = this.#declared.entries[place] as Entries<Row>
    // Once for all versions that share it.
    index.tree ??= treeOf(entries, index.rows as Tree<RowId, Row>)
    const waiting = this.#since(index.shows)
    const isOwn = index.owner === this.#owner
    let { tree } = index
    let isWritable = isOwn
    for (const { before, after } of waiting) {
      // Most writes leave most indexes alone.
      if (standsAsBefore(entries, before, after)) continue
      if (!isWritable) tree = tree.clone()
      isWritable = true
      replace(tree, entries, before, after)
    }
    if (isOwn) index.shows = this.#count
    else {
      const owner = isWritable ? this.#own() : NOBODY
      this.#all[place] = { tree, rows: undefined, shows: this.#count, owner }
    }
    return tree
  }

  /** The writes after so many, each row once. */
  #since(shown: number): readonly Pick<Written<Row>, 'before' | 'after'>[] {
    const newest = this.#newest
    if (newest === undefined || newest.count <= shown) return []
    if (newest.count === shown + 1) return [newest]
    const byId = new Map<RowId, { before: Row | undefined; readonly after: Row | undefined }>()
    for (
      let one: Written<Row> | undefined = newest;
      one !== undefined && one.count > shown;
      one = one.earlier
    ) {
      const { before, after } = one
      const id = ((after ?? before) as Row).id
      const later = byId.get(id)
      if (later === undefined) byId.set(id, { before, after })
      else later.before = before
    }
    return [...byId.values()]
  }

  #showAll(rows: Tree<RowId, Row>): void {
    let asIs: Tree<RowId, Row> | undefined
    for (const [place, { tree }] of this.#all.entries()) {
      if (tree !== undefined) this.at(place)
      else {
        asIs ??= rows.clone()
        this.#all[place] = { tree, rows: asIs, shows: this.#count, owner: NOBODY }
      }
    }
    this.#newest = undefined
  }
}

function treeOf<Row extends AnyRow>(
  { each, order }: Entries<Row>,
  rows: Tree<RowId, Row>,
): Tree<Key, Stored> {
  const all: Stored[] = []
  const columns = new KeyColumns()
  let areAlike = true
  let areSeveral = false
  const tell = (stored: Stored, key: Key) => {
    all.push(stored)
    areAlike &&= columns.add(key)
  }
  // They come in the order of their ids, in which equal keys stay.
  for (const row of rows.slice()) {
    const before = all.length
    each(row, tell)
    if (all.length > before + 1) areSeveral = true
  }
  if (!areAlike) return Tree.of(order, all)
  const sorted: Stored[] = []
  for (const place of columns.order()) {
    const stored = all[place]
    // A row may have the same key twice.
    if (areSeveral && sorted.length > 0 && order.compare(sorted.at(-1), order.keyOf(stored)) === 0) continue
    sorted.push(stored)
  }
  return Tree.ofSorted(order, sorted)
}

// Under the same keys, or under none: a note that mentions nothing stands in no index of mentions.
function standsAsBefore<Row>(
  { of, standAlike }: Entries<Row>,
  before: Row | undefined,
  after: Row | undefined,
): boolean {
  if (before !== undefined && after !== undefined) return standAlike(before, after)
  const row = after ?? before
  return row === undefined || of(row).length === 0
}

// Of thousands of labels, a change touches few.
function replace<Row>(
  tree: Tree<Key, Stored>,
  entries: Entries<Row>,
  before: Row | undefined,
  after: Row | undefined,
): void {
  const gone = before === undefined ? [] : entries.of(before)
  const added = after === undefined ? [] : entries.of(after)
  const { keyOf, compare } = entries.order
  let same = 0
  while (same < gone.length && same < added.length && compare(added[same], keyOf(gone[same])) === 0) same++
  const stays = among(added, gone.length - same, entries)
  for (let i = same; i < gone.length; i++) if (!stays(gone[i])) tree.delete(keyOf(gone[i]))
  for (let i = same; i < added.length; i++) tree.set(added[i])
}

/** So many are looked for one by one. */
const FEW = 16

/** Tells whether something with the same key is in a list, for so many that are looked for. */
function among<Row>(
  list: readonly Stored[],
  sought: number,
  { order }: Entries<Row>,
): (stored: Stored) => boolean {
  const { keyOf, compare } = order
  if (sought <= FEW)
    return (stored) => {
      const key = keyOf(stored)
      return list.some((other) => compare(other, key) === 0)
    }
  const spelled = (stored: Stored) => keyOf(stored).map(spelledPart).join()
  const known = new Set(list.map(spelled))
  return (stored) => known.has(spelled(stored))
}

// No two keys are spelled alike: a text tells its length.
function spelledPart(part: KeyPart): string {
  return typeof part === 'string' ? `${part.length}:${part}` : `${part}`
}
