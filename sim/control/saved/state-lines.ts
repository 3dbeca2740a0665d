import { text, unbase64 } from '../../lib/bytes.ts'
import { emptyWorld } from '../../model/world.ts'
import type { AnyRow } from '../../store/row.ts'
import type { LaterRows } from '../../store/table.ts'
import { instant, parseClockMode } from '../../time/clock.ts'
import { BYTES, type SavedState, type Snapshot } from './saved-state.ts'

/** The first line: a snapshot with the names of its tables, of which each has its rows in a line below, in this order. */
type Head = Omit<SavedState, 'tables'> & { readonly tables: readonly string[] }

/** A snapshot as lines of JSON, of which only those are read whose tables somebody asks for. */
export function linesOf({ tables, ...head }: SavedState): string {
  const filled = Object.entries(tables).filter(([, rows]) => rows.length > 0)
  const first: Head = { ...head, tables: filled.map(([name]) => name) }
  return [first, ...filled.map(([, rows]) => rows)].map((line) => `${JSON.stringify(line)}\n`).join('')
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
    first.set(name, () => parsed<readonly unknown[]>(line).map(read) as readonly AnyRow[])
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

// Values without bytes are returned as they were parsed, without a copy.
function read(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value.map(read)
    return list.every((inner, i) => inner === value[i]) ? value : list
  }
  const record = value as { readonly [name: string]: unknown }
  const bytes = record[BYTES]
  if (typeof bytes === 'string') return unbase64(bytes)
  const changed: [name: string, value: unknown][] = []
  for (const name of Object.keys(record)) {
    const inner = read(record[name])
    if (inner !== record[name]) changed.push([name, inner])
  }
  return changed.length === 0 ? value : Object.fromEntries([...Object.entries(record), ...changed])
}
