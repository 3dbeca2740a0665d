import { beginningOf } from '../lib/bytes.ts'
import type { Json } from '../lib/json.ts'
import { append } from '../lib/lists.ts'
import type { World } from '../model/world.ts'
import type { AnyRow, RowId } from '../store/row.ts'
import { type PlainRow, plainRow } from './row-redaction.ts'

/** A row that is there and was not, or was and is not, without its secrets. */
export interface WholeRow {
  readonly table: string
  readonly id: RowId
  readonly row: PlainRow
}

/** A row of which some columns differ. */
export interface ChangedRow {
  readonly table: string
  readonly id: RowId
  /** By name; `null` where a column is missing. */
  readonly columns: { readonly [column: string]: { readonly before: Json; readonly after: Json } }
}

/** What differs between two moments of a world, by table and id. */
export interface Changes {
  readonly added: readonly WholeRow[]
  readonly changed: readonly ChangedRow[]
  readonly removed: readonly WholeRow[]
}

/** Compares two versions of a world. It costs what differs: what both share is not looked at. */
export function changesBetween(before: World, after: World): Changes {
  const added: WholeRow[] = []
  const changed: ChangedRow[] = []
  const removed: WholeRow[] = []
  for (const table of after.tablesUnlike(before)) {
    const [old, now] = [before.table(table), after.table(table)]
    if (old === undefined || now === undefined) continue
    for (const { before: gone, after: come } of now.since(old)) {
      if (gone === undefined) added.push(whole(table, come as AnyRow))
      else if (come === undefined) removed.push(whole(table, gone))
      else append(changed, changedRow(table, gone, come))
    }
  }
  return { added, changed, removed }
}

function whole(table: string, row: AnyRow): WholeRow {
  return { table, id: row.id, row: shown(table, row) }
}

function changedRow(table: string, before: AnyRow, after: AnyRow): ChangedRow[] {
  const [old, now] = [before, after] as unknown as readonly { readonly [column: string]: unknown }[]
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  const differ = names.filter((name) => !isSame(old?.[name], now?.[name]))
  if (differ.length === 0) return []
  const [was, is] = [shown(table, before), shown(table, after)]
  const columns = differ.map((name) => [name, { before: was[name] ?? null, after: is[name] ?? null }])
  return [{ table, id: after.id, columns: Object.fromEntries(columns) }]
}

// Secrets are shown alike, and have changed all the same.
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Uint8Array || b instanceof Uint8Array)
    return a instanceof Uint8Array && b instanceof Uint8Array && areEqual(a, b)
  const [one, other] = [a, b] as readonly { readonly [name: string]: unknown }[]
  const names = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => isSame(one?.[name], other?.[name]))
  )
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

/** Longest text of a column that is shown whole, in characters. */
const LONGEST = 2000

function shown(table: string, row: AnyRow): PlainRow {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? `(${value.length} bytes)` : value,
  ])
  const plain = plainRow(table, Object.fromEntries(columns))
  return Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, short(value)]))
}

function short(value: Json): Json {
  return typeof value === 'string' && value.length > LONGEST
    ? `${beginningOf(value, LONGEST)}… (${value.length} characters)`
    : value
}
