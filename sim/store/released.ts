import type { AnyRow } from './row.ts'

/** Rows that work out a column when it is asked for tell under this how many bytes they hold. */
export const HELD: unique symbol = Symbol('held')

/** Values within values that are followed; rows are flat, or nearly so. */
const DEEPEST = 4

/**
 * What a row held before a write and holds no longer, in bytes: texts and files. Older versions of the database go on
 * holding it.
 */
export function released(before: AnyRow | undefined, after: AnyRow | undefined): number {
  if (before === undefined) return 0
  return HELD in before ? (before[HELD] as number) : within(before, after, DEEPEST)
}

function within(before: object, after: object | undefined, depth: number): number {
  let bytes = 0
  for (const name in before) {
    const value = (before as { readonly [name: string]: unknown })[name]
    // Most columns are numbers and the like, which weigh nothing.
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue
    const kept = (after as { readonly [name: string]: unknown } | undefined)?.[name]
    if (kept !== value) bytes += weight(value, kept, depth)
  }
  return bytes
}

function weight(value: string | object, kept: unknown, depth: number): number {
  if (typeof value === 'string') return value.length
  // Most lists are empty.
  if (Array.isArray(value) && value.length === 0) return 0
  if (value instanceof Uint8Array) return value.byteLength
  return depth === 0
    ? 0
    : within(value, typeof kept === 'object' ? (kept ?? undefined) : undefined, depth - 1)
}
