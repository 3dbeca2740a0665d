import fc, { type Arbitrary } from 'fast-check'
import type { Reply } from '../../kit/client.ts'
import { Failure } from '../../kit/finding.ts'
import { isRow, type Row, same, show } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'
import { drawn, isExplained, type Made } from './history.ts'
import { type RowCall, type RowRules, type RowState, rowModel } from './rows.ts'

/** What one caller does, as it is drawn: rows are counted, and named once the calls are made. */
export type Step =
  | { readonly does: 'create'; readonly word: string }
  | { readonly does: 'update'; readonly nth: number; readonly change: Row }
  | { readonly does: 'rename'; readonly nth: number; readonly word: string }
  | { readonly does: 'delete'; readonly nth: number }

/** Steps of two to four callers who act at once. */
export type Lanes = readonly (readonly Step[])[]

/** Rows of one kind: how they are read and changed. */
export interface Rows extends RowRules {
  /** The field that a step names a row by. */
  readonly title: string
  /** Fields of a new row beside its title. */
  readonly fresh: Row
  /** The operation that a finding is about. */
  readonly operation: string
  /** Rows as they are, by name: those fields that calls change. */
  readonly read: (stage: Stage) => Promise<readonly (readonly [id: string, fields: Row])[]>
  readonly send: (stage: Stage, call: RowCall, as: Who) => Promise<Reply>
  /** What a counter of the rows shows. */
  readonly count?: (stage: Stage) => Promise<number>
}

const nth = fc.nat({ max: 1 })
const word = fc.constantFrom('Alpha', 'Beta')

/** What callers do at once. `changes` are those that an update may make. */
export function lanesOf(changes: readonly Row[], { renames = false, deletes = true } = {}): Arbitrary<Lanes> {
  const updates = changes.map((change) => nth.map((n): Step => ({ does: 'update', nth: n, change })))
  const step: Arbitrary<Step> = fc.oneof(
    word.map((it): Step => ({ does: 'create', word: it })),
    ...updates,
    ...(renames ? [fc.tuple(nth, word).map(([n, it]): Step => ({ does: 'rename', nth: n, word: it }))] : []),
    ...(deletes ? [nth.map((n): Step => ({ does: 'delete', nth: n }))] : []),
  )
  return fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 4 })
}

/** Two who each do one thing. */
export function twoAtOnce(first: Step, second: Step): Lanes {
  return [[first], [second]]
}

/**
 * Lets callers act at once and looks whether some order of what they did explains the replies and what is there afterwards.
 * Two rows are created first, for them to change.
 */
export async function actAtOnce(stage: Stage, lanes: Lanes, rows: Rows): Promise<void> {
  const mark = String(stage.calls.length)
  const slots = await twoRows(stage, rows, mark)
  const before = await rows.read(stage)
  if (before.length > MOST_ROWS) stage.unknown('the rows of earlier inputs nearly fill a page')
  const callers = (['owner', 'maintainer'] as const).filter((who) => who === 'owner' || stage.has(who))
  const made: Made<RowCall>[] = []
  let now = 0
  const act = async (steps: readonly Step[], lane: number) => {
    for (const [n, step] of steps.entries()) {
      // Where no two may have the same title, they try to.
      const call = callOf(step, rows, slots, rows.unique === undefined ? `${mark}-${lane}-${n}` : mark)
      const began = ++now
      const reply = await rows.send(stage, call, callers[lane % callers.length] ?? 'owner')
      made.push({ call, lane, began, ended: ++now, seen: { status: reply.status, row: rowOf(reply) } })
    }
  }
  const acted = await Promise.allSettled(lanes.map(act))
  for (const { status, ...rest } of acted) if (status === 'rejected' && 'reason' in rest) throw rest.reason
  await judge(stage, made, before, rows)
}

// A list is read as one page of a hundred.
const MOST_ROWS = 90

