import { base64, unbase64 } from '../../lib/bytes.ts'
import { LongBody } from '../../lib/long-body.ts'
import { finished, Pace, type Steps } from '../../lib/steps.ts'
import { columns } from '../../model/columns.ts'
import { MissingRows } from '../../model/missing-rows.ts'
import { missingObject } from '../../model/repository/named-objects.ts'
import { readPack } from '../../model/repository/packed-objects.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { emptyWorld, type World } from '../../model/world.ts'
import type { AnyRow } from '../../store/row.ts'
import { type Fields, misfitOf } from '../../store/shape.ts'
import { type Instant, isoTime } from '../../time/calendar.ts'
import { type ClockMark, clockModeText, instant, parseClockMode } from '../../time/clock.ts'

/** A snapshot of a simulator as plain JSON, secrets included. */
export interface SavedState {
  readonly forgery: 'snapshot'
  readonly version: 1
  readonly clock: { readonly mode: string; readonly now: string }
  readonly requests: number
  readonly tables: { readonly [name: string]: readonly unknown[] }
}

/** A moment of a simulator, to which `restore` goes back. Taken in O(1). */
export interface Snapshot {
  readonly world: World
  readonly clock: ClockMark
  readonly requests: number
}

/** What a row has in place of bytes, which JSON has not: an object with them as text under this name. */
export const BYTES = '$bytes'
/** Characters of a row that is spelled in one step and added in another. */
const LONG = 4 * 1024 * 1024

/** Serialises a snapshot. */
export function savedState({ world, clock, requests }: Snapshot): SavedState {
  const tables = world.tableNames.map((name) => [
    name,
    (world.table(name)?.all().list() ?? []).map((row) => written(row)),
  ])
  return {
    forgery: 'snapshot',
    version: 1,
    clock: { mode: clockModeText(clock.mode), now: isoTime(clock.now as Instant) },
    requests,
    tables: Object.fromEntries(tables),
  }
}

/** The same as the text of a file, written step by step. */
export function* writtenState({ world, clock, requests }: Snapshot): Steps<string | Uint8Array> {
  const body = new LongBody()
  const { tables: _, ...head } = savedState({ world: emptyWorld(), clock, requests })
  body.add(`${JSON.stringify(head).slice(0, -1)},"tables":{`)
  for (const [t, name] of world.tableNames.entries()) {
    body.add(`${t === 0 ? '' : ','}${JSON.stringify(name)}:[`)
    let separator = ''
    for (const row of world.table(name)?.all().ascending() ?? []) {
      const text = JSON.stringify(written(row))
      if (text.length > LONG) yield
      if (body.add(`${separator}${text}`)) yield
      separator = ','
    }
    body.add(']')
  }
  body.add('}}\n')
  return body.whole()
}

/** True for a value that claims to be a snapshot, valid or not. */
export function isSavedState(value: unknown): value is SavedState {
  return isRecord(value) && value.forgery === 'snapshot'
}

/**
 * Parses a snapshot; copies of its objects become rows. Throws a RangeError that says what is invalid: of a cell its
 * table, row and column.
 */
export function readState(value: unknown): Snapshot {
  return finished(readSteps(value))
}

/** The same step by step. */
export function* readSteps(value: unknown): Steps<Snapshot> {
  const state = yield* stateIn(value)
  const { tables } = value as SavedState
  yield* refuseMissingRows(state.world, tables)
  yield* refuseMissingObjects(state.world, tables)
  return state
}

/** Bytes that take as long to handle as a row takes to be read or looked at. */
const EACH_ROW = 2048

function* stateIn(value: unknown): Steps<Snapshot> {
  if (!isRecord(value) || value.forgery !== 'snapshot') throw new RangeError('it is no snapshot')
  const { version, clock, requests, tables } = value
  if (version !== 1) throw new RangeError(`snapshots of version ${JSON.stringify(version)} cannot be read`)
  if (!isRecord(clock) || typeof clock.mode !== 'string' || typeof clock.now !== 'string')
    throw new RangeError('clock must have mode and now')
  if (!Number.isSafeInteger(requests)) throw new RangeError('requests must be a whole number')
  if (!isRecord(tables)) throw new RangeError('tables must be an object of lists')
  return {
    world: yield* filled(tables),
    clock: { mode: parseClockMode(clock.mode), now: instant(clock.now) },
    requests: requests as number,
  }
}

function* filled(tables: { readonly [name: string]: unknown }): Steps<World> {
  const world = emptyWorld()
  const pace = new Pace()
  for (const [name, rows] of Object.entries(tables)) {
    const table = world.table(name)
    if (table === undefined) throw new RangeError(`tables: there is no table '${name}'`)
    if (!Array.isArray(rows)) throw new RangeError(`tables.${name} must be a list of rows`)
    const whole: AnyRow[] = []
    for (const [i, row] of rows.entries()) {
      const where = `tables.${name}[${i}]`
      if (!isRow(row)) throw new RangeError(`${where} must be a row with an id: a text or a whole number`)
      const one = copied(row) as AnyRow
      refuseMisfit(one, where, columns[name] ?? {})
      whole.push(one)
      if (pace.of(EACH_ROW)) yield
    }
    table.fill(whole)
    yield* table.arrange()
    if (pace.of(EACH_ROW * rows.length)) yield
  }
  if (world.instance.get(1) === undefined) throw new RangeError('tables.instance has no row 1')
  return world
}

function refuseMisfit(row: AnyRow, where: string, columns: Fields): void {
  const misfit = misfitOf(row, columns)
  if (misfit !== undefined) throw new RangeError(`${where}.${misfit.way} must be ${misfit.wanted}`)
}

function* refuseMissingRows(world: World, tables: SavedState['tables']): Steps<void> {
  const pace = new Pace()
  const missing = new MissingRows(world)
  for (const [name, rows] of Object.entries(tables))
    for (const [i, row] of rows.entries()) {
      const misfit = missing.of(name, row as object)
      if (misfit !== undefined)
        throw new RangeError(`tables.${name}[${i}].${misfit.way} must be ${misfit.wanted}`)
      if (pace.of(EACH_ROW)) yield
    }
}

function* refuseMissingObjects(world: World, tables: SavedState['tables']): Steps<void> {
  const pace = new Pace()
  for (const [i, row] of world.gitPacks.all().list().entries())
    try {
      yield* readPack(row)
    } catch (error) {
      throw new RangeError(`tables.gitPacks[${i}].bytes must be a pack: ${(error as Error).message}`)
    }
  const objects = objectsOf(world)
  for (const [name, rows] of Object.entries(tables))
    for (const [i, row] of rows.entries()) {
      const missing = missingObject(objects, name, row as object)
      if (missing !== undefined)
        throw new RangeError(`tables.${name}[${i}].${missing.way} must be ${missing.wanted}`)
      if (pace.of(EACH_ROW)) yield
    }
}

function isRow(row: unknown): row is AnyRow {
  return isRecord(row) && (Number.isInteger(row.id) || typeof row.id === 'string')
}

// JSON has no bytes, and drops fields that are undefined.
function written(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES]: base64(value) }
  if (Array.isArray(value)) return value.map(written)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, written(inner)]))
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (!isRecord(value)) return value
  const bytes = value[BYTES]
  if (typeof bytes === 'string') return unbase64(bytes)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner)]))
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
