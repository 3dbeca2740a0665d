import { switchedOn } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import { type Field, integer, nullable, object, text } from './entity.ts'

interface Timed {
  readonly timeEstimate: number
  readonly timeSpent: number
}

/** Estimate and spent time in seconds, and as people write them (issues#time-units). */
export function timeStats<Row extends Timed>(): Field<Row> {
  return object<Row>({
    time_estimate: integer((row) => row.timeEstimate),
    total_time_spent: integer((row) => row.timeSpent),
    human_time_estimate: nullable(text((row, { world }) => humanTime(world, row.timeEstimate) as string)),
    human_total_time_spent: nullable(text((row, { world }) => humanTime(world, row.timeSpent) as string)),
  })
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 8 * HOUR
const WEEK = 5 * DAY
const UNITS: readonly (readonly [string, number])[] = [
  ['mo', 4 * WEEK],
  ['w', WEEK],
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', 1],
]

/**
 * `3h 30m` for 12600 seconds: months of 4 weeks, weeks of 5 days, days of 8 hours, or nothing longer than hours where
 * the installation says so. Null for nothing.
 */
export function humanTime(world: World, seconds: number): string | null {
  if (seconds === 0) return null
  const longest = switchedOn(world, 'time_tracking_limit_to_hours') ? HOUR : Number.POSITIVE_INFINITY
  const parts: string[] = []
  let left = Math.abs(seconds)
  for (const [unit, size] of UNITS) {
    if (left < size || size > longest) continue
    parts.push(`${Math.floor(left / size)}${unit}`)
    left %= size
  }
  if (parts.length === 0) return null
  return `${seconds < 0 ? '-' : ''}${parts.join(' ')}`
}
