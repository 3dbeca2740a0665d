import { indexListing, type Listing, listingOf, mergeListings } from '../../protocol/listing.ts'
import type { Key } from '../../store/key.ts'
import type { Run } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'
import { AT_ONCE } from './row-filters.ts'

/** Rows in the order of their positions, and who sees them. */
interface Positioned<Row> {
  readonly all: Run<Row>
  /** The rows of one place, or by their places all of them, in the same order. */
  readonly inPlace: (...place: Key) => Run<Row>
  /** Whether the caller sees each row of the place of this one; undefined where each is to be asked. */
  readonly seesPlaceOf: (row: Row) => boolean | undefined
  readonly sees: (row: Row) => boolean
}

/** Of more places each row is asked. */
const MOST_PLACES = 50

/** The rows that the caller sees: few are asked one by one, of many their places. */
export function seenByPlace<Row extends { readonly id: number; readonly position: number }>({
  all,
  inPlace,
  seesPlaceOf,
  sees,
}: Positioned<Row>): Listing<Row> {
  const places = all.count(AT_ONCE + 1) > AT_ONCE ? inPlace().heads(MOST_PLACES) : undefined
  if (places === undefined) return listingOf(all.list().filter(sees))
  const open: Run<Row>[] = []
  const single: Row[] = []
  for (const place of places) {
    const run = inPlace(place)
    const isSeen = seesPlaceOf(run.first() as Row)
    if (isSeen) open.push(run)
    else if (isSeen === undefined) for (const row of run.list()) if (sees(row)) single.push(row)
  }
  const listed = indexListing(unionOf(open), 'ascending')
  return single.length === 0
    ? listed
    : mergeListings([listed, listingOf(single.sort(byPosition))], byPosition)
}

function byPosition(
  a: { readonly id: number; readonly position: number },
  b: { readonly id: number; readonly position: number },
): number {
  return a.position - b.position || a.id - b.id
}
