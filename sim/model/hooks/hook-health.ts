import type { Instant } from '../../time/calendar.ts'
import type { Present } from '../../time/moments.ts'
import { isServiceFlagOn } from '../installation/service-flags.ts'
import type { World } from '../world.ts'
import type { Hook, HookHealth } from './hook.ts'

export const alertStatuses = ['executable', 'temporarily_disabled', 'disabled'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** What an answer says of its receiver: it took the event, refused it, or cannot take any for now. */
export type DeliveryEnd = 'taken' | 'refused' | 'broken'

/** Failures in a row that disable nothing yet. */
const GRACE = 3
const MINUTE = 60_000
const LONGEST = 24 * 60 * MINUTE

/** Whether a webhook is called. Only those of projects and groups are ever disabled, and only with the feature flag. */
export function alertStatus(world: World, hook: Hook, { hasCome }: Present): AlertStatus {
  const { health, owner } = hook
  if (health === undefined || owner === 'instance' || health.failures <= GRACE) return 'executable'
  if (!isServiceFlagOn(world, 'auto_disabling_web_hooks')) return 'executable'
  if (health.until === null) return 'disabled'
  return hasCome(health.until + 1) ? 'executable' : 'temporarily_disabled'
}

/**
 * Counts how a delivery ended. The fourth failure in a row disables the webhook: for good where the receiver refused, or
 * for a minute where it is broken, twice as long each further time, at most a day. A success enables it.
 */
export function recordDelivery(world: World, hook: Hook, end: DeliveryEnd, now: Instant): void {
  if (hook.owner === 'instance' || !isServiceFlagOn(world, 'auto_disabling_web_hooks')) return
  if (end === 'taken') {
    if (hook.health === undefined) return
    const { health: _, ...healthy } = hook
    world.hooks.put(healthy)
    return
  }
  const { failures, backoffs, until } = hook.health ?? { failures: 0, backoffs: 0, until: null }
  // Of a webhook that is disabled for good, tests say nothing new.
  if (failures > GRACE && until === null) return
  const over = failures >= GRACE
  const pause = over && end === 'broken'
  const health: HookHealth = {
    failures: failures + 1,
    backoffs: backoffs + (pause ? 1 : 0),
    until: pause ? now + Math.min(LONGEST, MINUTE * 2 ** Math.min(backoffs, 16)) : null,
  }
  world.hooks.put({ ...hook, health })
}
