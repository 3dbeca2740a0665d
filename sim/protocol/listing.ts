import { append } from '../lib/lists.ts'
import type { PageOfRows } from '../store/page.ts'
import type { Run, RunOrder } from '../store/run.ts'

/** A collection that can be paged: it knows how to walk itself, and how many it has up to a limit. */
export interface Listing<Row> {
  rows(): Iterable<Row>
  /** The number of rows, at most `limit`. */
  count(limit: number): number
  /** At most `size` rows behind the first `offset`, where they are found without walking there. */
  readonly slice?: ((offset: number, size: number) => readonly Row[]) | undefined
  /** The same rows as a page that is remembered, where one can be. */
  readonly page?: ((offset: number, size: number) => PageOfRows<Row> | undefined) | undefined
}

/** A list that goes on after a row which a token names. */
export interface Continued<Row> extends Listing<Row> {
  /** The token of a row of this list. */
  tokenOf(row: Row): string
  /** The rows after the one that a token names; undefined where it names none. */
  after(token: string): Iterable<Row> | undefined
}

/** Rows that were gathered already. */
export function listingOf<Row>(rows: readonly Row[]): Listing<Row> {
  return {
    rows: () => rows,
    count: (limit) => Math.min(rows.length, limit),
    slice: (offset, size) => rows.slice(offset, offset + size),
  }
}

/** Rows that are found on a walk: as far as somebody asks, and once for all who ask. */
export function lazyListing<Row>(walk: () => Iterable<Row>): Listing<Row> {
  const found: Row[] = []
  let ahead: Iterator<Row> | undefined
  let isOver = false
  const reach = (size: number): void => {
    if (found.length >= size || isOver) return
    ahead ??= walk()[Symbol.iterator]()
    while (found.length < size) {
      const next = ahead.next()
      if (next.done) {
        isOver = true
        return
      }
      found.push(next.value)
    }
  }
  return {
    *rows() {
      for (let i = 0; ; i++) {
        reach(i + 1)
        if (i >= found.length) return
        yield found[i] as Row
      }
    },
    count(limit) {
      reach(limit)
      return Math.min(found.length, limit)
    },
    slice(offset, size) {
      reach(offset + size)
      return found.slice(offset, offset + size)
    },
  }
}

/** What is made of each row of a list. */
export function mapListing<Row, Made>(
  { rows, count, slice }: Listing<Row>,
  made: (row: Row) => Made,
): Listing<Made> {
  return {
    *rows() {
      for (const row of rows()) yield made(row)
    },
    count,
    slice: slice && ((offset, size) => slice(offset, size).map(made)),
  }
}

/** Some rows of a walk. */
export function take<Row>(rows: Iterable<Row>, offset: number, size: number): Row[] {
  const taken: Row[] = []
  let skipped = 0
  for (const row of rows) {
    if (skipped++ < offset) continue
    taken.push(row)
    if (taken.length >= size) break
  }
  return taken
}

/** Lists one behind another. */
export function chainListings<Row>(listings: readonly Listing<Row>[]): Listing<Row> {
  const [only] = listings
  if (listings.length === 1 && only !== undefined) return only
  return {
    *rows() {
      for (const listing of listings) yield* listing.rows()
    },
    count: (limit) => {
      let count = 0
      for (const listing of listings) if (count < limit) count += listing.count(limit - count)
      return count
    },
    slice: chainedSlice(listings),
  }
}

function chainedSlice<Row>(listings: readonly Listing<Row>[]): Listing<Row>['slice'] {
  if (listings.every(({ slice }) => slice === undefined)) return undefined
  return (offset, size) => {
    const rows: Row[] = []
    let skipped = offset
    for (const listing of listings) {
      if (rows.length === size) break
      const wanted = size - rows.length
      const found = listing.slice?.(skipped, wanted) ?? take(listing.rows(), skipped, wanted)
      append(rows, found)
      skipped = found.length > 0 ? 0 : Math.max(skipped - listing.count(Number.POSITIVE_INFINITY), 0)
    }
    return rows
  }
}

/** Rows of an index in an order, filtered. Without a filter the index gives the count. */
export function indexListing<Row>(
  run: Run<Row>,
  order: RunOrder,
  passes?: (row: Row) => boolean,
): Listing<Row> {
  if (passes === undefined)
    return {
      rows: () => run[order](),
      count: (limit) => run.count(limit),
      slice: (offset, size) => run.slice(order, offset, size),
      page: (offset, size) => run.page(order, offset, size),
    }
  return lazyListing(function* () {
    for (const row of run[order]()) if (passes(row)) yield row
  })
}

/** A list of which is known otherwise how many rows it has. */
export function countedListing<Row>(
  { rows, slice, page }: Listing<Row>,
  count: Listing<Row>['count'],
): Listing<Row> {
  return { rows, count, slice, page }
}

/** A list of which pages are found otherwise. */
export function slicedListing<Row>(
  { rows, count }: Listing<Row>,
  slice: Listing<Row>['slice'],
): Listing<Row> {
  return { rows, count, slice }
}

/** One list of several sorted ones. */
export function mergeListings<Row>(
  listings: readonly Listing<Row>[],
  compare: (a: Row, b: Row) => number,
): Listing<Row> {
  return {
    *rows() {
      const heads = listings.flatMap((listing) => headOf(listing.rows()[Symbol.iterator]()))
      while (heads.length > 0) {
        let least = 0
        for (let i = 1; i < heads.length; i++)
          if (compare((heads[i] as Head<Row>).row, (heads[least] as Head<Row>).row) < 0) least = i
        const { row, rest } = heads[least] as Head<Row>
        yield row
        const [next] = headOf(rest)
        if (next === undefined) heads.splice(least, 1)
        else heads[least] = next
      }
    },
    count: (limit) =>
      listings.reduce((sum, listing) => (sum < limit ? sum + listing.count(limit - sum) : sum), 0),
    slice: mergedSlice(listings, compare),
  }
}

// Each list is cut where as many rows of all of them as are passed over come before the cuts.
function mergedSlice<Row>(
  listings: readonly Listing<Row>[],
  compare: (a: Row, b: Row) => number,
): Listing<Row>['slice'] {
  const [a, b] = listings.map(({ slice }) => slice)
  if (listings.length !== 2 || a === undefined || b === undefined) return undefined
  const [lengthA, lengthB] = listings.map((listing) => listing.count(Number.POSITIVE_INFINITY)) as [
    number,
    number,
  ]
  return (offset, size) => {
    let low = Math.max(0, offset - lengthB)
    let high = Math.min(offset, lengthA)
    while (low < high) {
      const cut = (low + high) >>> 1
      const [x] = a(cut, 1) as [Row]
      const [y] = b(offset - cut - 1, 1) as [Row]
      if (compare(x, y) < 0) low = cut + 1
      else high = cut
    }
    return merged(a(low, size), b(offset - low, size), compare).slice(0, size)
  }
}

function merged<Row>(a: readonly Row[], b: readonly Row[], compare: (a: Row, b: Row) => number): Row[] {
  return [...a, ...b].sort(compare)
}

interface Head<Row> {
  readonly row: Row
  readonly rest: Iterator<Row>
}

function headOf<Row>(rest: Iterator<Row>): Head<Row>[] {
  const next = rest.next()
  return next.done ? [] : [{ row: next.value, rest }]
}
