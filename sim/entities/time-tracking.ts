import { entity, integer, nullable, text } from './entity.ts'
import { humanTime } from './time-stats.ts'

interface Timed {
  readonly timeEstimate: number
  readonly timeSpent: number
}

/** Estimate and spent time on their own, as operations of time tracking answer them. */
export const timeStatsEntity = entity<Timed>('TimeStats', {
  time_estimate: integer(({ timeEstimate }) => timeEstimate),
  total_time_spent: integer(({ timeSpent }) => timeSpent),
  human_time_estimate: nullable(
    text(({ timeEstimate }, { world }) => humanTime(world, timeEstimate) as string),
  ),
  human_total_time_spent: nullable(text(({ timeSpent }, { world }) => humanTime(world, timeSpent) as string)),
})
