import { base64 } from '../lib/bytes.ts'
import type { Json } from '../lib/json.ts'
import { isSecretName, REDACTED, withoutTokens } from '../lib/secrets.ts'
import type { AnyRow } from '../store/row.ts'
import { isoTime } from '../time/calendar.ts'

export type PlainRow = { readonly [column: string]: Json }

/** Columns that hold a secret although their name does not show it. */
const secretColumns: { readonly [table: string]: readonly string[] } = {
  tokens: ['value', 'refresh'],
  ciVariables: ['value'],
}

/** Names of columns that hold a time: `at`, `due`, `createdAt`. */
const MOMENT = /(?:^|\.)(?:at|due)$|At$/

/** A row as JSON: secrets replaced, times as ISO 8601, bytes in base64. */
export function plainRow(table: string, row: AnyRow): PlainRow {
  const columns = Object.entries(row) as readonly (readonly [string, unknown])[]
  const secret = secretColumns[table] ?? []
  // A token without a name may have its own value as name.
  const values = new Set(columns.flatMap(([name, value]) => (secret.includes(name) ? [value] : [])))
  const isSecret = (name: string, value: unknown) =>
    secret.includes(name) || (typeof value === 'string' && values.has(value))
  return Object.fromEntries(
    columns.map(([name, value]) => [name, isSecret(name, value) ? hidden(value) : plain(name, value)]),
  )
}

function plain(name: string, value: unknown): Json {
  if (typeof value === 'string') return isSecretName(name) ? hidden(value) : withoutTokens(value)
  if (typeof value === 'number') return MOMENT.test(name) ? isoTime(value) : value
  if (value instanceof Uint8Array) return base64(value)
  if (Array.isArray(value)) return value.map((item) => plain(name, item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([inner, item]) => [inner, plain(`${name}.${inner}`, item)]),
    )
  return value as Json
}

function hidden(value: unknown): Json {
  return value === null || value === undefined ? null : REDACTED
}
