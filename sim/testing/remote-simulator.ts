import { utf8 } from '../lib/bytes.ts'
import type { OutboundCall, RemoteReply } from '../lib/outbound.ts'
import type { Simulator } from '../simulator.ts'

/** What another simulator answers to a call out, at whatever host it is thought to be. */
export function remoteReplyOf(source: Simulator, { method, url, headers = {} }: OutboundCall): RemoteReply {
  const { pathname, search } = new URL(url)
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const reply = source.handle({ method, url: `${pathname}${search}`, headers: lower })
  return {
    reached: true,
    status: reply.status,
    headers: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    body: typeof reply.body === 'string' ? utf8(reply.body) : (reply.body ?? new Uint8Array()),
  }
}
