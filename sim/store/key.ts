import type { RowId } from './row.ts'

/** One component of an index key. `HIGH` sorts after every other value and closes a prefix range. */
export type KeyPart = number | string | true
export type Key = readonly KeyPart[]

export const HIGH = true as const

/**
 * Total order over keys: part by part, numbers before strings before `HIGH`, a prefix before what it begins.
 * Strings compare by UTF-16 code unit, so the order never depends on a locale.
 */
export function compareKeys(a: Key, b: Key): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const x = a[i] as KeyPart
    const y = b[i] as KeyPart
    // Keys near one another begin alike, and a call costs more than a look.
    if (x !== y) return compareParts(x, y)
  }
  return a.length - b.length
}

export function compareParts(x: KeyPart, y: KeyPart): number {
  if (x === y) return 0
  // Each type apart: an engine compares in one step what is always of one type at a place.
  if (typeof x === 'number' && typeof y === 'number') return x < y ? -1 : 1
  if (typeof x === 'string' && typeof y === 'string') return x < y ? -1 : 1
  return rank(x) - rank(y)
}

function rank(part: KeyPart): number {
  return typeof part === 'number' ? 0 : typeof part === 'string' ? 1 : 2
}

/** True when `key` begins with every part of `prefix`. */
export function startsWith(key: Key, prefix: Key): boolean {
  for (let i = 0; i < prefix.length; i++) if (key[i] !== prefix[i]) return false
  return true
}

/** The id of the row that stands under a key in an index: its last part. */
export function idOf(key: Key): RowId {
  return key[key.length - 1] as RowId
}

/** Whether two rows stand under the same key, but for their ids. */
export function isTie(key: Key, other: Key): boolean {
  if (key.length !== other.length) return false
  for (let i = 0; i < key.length - 1; i++) if (key[i] !== other[i]) return false
  return true
}
