import { drawInteger } from '../lib/random.ts'
import { type Listing, listingOf } from './listing.ts'

/** The same rows in an order that means nothing. A row stays where it was among the others, on whichever page it is. */
export function shuffled<Row>(listing: Listing<Row>, seed: number): Listing<Row> {
  const rows = [...listing.rows()]
  const ranked = rows.map((row, place) => ({ row, rank: drawInteger(seed, numberOf(row) ?? place) }))
  return listingOf(ranked.sort((a, b) => a.rank - b.rank).map(({ row }) => row))
}

function numberOf(row: unknown): number | undefined {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number'
    ? row.id
    : undefined
}
