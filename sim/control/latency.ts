import { drawInteger } from '../lib/random.ts'
import { duration } from '../time/clock.ts'

/** Delay of replies in milliseconds, drawn between the two for each request. */
export interface Latency {
  readonly least: number
  readonly most: number
}

/** Delays of typical connections, from a local network to a bad mobile one. */
export const latencyProfiles: { readonly [name: string]: Latency } = {
  lan: { least: 1, most: 5 },
  wan: { least: 30, most: 120 },
  mobile: { least: 80, most: 400 },
  slow: { least: 500, most: 2000 },
}

const MOST = 3_600_000

/** Reads `200ms` (or milliseconds), `50ms..200ms`, or the name of a profile. Throws a RangeError. */
export function parseLatency(value: string | number): Latency {
  const named = typeof value === 'string' && Object.hasOwn(latencyProfiles, value)
  const profile = named ? latencyProfiles[value] : undefined
  if (profile !== undefined) return profile
  const [from, to, ...rest] = typeof value === 'string' ? value.split('..') : [value]
  const least = milliseconds(from ?? '', value)
  const most = to === undefined ? least : milliseconds(to, value)
  if (rest.length > 0 || most < least || most > MOST) throw invalidLatency(value)
  return { least, most }
}

/** The delay of one request: the same seed and number give the same delay. */
export function drawnLatency({ least, most }: Latency, seed: number, number: number, salt = 0): number {
  return least === most ? least : least + (drawInteger(seed, number, 101 + salt) % (most - least + 1))
}

function milliseconds(text: string | number, whole: string | number): number {
  try {
    return duration(text)
  } catch {
    throw invalidLatency(whole)
  }
}

function invalidLatency(value: string | number): RangeError {
  const names = Object.keys(latencyProfiles).join(', ')
  return new RangeError(
    `latency '${value}' is invalid: use a duration of at most 1h such as 200ms, two such as 50ms..200ms, or ${names}`,
  )
}
