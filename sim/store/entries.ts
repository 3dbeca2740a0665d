import { compareKeys, compareParts, type Key, startsWith } from './key.ts'
import type { RowId } from './row.ts'
import type { Order } from './tree.ts'

/** A row under one of its keys. */
interface Entry<Row> {
  /** Ends with the row's id. */
  readonly key: Key
  readonly row: Row
}

// biome-ignore lint/suspicious/noExplicitAny: only this file knows what stands in an index.
export type Stored = any

/** How rows stand in an index. */
export interface Entries<Row> {
  readonly order: Order<Key, Stored>
  /** What to put into the index for a row. */
  readonly of: (row: Row) => readonly Stored[]
  readonly rowOf: (stored: Stored) => Row
  /** Whether it stands under a prefix. */
  readonly isUnder: (stored: Stored, prefix: Key) => boolean
}

interface Identified {
  readonly id: RowId
}

/** An index in which a row stands once, or not at all, stores the row alone. */
export function rowEntries<Row extends Identified>(key: (row: Row) => Key | undefined): Entries<Row> {
  const order: Order<Key, Row> = {
    keyOf: (row) => [...(key(row) as Key), row.id],
    compare: (row, other) => {
      const own = key(row) as Key
      const shared = Math.min(own.length, other.length)
      for (let i = 0; i < shared; i++) {
        const difference = compareParts(own[i] as RowId, other[i] as RowId)
        if (difference !== 0) return difference
      }
      if (other.length <= own.length) return 1
      const difference = compareParts(row.id, other[own.length] as RowId)
      return difference === 0 ? own.length + 1 - other.length : difference
    },
    compareKeys,
  }
  return {
    order,
    of: (row) => (key(row) === undefined ? [] : [row]),
    rowOf: (row) => row,
    isUnder: (row: Row, prefix) => {
      const own = key(row) as Key
      for (let i = 0; i < prefix.length; i++)
        if ((i === own.length ? row.id : own[i]) !== prefix[i]) return false
      return true
    },
  }
}

export function keyedEntries<Row extends Identified>(keys: (row: Row) => readonly Key[]): Entries<Row> {
  const order: Order<Key, Entry<Row>> = {
    keyOf: ({ key }) => key,
    compare: ({ key }, other) => compareKeys(key, other),
    compareKeys,
  }
  return {
    order,
    of: (row) => keys(row).map((key) => ({ key: [...key, row.id], row })),
    rowOf: ({ row }: Entry<Row>) => row,
    isUnder: ({ key }: Entry<Row>, prefix) => startsWith(key, prefix),
  }
}
