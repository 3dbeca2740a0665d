import type { Book, Loan } from './library.ts'

/** What the tables should hold: plain maps, and lists that are filtered and sorted anew each time. */
export interface Oracle {
  readonly books: Map<number, Book>
  readonly loans: Map<string, Loan>
}

export function emptyOracle(): Oracle {
  return { books: new Map(), loans: new Map() }
}

export function copyOf({ books, loans }: Oracle): Oracle {
  return { books: new Map(books), loans: new Map(loans) }
}

type Part = number | string
/** A row and a key under which an index finds it. */
export interface Entry<Row> {
  readonly key: readonly Part[]
  readonly row: Row
}

/** The entries of each index in ascending order of key, then of id. */
export const entriesOf = {
  byShelf: (rows: Iterable<Book>) => sorted([...rows].map((row) => ({ key: [row.shelf, row.title], row }))),
  byShelfTitle: (rows: Iterable<Book>) => entriesOf.byShelf(rows),
  byTitle: (rows: Iterable<Book>) => sorted([...rows].map((row) => ({ key: [row.title], row }))),
  byAuthor: (rows: Iterable<Book>) =>
    sorted([...rows].flatMap((row) => (row.author === null ? [] : [{ key: [row.author], row }]))),
  byTopic: (rows: Iterable<Book>) =>
    sorted(
      [...rows].flatMap((row) => [...new Set(row.topics)].map((topic) => ({ key: [topic, row.shelf], row }))),
    ),
  byDerivedTopic: (rows: Iterable<Book>) => entriesOf.byTopic(rows),
} as const

export function sorted<Row extends { readonly id: Part }>(entries: Entry<Row>[]): Entry<Row>[] {
  return entries.sort((a, b) => compared([...a.key, a.row.id], [...b.key, b.row.id]))
}

function compared(a: readonly Part[], b: readonly Part[]): number {
  for (const [i, x] of a.entries()) {
    const y = b[i] as Part
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

export function under<Row>(entries: readonly Entry<Row>[], prefix: readonly Part[]): Entry<Row>[] {
  return entries.filter(({ key }) => prefix.every((part, i) => key[i] === part))
}

/** Keys ascending, ids descending inside equal keys. */
export function tiesTurned<Row>(entries: readonly Entry<Row>[]): Row[] {
  const groups = new Map<string, Row[]>()
  for (const { key, row } of entries) {
    const name = JSON.stringify(key)
    groups.set(name, [row, ...(groups.get(name) ?? [])])
  }
  return [...groups.values()].flat()
}
