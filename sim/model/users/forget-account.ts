import { forEach, type Pace, type Steps } from '../../lib/steps.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Table } from '../../store/table.ts'
import type { World } from '../world.ts'
import { BY_ACCOUNT, type Fate, fates } from './named-accounts.ts'

/** The tables that name accounts, with the ways to the columns. */
const tables = Object.entries(fates).map(([name, ways]) => ({
  name,
  told: Object.entries(ways).map(([way, fate]) => ({ way: way.split('.'), fate })),
}))

interface Cells {
  readonly [column: string]: unknown
}

/** Takes an account out of all rows. The ghost user is asked for when it is first needed. */
export function* forgetAccount(world: World, id: number, ghost: () => number, pace: Pace): Steps<void> {
  for (const { name, told } of tables) {
    const table = world.table(name) as Table<AnyRow, string>
    const rows = table.by(BY_ACCOUNT, id).list()
    // Most accounts are named in few tables.
    if (rows.length === 0) continue
    yield* forEach(rows, pace, (row) => {
      let cells: Cells | undefined = row as unknown as Cells
      for (const { way, fate } of told) cells = cells && without(cells, way, fate, id, ghost)
      if (cells === undefined) table.delete(row.id)
      else if (cells !== (row as unknown)) table.put(cells as unknown as AnyRow)
    })
  }
}

// Undefined where the row ends.
function without(
  cells: Cells,
  [column = '', inner]: readonly string[],
  fate: Fate,
  id: number,
  ghost: () => number,
): Cells | undefined {
  const value = cells[column]
  const names = (one: unknown) => (inner === undefined ? one : (one as Cells | null)?.[inner]) === id
  if (Array.isArray(value)) {
    if (!value.some(names)) return cells
    if (fate === 'leaves') return { ...cells, [column]: value.filter((one) => !names(one)) }
    const handed = value.map((one) => (names(one) ? { ...one, [inner as string]: ghost() } : one))
    return { ...cells, [column]: handed }
  }
  if (value === undefined || !names(value)) return cells
  switch (fate) {
    case 'ends':
      return undefined
    case 'ghost':
      return { ...cells, [column]: ghost() }
    case 'missing': {
      const { [column]: _, ...rest } = cells
      return rest
    }
    default:
      return { ...cells, [column]: null }
  }
}
