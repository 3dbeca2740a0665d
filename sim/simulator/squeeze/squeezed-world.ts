import { drawInteger } from '../../lib/random.ts'
import type { World } from '../../model/world.ts'
import type { AnyRow } from '../../store/row.ts'
import { awkwardText } from './awkward-text.ts'
import { nulls } from './nulls.ts'

/** Rows a page, whatever is asked for. */
const PAGE_SIZE = 2
/** Ids of rows that are created later are beyond what 32 bits hold. */
const FIRST_ID = 2 ** 31

/** Texts of a table, at most 255 characters long. */
const texts: { readonly [table: string]: readonly string[] } = {
  users: ['name'],
  groups: ['description'],
  projects: ['description'],
  labels: ['description'],
  milestones: ['description'],
  issues: ['title', 'description'],
  mergeRequests: ['title', 'description'],
  snippets: ['title', 'description'],
  releases: ['description'],
  epics: ['description'],
}

/** Tables that hold no rows of the service. */
const own = new Set(['jobs', 'waitingJobs', 'sequences', 'instance'])
/** A moment in milliseconds since 1970, later than 1973; smaller numbers are something else. */
const LEAST_INSTANT = 1e11

/** Makes a world legal but inconvenient: the same one for the same seed. */
export function squeezeWorld(world: World, seed: number): void {
  for (const name of world.tableNames) {
    const table = world.table(name)
    if (table === undefined || own.has(name)) continue
    for (const row of table.all().list()) {
      const squeezed = squeezedRow(name, row, seed)
      if (squeezed !== row) table.put(squeezed)
    }
    if ((world.sequences.get(name)?.last ?? 0) < FIRST_ID)
      world.sequences.put({ id: name, last: FIRST_ID + (drawInteger(seed, placeOf(name)) % 1000) })
  }
  world.instance.update(1, { pageSize: PAGE_SIZE })
}

/** The time with a fraction of a second that is not round. Of two times the earlier one stays the earlier one. */
export function oddTime(at: number): number {
  const second = Math.floor(at / 1000)
  return at % 1000 === 0 ? second * 1000 + 1 + (drawInteger(second) % 998) : at
}

function squeezedRow(table: string, row: AnyRow, seed: number): AnyRow {
  const changes: { [field: string]: unknown } = {}
  for (const [field, value] of Object.entries(row))
    if (field.endsWith('At') && typeof value === 'number' && value > LEAST_INSTANT)
      changes[field] = oddTime(value)
  const place = typeof row.id === 'number' ? row.id : placeOf(row.id)
  for (const [i, field] of (texts[table] ?? []).entries()) {
    const before = (Object.entries(row).find(([name]) => name === field) ?? [])[1]
    if (drawInteger(seed, placeOf(table), place, i) % 3 < 2)
      changes[field] = awkwardText(String(before ?? ''), seed, placeOf(table), place, i)
  }
  for (const [i, field] of (nulls[table] ?? []).entries())
    if (drawInteger(seed, placeOf(table), place, 100 + i) % 2 === 0) changes[field] = null
  return Object.keys(changes).length === 0 ? row : { ...row, ...changes }
}

/** A text as a number to draw from. */
export function placeOf(text: string): number {
  let place = 0
  for (let i = 0; i < text.length; i++) place = (Math.imul(place, 31) + text.charCodeAt(i)) | 0
  return place
}
