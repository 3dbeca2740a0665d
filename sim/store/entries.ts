import { compareKeys, compareParts, type Key, type KeyPart, startsWith } from './key.ts'
import type { RowId } from './row.ts'
import type { Order } from './tree.ts'

// biome-ignore lint/suspicious/noExplicitAny: only this file knows what stands in an index.
export type Stored = any

/**
 * How rows stand in an index. A write that leaves the keys of a row alone leaves the index alone, so what stands there
 * tells which row it is, and not what the row holds by now.
 */
export interface Entries<Row> {
  readonly order: Order<Key, Stored>
  /** What to put into the index for a row. */
  readonly of: (row: Row) => readonly Stored[]
  /** Tells the same, each with its key without the id of the row. */
  readonly each: (row: Row, tell: (stored: Stored, key: Key) => void) => void
  /** Whether two rows of one id stand under the same keys. */
  readonly standAlike: (row: Row, other: Row) => boolean
  readonly idOf: (stored: Stored) => RowId
  /** Whether it stands under a prefix. */
  readonly isUnder: (stored: Stored, prefix: Key) => boolean
}

interface Identified {
  readonly id: RowId
}

/** An index in which a row stands once, or not at all, stores the row, which tells its key: none is kept beside it. */
export function rowEntries<Row extends Identified>(key: (row: Row) => Key | undefined): Entries<Row> {
  const order: Order<Key, Row> = {
    keyOf: (row) => withId(key(row) as Key, row),
    compare: (row, other) => {
      const own = key(row) as Key
      const shared = Math.min(own.length, other.length)
      for (let i = 0; i < shared; i++) {
        const x = own[i] as KeyPart
        const y = other[i] as KeyPart
        if (x !== y) return compareParts(x, y)
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
    each: (row, tell) => {
      const own = key(row)
      if (own !== undefined) tell(row, own)
    },
    standAlike: (row, other) => {
      const [own, others] = [key(row), key(other)]
      return own === undefined || others === undefined ? own === others : isSameKey(own, others)
    },
    idOf: (row: Row) => row.id,
    isUnder: (row: Row, prefix) => {
      const own = key(row) as Key
      for (let i = 0; i < prefix.length; i++)
        if ((i === own.length ? row.id : own[i]) !== prefix[i]) return false
      return true
    },
  }
}

/**
 * An index whose keys take long to work out of a row stores them, each with the row's id behind it: whoever looks for a
 * key compares it with a dozen others.
 */
export function derivedEntries<Row extends Identified>(keys: (row: Row) => readonly Key[]): Entries<Row> {
  return {
    order: { keyOf: (key: Key) => key, compare: compareKeys, compareKeys },
    of: (row) => keys(row).map((key) => withId(key, row)),
    each: (row, tell) => {
      for (const key of keys(row)) tell(withId(key, row), key)
    },
    standAlike: (row, other) => areSameKeys(keys(row), keys(other)),
    idOf: (key: Key) => key[key.length - 1] as RowId,
    isUnder: startsWith,
  }
}

/**
 * An index in which a row may stand under several keys stores them, each with the row's id behind it. Most rows have one
 * all the same, and stand there themselves: a key takes a hundred bytes.
 */
export function keyedEntries<Row extends Identified>(keys: (row: Row) => readonly Key[]): Entries<Row> {
  const keyOf = (stored: Key | Row): Key => (isKey(stored) ? stored : withId(keys(stored)[0] as Key, stored))
  const order: Order<Key, Key | Row> = {
    keyOf,
    compare: (stored, key) => compareKeys(keyOf(stored), key),
    compareKeys,
  }
  return {
    order,
    of: (row) => {
      const all = keys(row)
      return all.length === 1 ? [row] : all.map((key) => withId(key, row))
    },
    each: (row, tell) => {
      const all = keys(row)
      for (const key of all) tell(all.length === 1 ? row : withId(key, row), key)
    },
    standAlike: (row, other) => areSameKeys(keys(row), keys(other)),
    idOf: (stored: Key | Row) => (isKey(stored) ? (stored[stored.length - 1] as RowId) : stored.id),
    isUnder: (stored: Key | Row, prefix) => startsWith(keyOf(stored), prefix),
  }
}

function isKey(stored: Key | Identified): stored is Key {
  return Array.isArray(stored)
}

// Of its exact length, and not spread: engines leave room for some twenty more parts where a list is spread into a longer
// one, which would be more than half of what an index takes.
function withId(key: Key, { id }: Identified): Key {
  const whole = new Array<KeyPart>(key.length + 1)
  for (let i = 0; i < key.length; i++) whole[i] = key[i] as KeyPart
  whole[key.length] = id
  return whole
}

function areSameKeys(keys: readonly Key[], others: readonly Key[]): boolean {
  return keys.length === others.length && keys.every((key, i) => isSameKey(key, others[i] as Key))
}

function isSameKey(key: Key, other: Key): boolean {
  return key.length === other.length && key.every((part, i) => part === other[i])
}
