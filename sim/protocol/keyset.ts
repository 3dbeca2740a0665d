import { base64, text, unbase64, utf8 } from '../lib/bytes.ts'
import { type Dialect, differs, inDialect, isInForce } from '../lib/dialect.ts'
import { compareKeys } from '../store/key.ts'
import { linkHeader } from './link.ts'
import { type Continued, type Listing, take } from './listing.ts'
import type { ByCursor, Keyset } from './operation.ts'
import type { Page, Paged } from './paginate.ts'
import { oneOf, type Param, type Params, string, withDefault } from './params.ts'
import { badRequest, invalid, Refusal } from './refusal.ts'

/** What all rows that are walked by keyset have; the column of an order is among the others. */
interface Row {
  readonly id: number | string
}
interface Asked {
  readonly values: { readonly [name: string]: unknown }
  readonly dialect: Dialect
  /** True for parameters that were sent. */
  given(name: string): boolean
}
/** What a way to go through a list by keyset asks for, and how it makes a page. */
interface Way<By extends Keyset['by']> {
  readonly params: Params
  page(keyset: Extract<Keyset, { by: By }>, listing: Listing<Row>, page: Page, asked: Asked): Paged<Row>
}

const pagination: Param<string | null> = { kind: 'string', about: '`keyset` for keyset pagination' }

/** Every way, by the name that a definition gives it (conventions#keyset-links; repository#tree-keyset). */
export const keysetWays: { readonly [By in Keyset['by']]: Way<By> } = {
  id: { params: { pagination }, page: idPage },
  token: {
    params: {
      pagination: withDefault(oneOf(['legacy', 'keyset']), 'legacy'),
      page_token: string({ about: 'Names the last row of the page before; only with `pagination=keyset`' }),
    },
    page: tokenPage,
  },
  cursor: {
    params: {
      pagination,
      cursor: string({ about: 'Where the page before ended; only with `pagination=keyset`' }),
    },
    page: cursorPage,
  },
}

/** One page of a list by keyset; a list without a way refuses. */
export function keysetPage(
  keyset: Keyset | undefined,
  listing: Listing<Row>,
  page: Page,
  asked: Asked,
): Paged<Row> {
  if (keyset === undefined) throw unavailable()
  const make: Way<never>['page'] = keysetWays[keyset.by].page
  const made = make(keyset as never, listing, page, asked)
  const lacking = ['order_by', 'sort'].filter((name) => keyset.by !== 'token' && !asked.given(name))
  const required = differs('F26', { specification: true, real: false })
  if (lacking.length > 0 && inDialect<boolean>(required, asked.dialect))
    throw invalid(lacking.map((name) => `${name} is missing`).join(', '))
  return made
}

// The next link continues after the last id; the handler leaves out what comes before.
function idPage(_: unknown, listing: Listing<Row>, page: Page, { values }: Asked): Paged<Row> {
  if (values.order_by !== 'id') throw unavailable()
  const rows = take(listing.rows(), 0, page.perPage)
  const last = rows.at(-1)
  if (last === undefined) return { rows, headers: {} }
  return { rows, headers: leadingOn(page, { [values.sort === 'asc' ? 'id_after' : 'id_before']: last.id }) }
}

// There is a next link as long as pages are full.
function tokenPage(_: unknown, listing: Listing<Row>, page: Page, { values }: Asked): Paged<Row> {
  const continued = listing as Continued<Row>
  const token = values.page_token
  const from = typeof token === 'string' && token !== '' ? continued.after(token) : continued.rows()
  if (from === undefined) throw badRequest('page_token is invalid')
  const rows = take(from, 0, page.perPage)
  const last = rows.at(-1)
  if (last === undefined || rows.length < page.perPage) return { rows, headers: {} }
  return { rows, headers: leadingOn(page, { page_token: continued.tokenOf(last) }) }
}