async function judge(
  stage: Stage,
  made: readonly Made<RowCall>[],
  before: readonly (readonly [string, Row])[],
  rows: Rows,
): Promise<void> {
  const start: RowState = { rows: Object.fromEntries(before), ever: before.map(([id]) => id) }
  const fits = (asRead: (end: RowState) => boolean) => isExplained(made, start, rowModel(rows), asRead)
  const explains = (seen: Ending) =>
    fits((end) => {
      const counted = seen.count === undefined || seen.count === Object.keys(end.rows).length
      return counted && seen.rows.length === Object.keys(end.rows).length && shows(end, seen.rows)
    })
  // What is read may lag behind, so it is read until it fits.
  const seen = await stage.until(() => ending(stage, rows), explains, { seconds: 5 })
  if (explains(seen)) return
  const told = `\n${drawn(made, (call) => tell(call))}\n      before: ${listed(before)}\n      after:  ${listed(seen.rows)}`
  const alone = fits(() => true)
  throw new Failure({
    title: alone
      ? 'what is there after calls at once is what no order of them leaves'
      : 'replies to calls at once are such that no order of them explains them',
    expected: 'that some order of the calls explains it',
    actual: `${told}${seen.count === undefined ? '' : `, counted as ${seen.count}`}`,
    operation: rows.operation,
  })
}

interface Ending {
  readonly rows: readonly (readonly [string, Row])[]
  readonly count: number | undefined
}

async function ending(stage: Stage, { read, count }: Rows): Promise<Ending> {
  return { rows: await read(stage), count: await count?.(stage) }
}

function shows(end: RowState, seen: Ending['rows']): boolean {
  return seen.every(([id, row]) => {
    const known = end.rows[id]
    return (
      known !== undefined && Object.entries(row).every(([name, value]) => same(known[name] ?? null, value))
    )
  })
}

/** Names of two new rows. */
async function twoRows(stage: Stage, rows: Rows, mark: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (const title of ['First', 'Second']) {
    const fields = { ...rows.fresh, [rows.title]: `${title}-${mark}` }
    const reply = await rows.send(stage, { does: 'create', fields }, 'owner')
    expectArranged(reply)
    ids.push(rows.idOf(rowOf(reply) ?? {}, fields))
  }
  return ids
}

/** Sends a call about rows of a list, each of which has its path below the list's. */
export function sendBelow(
  { call }: Stage,
  made: RowCall,
  { list, id, params, as = 'owner' }: Below,
): Promise<Reply> {
  if (made.does === 'create') return call(`POST ${list}`, { ...params, ...made.fields }, { as })
  const one = { ...params, [id]: made.of }
  if (made.does === 'delete') return call(`DELETE ${list}/:${id}`, one, { as })
  return call(`PUT ${list}/:${id}`, { ...one, ...made.fields }, { as })
}

interface Below {
  readonly list: string
  /** The parameter that names a row in its path. */
  readonly id: string
  /** Those that name the list. */
  readonly params: Params
  readonly as?: Who
}

function rowOf({ json }: Reply): Row | undefined {
  return isRow(json) ? json : undefined
}

function callOf(step: Step, { title, fresh }: Rows, slots: readonly string[], mark: string): RowCall {
  if (step.does === 'create') return { does: 'create', fields: { ...fresh, [title]: `${step.word}-${mark}` } }
  const of = slots[step.nth % slots.length] ?? ''
  if (step.does === 'delete') return { does: 'delete', of }
  return {
    does: 'update',
    of,
    fields: step.does === 'rename' ? { [title]: `${step.word}-${mark}` } : step.change,
  }
}

function tell(call: RowCall): string {
  if (call.does === 'delete') return `delete ${call.of}`
  return `${call.does}${call.does === 'update' ? ` ${call.of}` : ''} ${show(call.fields)}`
}

function listed(rows: Ending['rows']): string {
  return rows.map(([id, row]) => `${id} ${show(row)}`).join('; ')
}
