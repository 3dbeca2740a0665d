import { tracing } from '../lib/tracing.ts'
import type { ChangeLog } from '../store/changes.ts'
import type { Situation } from './abilities.ts'
import type { Caller } from './caller.ts'

/** What was decided about a caller, by question. */
export type Decisions = Map<unknown, unknown>

/** Decisions of one day. */
interface Known {
  readonly day: number
  readonly callers: { readonly caller: Caller; decisions: Decisions }[]
}

const DAY = 86_400_000
/** Callers and decisions about each that are remembered. */
const MOST_CALLERS = 100
const MOST_DECISIONS = 2000

/** By the log of a version that nobody has written to: as long as nobody does, its rows are the same. */
const known = new WeakMap<ChangeLog, Known>()

/**
 * What was decided about the caller when the same rows were there on the same day: memberships begin and end with days, and
 * the time of day decides nothing. So whoever asks again is not looked up again, for as long as all only read.
 */
export function decisionsFor({ world, caller, now }: Situation): Decisions {
  const { changes } = world
  // Whoever wants to be told of decisions is told of each.
  if (changes.wasWritten || tracing.to !== undefined) return new Map()
  const day = Math.floor(now / DAY)
  let ofDay = known.get(changes)
  if (ofDay?.day !== day) {
    ofDay = { day, callers: [] }
    known.set(changes, ofDay)
  }
  const { callers } = ofDay
  let own = callers.find((one) => isSame(one.caller, caller))
  if (own === undefined) {
    if (callers.length >= MOST_CALLERS) callers.length = 0
    own = { caller, decisions: new Map() }
    callers.push(own)
  }
  if (own.decisions.size > MOST_DECISIONS) own.decisions = new Map()
  return own.decisions
}

// Of the same rows: a caller is another object in each request.
function isSame(one: Caller, other: Caller): boolean {
  return (
    one.token === other.token &&
    one.user === other.user &&
    one.admin === other.admin &&
    one.sudoBy === other.sudoBy &&
    one.scopes === other.scopes
  )
}
