import type { Row } from '../../kit/json.ts'
import type { Seen, Sequential } from './history.ts'

/** A call on rows of one kind, named by what their lists show them as. */
export type RowCall =
  | { readonly does: 'create'; readonly fields: Row }
  | { readonly does: 'update'; readonly of: string; readonly fields: Row }
  | { readonly does: 'delete'; readonly of: string }

/** What is true of rows of one kind. */
export interface RowRules {
  /** The name of a row that a call created, as lists show it. */
  readonly idOf: (row: Row, fields: Row) => string
  /** The field whose value no two rows share. */
  readonly unique?: string
  /** Statuses that tell that a value is taken. */
  readonly taken?: readonly number[]
  /** Statuses that tell that a row is not there. */
  readonly missing: readonly number[]
  /** Creating what is there already changes nothing and succeeds. */
  readonly again?: true
  /** A call may also be refused because of another one that goes on. */
  readonly mayRefuse?: true
}

/** Rows by name, and every name that there ever was: none is given twice. */
export interface RowState {
  readonly rows: { readonly [id: string]: Row }
  readonly ever: readonly string[]
}

export function rowModel(rules: RowRules): Sequential<RowState, RowCall> {
  return {
    key: ({ rows }) => JSON.stringify(Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1))),
    after: (state, call, seen) =>
      seen.status < 300 ? accepted(state, call, seen, rules) : refused(state, call, seen, rules),
  }
}

function accepted(state: RowState, call: RowCall, { row }: Seen, rules: RowRules): RowState | undefined {
  const { rows, ever } = state
  switch (call.does) {
    case 'create': {
      const id = rules.idOf(row ?? {}, call.fields)
      if (rules.again && rows[id] !== undefined) return state
      const isNamed = rules.unique !== undefined && id === String(call.fields[rules.unique])
      if (isTaken(state, call.fields, undefined, rules)) return undefined
      // A number is given once; a name is free again once its row is deleted.
      if (rows[id] !== undefined || (!isNamed && ever.includes(id))) return undefined
      return { rows: { ...rows, [id]: call.fields }, ever: [...ever, id] }
    }
    case 'update': {
      const known = rows[call.of]
      if (known === undefined || isTaken(state, call.fields, call.of, rules)) return undefined
      return { ...state, rows: { ...rows, [call.of]: { ...known, ...call.fields } } }
    }
    case 'delete': {
      // Two who delete at once are both told that it is done.
      const { [call.of]: _gone, ...others } = rows
      return { ...state, rows: others }
    }
  }
}

function refused(state: RowState, call: RowCall, { status }: Seen, rules: RowRules): RowState | undefined {
  if (rules.mayRefuse) return state
  const { taken = [], missing } = rules
  const of = call.does === 'create' ? undefined : call.of
  const isMissing = of !== undefined && state.rows[of] === undefined
  if (isMissing && missing.includes(status)) return state
  const fields = call.does === 'delete' ? {} : call.fields
  if (taken.includes(status) && isTaken(state, fields, of, rules)) return state
  return undefined
}

function isTaken({ rows }: RowState, fields: Row, of: string | undefined, { unique }: RowRules): boolean {
  if (unique === undefined || fields[unique] === undefined) return false
  return Object.entries(rows).some(([id, row]) => id !== of && row[unique] === fields[unique])
}
