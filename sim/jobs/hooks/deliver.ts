import type { CallOut, OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import { REDACTED } from '../../lib/secrets.ts'
import { alertStatus, type DeliveryEnd, recordDelivery } from '../../model/hooks/hook-health.ts'
import { callFault } from '../../model/hooks/outbound-rules.ts'
import { addressOf } from '../../model/hooks/url-variables.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { at } from '../../time/moments.ts'
import type { Job } from '../../time/schedule.ts'

/** Calls the address of a hook. Its answer is not read; whether there is a good one decides if the hook goes on being called. */
export function deliverHook(world: World, args: Job['args'], now: number, callOut: CallOut): void {
  const { hookId, name, uuid, body, test, lost } = args
  const hook = world.hooks.get(Number(hookId))
  const address = hook && addressOf(hook)
  if (hook === undefined || address === undefined || callFault(world, address) !== undefined) return
  if (test !== true && alertStatus(world, hook, at(now)) !== 'executable') return
  const { url, version } = instanceOf(world)
  const own = hook.customHeaders ?? []
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `GitLab/${version}`,
    'Idempotency-Key': String(uuid),
    'X-Gitlab-Event': String(name),
    'X-Gitlab-Webhook-UUID': String(uuid),
    'X-Gitlab-Event-UUID': String(uuid),
    'X-Gitlab-Instance': url,
    ...(hook.token !== null && { 'X-Gitlab-Token': hook.token }),
  }
  const call: OutboundCall = {
    method: 'POST',
    url: address,
    headers: { ...Object.fromEntries(own.map(({ key, value }) => [key, value])), ...headers },
    body: String(body),
    shown: {
      url: hook.url,
      headers: { ...Object.fromEntries(own.map(({ key }) => [key, REDACTED])), ...headers },
    },
  }
  const reply = callOut(lost === true ? { ...call, lost } : call)
  const end = endOf(reply)
  // What never left says nothing of the receiver.
  if (end !== undefined) recordDelivery(world, hook, end, now)
}

function endOf(reply: RemoteReply): DeliveryEnd | undefined {
  if (!reply.reached) return reply.why === 'forbidden' || reply.why === 'lost' ? undefined : 'broken'
  if (reply.status >= 500) return 'broken'
  return reply.status >= 400 ? 'refused' : 'taken'
}
