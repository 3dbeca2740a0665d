import type { Instant } from './calendar.ts'

/** The present moment. What asks whether a moment has come, and not what time it is, stays as it is until one comes. */
export interface Present {
  readonly now: Instant
  /** True of the present moment, too. Moments are whole milliseconds: one has passed once the next has come. */
  hasCome(moment: Instant): boolean
}

export function at(now: Instant): Present {
  return { now, hasCome: (moment) => moment <= now }
}