function cursorPage(definition: ByCursor, listing: Listing<Row>, page: Page, asked: Asked): Paged<Row> {
  const order = orderOf(definition, asked.values)
  const { cursor } = asked.values
  const told = isInForce('conventions#later-cursor-headers', asked.dialect)
  const place = placeIn(order, cursor)
  const backward = told && place?.backward === true
  const window = backward
    ? take(before(order, listing, place.at), 0, page.perPage + 1)
    : take(after(order, listing, place?.at), 0, page.perPage + 1)
  const rows = window.slice(0, page.perPage)
  if (backward) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return { rows, headers: {} }
  const more = window.length > rows.length
  const further = differs('F9', { specification: true, real: backward || more })
  const next = inDialect<boolean>(further, asked.dialect) ? cursorOf(order, last, 'n') : undefined
  const headers = next === undefined ? {} : leadingOn(page, { cursor: next })
  if (!told) return { rows, headers }
  const behind = backward ? more : place !== undefined
  return {
    rows,
    headers: {
      ...headers,
      ...(next !== undefined && { 'X-Next-Cursor': next }),
      ...(behind && { 'X-Prev-Cursor': cursorOf(order, first, 'p') }),
    },
  }
}

/** The order that a list by cursor is walked in. */
interface CursorOrder {
  readonly orderBy: string
  readonly sort: 'asc' | 'desc'
  readonly keyOf: (row: Row) => string | number
}

function orderOf({ orderBy, sort, orders }: ByCursor, values: Asked['values']): CursorOrder {
  const { order_by: column = orderBy, sort: direction = sort } = values
  if (orders === undefined) {
    if (column !== orderBy || direction !== sort) throw unavailable()
    return { orderBy, sort, keyOf: (row) => (row as Row & Columns)[orderBy] ?? '' }
  }
  const name = String(column)
  const keyOf = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (keyOf === undefined) throw unavailable()
  return { orderBy: name, sort: direction === 'asc' ? 'asc' : 'desc', keyOf }
}

interface Columns {
  readonly [column: string]: string | number
}

/** The position of a row in the order of a list. */
type Place = readonly [column: string | number, id: number]

function* after(order: CursorOrder, listing: Listing<Row>, place?: Place): Iterable<Row> {
  const forward = order.sort === 'asc' ? 1 : -1
  for (const row of listing.rows())
    if (place === undefined || forward * compareKeys(placeOf(order, row), place) > 0) yield row
}

/** What comes before a place, the nearest first. */
function before(order: CursorOrder, listing: Listing<Row>, place: Place): readonly Row[] {
  const forward = order.sort === 'asc' ? 1 : -1
  const found: Row[] = []
  for (const row of listing.rows()) {
    if (forward * compareKeys(placeOf(order, row), place) >= 0) break
    found.push(row)
  }
  return found.reverse()
}

function placeOf({ keyOf }: CursorOrder, row: Row): Place {
  return [keyOf(row), Number(row.id)]
}

/** Leads to what comes next after a row (`n`), or to what comes before it (`p`). */
function cursorOf(order: CursorOrder, row: Row, way: 'n' | 'p'): string {
  const [key, id] = placeOf(order, row)
  const json = JSON.stringify({ [order.orderBy]: String(key), id: String(id), _kd: way })
  return base64(utf8(json)).replaceAll('+', '-').replaceAll('/', '_')
}

// A cursor that cannot be read is ignored: releases differ in how they answer it.
function placeIn({ orderBy }: CursorOrder, cursor: unknown): { at: Place; backward: boolean } | undefined {
  if (typeof cursor !== 'string') return undefined
  try {
    const read: unknown = JSON.parse(text(unbase64(cursor.replaceAll('-', '+').replaceAll('_', '/'))))
    const columns = new Map(Object.entries(read ?? {}))
    const [column, id] = [columns.get(orderBy), Number(columns.get('id') ?? Number.NaN)]
    if (Number.isNaN(id)) return undefined
    const at: Place | undefined =
      orderBy === 'id' ? [id, id] : typeof column === 'string' ? [column, id] : undefined
    return at === undefined ? undefined : { at, backward: columns.get('_kd') === 'p' }
  } catch {
    return undefined
  }
}

function leadingOn(page: Page, place: { readonly [name: string]: unknown }): Paged<Row>['headers'] {
  const { page: _page, ...repeated } = page.repeated
  return {
    Link: linkHeader(page.url, repeated, [{ rel: 'next', own: { per_page: page.perPage, ...place } }]),
  }
}

function unavailable(): Refusal {
  return new Refusal(405, { error: 'Keyset pagination is not yet available for this type of request' })
}
