import type { CallOut } from '../../lib/outbound.ts'
import { callFault } from '../../model/hooks/outbound-rules.ts'
import { instanceOf, type World } from '../../model/world.ts'
import type { Job } from '../../time/schedule.ts'

/** Calls the address of a hook. Its answer, or the lack of one, changes nothing. */
export function deliverHook(world: World, args: Job['args'], _now: number, callOut: CallOut): void {
  const { hookId, name, uuid, body } = args
  const hook = world.hooks.get(Number(hookId))
  if (hook === undefined || callFault(world, hook.url) !== undefined) return
  const { url, version } = instanceOf(world)
  callOut({
    method: 'POST',
    url: hook.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `GitLab/${version}`,
      'Idempotency-Key': String(uuid),
      'X-Gitlab-Event': String(name),
      'X-Gitlab-Webhook-UUID': String(uuid),
      'X-Gitlab-Event-UUID': String(uuid),
      'X-Gitlab-Instance': url,
      ...(hook.token !== null && { 'X-Gitlab-Token': hook.token }),
    },
    body: String(body),
  })
}
