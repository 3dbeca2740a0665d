import { copyOf } from '../store/row.ts'
import type { Instant } from '../time/calendar.ts'

/** A row with other columns, as of now; the row itself where it has these values already (conventions#unchanged-update). */
export function updated<Row extends { readonly updatedAt?: Instant }>(
  row: Row,
  columns: Partial<NoInfer<Row>>,
  now: Instant,
): Row {
  if (!differs(row, columns)) return row
  // One copy of all columns, to which the others are written: two that are spread into a third take twice as long.
  const next: Row & { updatedAt?: Instant } = copyOf(row)
  Object.assign(next, columns)
  next.updatedAt = now
  return next
}

function differs<Row>(row: Row, columns: Partial<Row>): boolean {
  for (const name in columns) if (!same(columns[name], row[name])) return true
  return false
}

/** Equality by structure of what a column may hold. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => same(one[name as keyof typeof one], other[name as keyof typeof other]))
  )
}
