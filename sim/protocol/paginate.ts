import type { Json } from '../lib/json.ts'
import type { RawHash } from './coerce.ts'
import { linkHeader, type Rel } from './link.ts'
import { type Listing, take } from './listing.ts'
import { integer, type Params, withDefault } from './params.ts'
import { Refusal } from './refusal.ts'

/** Totals are left out beyond this many rows. */
export const COUNT_LIMIT = 10_000
const LARGEST_PAGE = 100

/** Parameters of every list (conventions#offset-pagination). */
export const pageParams = {
  page: withDefault(integer({ about: 'Page number, from 1', atLeast: 1 }), 1),
  per_page: withDefault(
    integer({ about: 'Rows a page, at most 100', except: [0], atLeast: 1, atMost: LARGEST_PAGE }),
    20,
  ),
} as const satisfies Params

export interface Paged<Row> {
  readonly rows: Iterable<Row>
  readonly headers: { readonly [name: string]: string }
}

export interface Page {
  /** Absolute, without a query. */
  readonly url: string
  /** Everything that links repeat: what was sent, route tokens and defaults. */
  readonly repeated: RawHash
  readonly page: number
  readonly perPage: number
}

/** Reads page and size as leniently as the service (conventions#page-size). */
export function pageOf(
  url: string,
  repeated: RawHash,
  values: { readonly [name: string]: unknown },
  most: number = LARGEST_PAGE,
): Page {
  const page = Number(values.page ?? 1)
  const perPage = Number(values.per_page ?? 20)
  return {
    url,
    repeated,
    page: Math.max(page, 1),
    perPage: Math.min(perPage < 1 ? 20 : perPage, most, LARGEST_PAGE),
  }
}

/** One page of a list, with the headers of offset pagination (conventions#offset-headers). */
export function offsetPage<Row>(listing: Listing<Row>, page: Page, totals: boolean): Paged<Row> {
  const { page: number, perPage } = page
  const counted = totals ? listing.count(COUNT_LIMIT + 1) : COUNT_LIMIT + 1
  const offset = (number - 1) * perPage
  const found =
    counted <= COUNT_LIMIT
      ? pageOfKnown(listing, offset, perPage, counted)
      : pageOfMany(listing, offset, perPage)
  const { rows, last } = found
  const next = found.goesOn ? number + 1 : undefined
  const previous = number > 1 && found.isThere ? number - 1 : undefined
  const headers: { [name: string]: string } = {
    Link: linkHeader(page.url, page.repeated, rels(page, { previous, next, last })),
    'X-Next-Page': next === undefined ? '' : String(next),
    'X-Page': String(number),
    'X-Per-Page': String(perPage),
    'X-Prev-Page': previous === undefined ? '' : String(previous),
  }
  if (last !== undefined) {
    headers['X-Total'] = String(counted)
    headers['X-Total-Pages'] = String(last)
  }
  return { rows, headers }
}

interface Window<Row> {
  readonly rows: Iterable<Row>
  /** There are more behind it. */
  readonly goesOn: boolean
  /** It is no page behind all rows. */
  readonly isThere: boolean
  /** The number of the last page, if that is known. */
  readonly last: number | undefined
}

function pageOfKnown<Row>(listing: Listing<Row>, offset: number, size: number, counted: number): Window<Row> {
  const last = Math.max(1, Math.ceil(counted / size))
  const goesOn = offset + size < counted
  if (offset >= counted) return { rows: [], goesOn, isThere: offset < last * size, last }
  const rows =
    listing.page?.(offset, size) ?? listing.slice?.(offset, size) ?? take(listing.rows(), offset, size)
  return { rows, goesOn, isThere: true, last }
}

// One row more than the page tells whether there are others behind it.
function pageOfMany<Row>(listing: Listing<Row>, offset: number, size: number): Window<Row> {
  const found = listing.slice?.(offset, size + 1) ?? take(listing.rows(), offset, size + 1)
  const rows = found.slice(0, size)
  return { rows, goesOn: found.length > size, isThere: rows.length > 0, last: undefined }
}

interface Neighbours {
  readonly previous: number | undefined
  readonly next: number | undefined
  readonly last: number | undefined
}

function rels({ perPage }: Page, { previous, next, last }: Neighbours): Rel[] {
  const found: Rel[] = []
  const add = (rel: string, page: number | undefined): void => {
    if (page !== undefined) found.push({ rel, own: { page, per_page: perPage } })
  }
  add('prev', previous)
  add('next', next)
  add('first', 1)
  add('last', last)
  return found
}

/** Refuses an offset beyond the installation's limit; 0 means no limit. */
export function refuseOffset(type: string, { page, perPage }: Page, limit: number): void {
  if (limit === 0 || page * perPage <= limit) return
  const text = `Offset pagination has a maximum allowed offset of ${limit} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`
  throw new Refusal(405, { error: text } satisfies Json)
}
