import type { Run, RunOrder } from '../store/run.ts'

/** A collection that can be paged: it knows how to walk itself, and how many it has up to a limit. */
export interface Listing<Row> {
  rows(): Iterable<Row>
  /** The number of rows, at most `limit`. */
  count(limit: number): number
  /** At most `size` rows behind the first `offset`, where they are found without walking there. */
  readonly slice?: (offset: number, size: number) => readonly Row[]
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

/** Rows that are computed at each walk or count. */
export function lazyListing<Row>(rows: () => Iterable<Row>): Listing<Row> {
  return {
    rows,
    count(limit) {
      let counted = 0
      for (const _ of rows()) if (++counted >= limit) break
      return counted
    },
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
    }
  return {
    *rows() {
      for (const row of run[order]()) if (passes(row)) yield row
    },
    count(limit) {
      let counted = 0
      for (const row of run.ascending()) if (passes(row) && ++counted >= limit) break
      return counted
    },
  }
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
        heads.splice(least, 1, ...headOf(rest))
      }
    },
    count: (limit) =>
      listings.reduce((sum, listing) => (sum < limit ? sum + listing.count(limit - sum) : sum), 0),
  }
}

interface Head<Row> {
  readonly row: Row
  readonly rest: Iterator<Row>
}

function headOf<Row>(rest: Iterator<Row>): Head<Row>[] {
  const next = rest.next()
  return next.done ? [] : [{ row: next.value, rest }]
}
