import type { Row } from '../../kit/json.ts'

/** What was seen of a call. */
export interface Seen {
  readonly status: number
  /** Its body, where that is an object. */
  readonly row: Row | undefined
}

/** A call of a history. Times are numbers in the order of what happened: each begin and each end has its own. */
export interface Made<Call> {
  readonly call: Call
  /** Who called: the n-th of those who did so at once. */
  readonly lane: number
  readonly began: number
  readonly ended: number
  readonly seen: Seen
}

/** What calls do one after the other. */
export interface Sequential<State, Call> {
  /** The state after a call that was answered so; undefined where no such answer is possible then. */
  after(state: State, call: Call, seen: Seen): State | undefined
  /** Equal for states that nothing tells apart. */
  key(state: State): string
}

/**
 * True when some order of the calls explains all replies and ends in a state as it is read afterwards. The order respects
 * time: a call that had ended before another began comes before it.
 */
export function isExplained<State, Call>(
  history: readonly Made<Call>[],
  start: State,
  { after, key }: Sequential<State, Call>,
  asRead: (end: State) => boolean,
): boolean {
  const hopeless = new Set<string>()
  const search = (state: State, left: readonly number[]): boolean => {
    if (left.length === 0) return asRead(state)
    const place = `${left.join(',')} ${key(state)}`
    if (hopeless.has(place)) return false
    const firstEnd = Math.min(...left.map((n) => history[n]?.ended ?? 0))
    for (const n of left) {
      const { call, began, seen } = history[n] as Made<Call>
      if (began > firstEnd) continue
      const next = after(state, call, seen)
      if (next === undefined) continue
      const rest = left.filter((other) => other !== n)
      if (search(next, rest)) return true
    }
    hopeless.add(place)
    return false
  }
  return search(
    start,
    history.map((_made, n) => n),
  )
}

/** A history for people: a line a call, in the order in which they began, and beside it when it went on. */
export function drawn<Call>(history: readonly Made<Call>[], told: (call: Call) => string): string {
  const last = Math.max(0, ...history.map(({ ended }) => ended))
  const lines = [...history]
    .sort((left, right) => left.began - right.began)
    .map(({ call, lane, began, ended, seen: { status, row } }) => {
      const bar = `${' '.repeat(began - 1)}|${'-'.repeat(Math.max(0, ended - began - 1))}|`.padEnd(last + 1)
      const id = row?.iid ?? row?.id
      const answer = id === undefined ? String(status) : `${status} (${String(id)})`
      return `      ${String.fromCodePoint(65 + lane)} ${bar} ${told(call)}: ${answer}`
    })
  return lines.join('\n')
}
