import type { Instant } from '../../time/calendar.ts'
import type { Issuable } from '../discussions/notes.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { World } from '../world.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 8 * HOUR
const WEEK = 5 * DAY
const units: { readonly [unit: string]: number } = { mo: 4 * WEEK, w: WEEK, d: DAY, h: HOUR, m: MINUTE, s: 1 }

/** Seconds of `1h 30m` or `-2d`: days have 8 hours, weeks 5 days, months 4 weeks; a bare number means hours. */
export function workingTime(text: string): number | undefined {
  const compact = text.trim().toLowerCase().slice(0, 100)
  const bare = /^([+-]?)(\d{1,9}(?:\.\d{1,4})?)$/.exec(compact)
  if (bare !== null) return (bare[1] === '-' ? -1 : 1) * Math.round(Number(bare[2]) * HOUR)
  if (!/^[+-]?(?:\s*\d{1,9}(?:\.\d{1,4})?\s*(?:mo|w|d|h|m|s))+$/.test(compact)) return undefined
  let seconds = 0
  for (const [, number, unit] of compact.matchAll(/(\d+(?:\.\d+)?)\s*(mo|w|d|h|m|s)/g))
    seconds += Number(number) * (units[unit as string] ?? 0)
  return (compact.startsWith('-') ? -1 : 1) * Math.round(seconds)
}

/** Sets how long something is expected to take. Throws InvalidRow. */
export function estimateTime(world: World, on: Issuable, seconds: number, now: Instant): Issuable {
  if (seconds < 0)
    throw new InvalidRow({
      time_estimate: ['must have a valid format and be greater than or equal to zero.'],
    })
  return put(world, on, { timeEstimate: seconds, updatedAt: now })
}

/** Adds time that was spent, or takes some of it away. Throws InvalidRow. */
export function spendTime(world: World, on: Issuable, seconds: number, now: Instant): Issuable {
  const timeSpent = on.row.timeSpent + seconds
  if (timeSpent < 0) throw new InvalidRow({ base: ['Time to subtract exceeds the total time spent'] })
  return put(world, on, { timeSpent, updatedAt: now })
}

export function resetTimeSpent(world: World, on: Issuable, now: Instant): Issuable {
  return put(world, on, { timeSpent: 0, updatedAt: now })
}

interface Times {
  readonly timeEstimate?: number
  readonly timeSpent?: number
  readonly updatedAt: Instant
}

function put(world: World, { kind, row }: Issuable, times: Times): Issuable {
  return kind === 'Issue'
    ? { kind, row: world.issues.update(row.id, times) }
    : { kind, row: world.mergeRequests.update(row.id, times) }
}
