import { RE2JS } from 're2js'
import type { Json } from '../lib/json.ts'
import { CallRefused } from './call.ts'
import type { PlainRow } from './row-redaction.ts'

/** Rows of a page without `_limit`, as in json-server. */
const PAGE = 10
const OPTIONS = ['q', '_page', '_limit', '_start', '_end', '_sort', '_order', '_embed', '_expand']
/** The suffix of a column name. */
const OPERATOR = /^(.+)_(gte|lte|ne|like)$/

export interface RowPage {
  readonly rows: readonly PlainRow[]
  readonly headers: { readonly [name: string]: string }
}

/**
 * Narrows, orders and pages rows as json-server does: `?column=value` (repeated: either; a dot reaches inside),
 * `column_gte`, `_lte`, `_ne`, `_like`, `q` for any text, `_sort=a,b`, `_order=asc,desc`, `_page`, `_limit`, `_start`,
 * `_end`. `X-Total-Count` is sent always, `Link` with `_page`. Unlike json-server, it refuses a column that no row has.
 */
export function pageOf(all: Iterable<PlainRow>, query: URLSearchParams, path: string): RowPage {
  for (const name of query.keys())
    if (name.startsWith('_') && !OPTIONS.includes(name))
      throw new CallRefused(
        400,
        `the query has the unknown parameter '${name}': known are ${OPTIONS.join(', ')} and columns`,
      )
  const rows = ordered(narrowed([...all], query), query)
  const total = { 'X-Total-Count': String(rows.length) }
  const limit = wholeNumber(query, '_limit')
  const page = wholeNumber(query, '_page')
  if (page === undefined) return { rows: sliced(rows, query, limit), headers: total }
  const size = limit ?? PAGE
  const link = links(page, Math.max(1, Math.ceil(rows.length / size)), query, path)
  return { rows: rows.slice((page - 1) * size, page * size), headers: { ...total, Link: link } }
}

function sliced(rows: readonly PlainRow[], query: URLSearchParams, limit: number | undefined) {
  const start = wholeNumber(query, '_start', 0) ?? 0
  const end = wholeNumber(query, '_end', 0)
  if (end !== undefined) return rows.slice(start, end)
  return limit === undefined ? rows : rows.slice(start, start + limit)
}

function narrowed(rows: readonly PlainRow[], query: URLSearchParams): readonly PlainRow[] {
  const names = [...new Set(query.keys())].filter((name) => !name.startsWith('_') && name !== 'q')
  const tests = names.map((name) => testOf(rows, name, query.getAll(name)))
  const wanted = query.get('q')?.toLowerCase()
  if (wanted) tests.push((row) => mentions(row, wanted))
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

type Test = (row: PlainRow) => boolean

function testOf(rows: readonly PlainRow[], name: string, values: readonly string[]): Test {
  const [, column = name, operator] = rows.some((row) => at(row, name) !== undefined)
    ? [name]
    : (OPERATOR.exec(name) ?? [name])
  expectColumn(rows, column)
  const found = (test: (value: Json) => boolean): Test => {
    return (row) => {
      const value = at(row, column)
      return value !== undefined && value !== null && test(value)
    }
  }
  switch (operator) {
    case 'gte':
      return found((value) => values.some((least) => least <= (value as string)))
    case 'lte':
      return found((value) => values.some((most) => most >= (value as string)))
    case 'ne':
      return found((value) => values.every((other) => other !== String(value)))
    case 'like': {
      const patterns = values.map((pattern) => likePattern(name, pattern))
      return found((value) => patterns.some((pattern) => pattern.matcher(String(value)).find()))
    }
    default:
      return (row) => values.some((value) => fits(at(row, column), value))
  }
}

// RE2 takes time linear in the text, whatever the pattern.
function likePattern(name: string, pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch {
    throw new CallRefused(400, `${name} '${pattern}' is no pattern`)
  }
}

function mentions(value: Json | undefined, wanted: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((inner) => mentions(inner as Json, wanted))
  return value !== undefined && value !== null && String(value).toLowerCase().includes(wanted)
}

function expectColumn(rows: readonly PlainRow[], name: string): void {
  if (rows.length === 0 || rows.some((row) => at(row, name) !== undefined)) return
  throw new CallRefused(
    400,
    `no row has the column '${name}': there are ${Object.keys(rows[0] ?? {}).join(', ')}`,
  )
}

// A column that holds a list is found under each of its items.
function fits(found: Json | undefined, value: string): boolean {
  if (Array.isArray(found)) return found.some((item) => fits(item as Json, value))
  return found !== undefined && String(found) === value
}

function at(row: PlainRow, name: string): Json | undefined {
  let value: Json | undefined = row
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as PlainRow)[part]
  }
  return value
}

function ordered(rows: readonly PlainRow[], query: URLSearchParams): readonly PlainRow[] {
  const columns = (query.get('_sort') ?? '').split(',').filter((name) => name !== '')
  const orders = (query.get('_order') ?? '').split(',').filter((order) => order !== '')
  const wrong = orders.find((order) => order !== 'asc' && order !== 'desc')
  if (wrong !== undefined) throw new CallRefused(400, `_order '${wrong}' is invalid: use asc or desc`)
  if (orders.length > columns.length)
    throw new CallRefused(400, '_order has more directions than _sort has columns')
  for (const name of columns) expectColumn(rows, name)
  if (columns.length === 0) return rows
  return [...rows].sort((a, b) => {
    for (const [i, name] of columns.entries()) {
      const order = compare(at(a, name), at(b, name))
      if (order !== 0) return orders[i] === 'desc' ? -order : order
    }
    return 0
  })
}

// Numbers come before texts, absent values last; texts compare by code unit, so that no locale decides.
function compare(a: Json | undefined, b: Json | undefined): number {
  const kinds = rank(a) - rank(b)
  if (kinds !== 0) return kinds
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [String(a), String(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

function rank(value: Json | undefined): number {
  if (value === null || value === undefined) return 3
  return typeof value === 'number' ? 0 : typeof value === 'boolean' ? 1 : 2
}

function wholeNumber(query: URLSearchParams, name: string, least = 1): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new CallRefused(400, `${name} '${text}' is invalid: use a whole number from ${least} on`)
}

function links(page: number, last: number, query: URLSearchParams, path: string): string {
  const to = (target: number, rel: string) => {
    const other = new URLSearchParams(query)
    other.set('_page', String(target))
    return `<${path}?${other}>; rel="${rel}"`
  }
  return [
    to(1, 'first'),
    ...(page > 1 ? [to(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [to(page + 1, 'next')] : []),
    to(last, 'last'),
  ].join(', ')
}
