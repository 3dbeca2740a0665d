import { Cron } from 'croner'
import { type Instant, isoTime } from './calendar.ts'
import { zoneNamed } from './zones.ts'

/** When a plan in the notation of cron comes next, by the clocks of a time zone; undefined where it never does. */
export function nextRun(plan: string, zone: string, after: Instant): Instant | undefined {
  return new Cron(plan, { timezone: zoneNamed(zone), mode: '5-part' }).nextRun(isoTime(after))?.getTime()
}

export function isCron(plan: string): boolean {
  return isRead(plan, 'UTC')
}

export function isZone(zone: string): boolean {
  return zone !== '' && isRead('0 0 * * *', zone)
}

function isRead(plan: string, zone: string): boolean {
  try {
    nextRun(plan, zone, 0)
    return true
  } catch {
    return false
  }
}
