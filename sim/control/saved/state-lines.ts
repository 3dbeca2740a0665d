import { exactText, text, unbase64, utf8 } from '../../lib/bytes.ts'
import { emptyWorld } from '../../model/world.ts'
import type { AnyRow } from '../../store/row.ts'
import type { LaterRows } from '../../store/table.ts'
import { instant, parseClockMode } from '../../time/clock.ts'
import { BYTES, type SavedState, type Snapshot } from './saved-state.ts'

/** The first line: a snapshot with the names of its tables, of which each has a line below, in this order. */
type Head = Omit<SavedState, 'tables'> & { readonly tables: readonly string[] }

/** A line: the rows of a table, and where bytes stand in them, so that nobody has to look for them. */
type Line = readonly [rows: readonly unknown[], bytes: readonly Way[]]
/** The number of a row, and the names of what leads from it to a value. */
type Way = readonly (string | number)[]

/** A snapshot as lines of JSON, of which only those are read whose tables somebody asks for. */
export function linesOf({ tables, ...head }: SavedState): string {
  const filled = Object.entries(tables).filter(([, rows]) => rows.length > 0)
  const first: Head = { ...head, tables: filled.map(([name]) => name) }
  return [first, ...filled.map(([, rows]) => lineOf(rows))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

function lineOf(rows: readonly unknown[]): Line {
  const ways: Way[] = []
  const written = (value: unknown, way: Way): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((inner, i) => written(inner, [...way, i]))
    const bytes = (value as { readonly [BYTES]?: unknown })[BYTES]
    if (typeof bytes !== 'string')
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, written(inner, [...way, name])]),
      )
    ways.push(way)
    // Most are texts, which are read sooner, and without code of our own.
    return exactText(unbase64(bytes)) ?? value
  }
  return [rows.map((row, i) => written(row, [i])), ways]
}

/** What these lines were made of. They are ours, so no cell is looked at. */
export function readLines(lines: Uint8Array): Snapshot {
  let end = lines.indexOf(NEWLINE)
  const { clock, requests, tables }: Head = parsed(lines.subarray(0, end))
  const first = new Map<string, LaterRows>()
  for (const name of tables) {
    const start = end + 1
    end = lines.indexOf(NEWLINE, start)
    const line = lines.subarray(start, end)
    first.set(name, () => rowsIn(parsed<Line>(line)))
  }
  return {
    world: emptyWorld(first),
    clock: { mode: parseClockMode(clock.mode), now: instant(clock.now) },
    requests,
  }
}

const NEWLINE = 10

function parsed<T>(line: Uint8Array): T {
  return JSON.parse(text(line))
}

// Nobody else has what was parsed: bytes take the place of what stands for them.
function rowsIn([rows, ways]: Line): readonly AnyRow[] {
  for (const way of ways) {
    let at = rows as unknown as Parsed
    for (let i = 0; i < way.length - 1; i++) at = at[way[i] as string] as Parsed
    const last = way.at(-1) as string
    at[last] = bytesOf(at[last] as string | { readonly [BYTES]: string })
  }
  return rows as readonly AnyRow[]
}

interface Parsed {
  [name: string]: unknown
}

function bytesOf(spelled: string | { readonly [BYTES]: string }): Uint8Array {
  return typeof spelled === 'string' ? utf8(spelled) : unbase64(spelled[BYTES])
}
