import { humanTime } from '../../../entities/time-stats.ts'
import { estimateTime, resetTimeSpent, spendTime, workingTime } from '../../../model/issues/time-tracking.ts'
import { dayOf, isoTime, parseDay, startOfDay } from '../../../time/calendar.ts'
import { callerOf } from './named.ts'
import type { Action, ActionContext, ActionResult } from './quick-action.ts'

export const timeActions: { readonly [name: string]: Action } = {
  estimate: { aliases: ['estimate_time'], run: estimate },
  remove_estimate: {
    aliases: ['remove_time_estimate'],
    afterwards: true,
    run: ({ situation: { world, now }, on }) => ({
      on: estimateTime(world, on, 0, now),
      message: 'Removed time estimate.',
      changes: { time_estimate: 0 },
    }),
  },
  spend: { aliases: ['spent', 'spend_time'], run: spend },
  remove_time_spent: {
    afterwards: true,
    run: (it) => ({
      on: resetTimeSpent(it.situation.world, it.on, it.situation.now),
      message: 'Removed spent time.',
      changes: { spend_time: { duration: 'reset', user_id: callerOf(it).id } },
    }),
  },
}

function estimate({ situation: { world, now }, on, text }: ActionContext): ActionResult | undefined {
  const seconds = text === '' ? undefined : workingTime(text)
  if (seconds === undefined || seconds < 0) return undefined
  const message =
    seconds === 0 ? 'Removed time estimate.' : `Set time estimate to ${humanTime(world, seconds)}.`
  return { on: estimateTime(world, on, seconds, now), message, changes: { time_estimate: seconds } }
}

/** A time, and perhaps the day on which it was spent, which may not be in the future. */
function spend(it: ActionContext): ActionResult | undefined {
  const { situation, on, text } = it
  const { world, now } = situation
  const [, time = '', date] = /^(.*?)(?:\s+(\d{4}-\d{2}-\d{2}))?$/.exec(text) ?? []
  const seconds = workingTime(time)
  const day = date === undefined ? undefined : parseDay(date)
  if (seconds === undefined || seconds === 0) return undefined
  if (date !== undefined && (!day || day > dayOf(now))) return undefined
  const spentAt = isoTime(day ? (startOfDay(day) ?? now) : now)
  return {
    on: spendTime(world, on, seconds, now),
    message: `${seconds > 0 ? 'Added' : 'Subtracted'} ${humanTime(world, Math.abs(seconds))} spent time.`,
    changes: { spend_time: { duration: seconds, user_id: callerOf(it).id, spent_at: spentAt } },
  }
}
