import { toJson } from '../../lib/json.ts'
import { instanceOf, type World } from '../../model/world.ts'
import type { PlainReply } from '../../protocol/message.ts'
import { Refusal } from '../../protocol/refusal.ts'

const HEADERS = { 'Content-Type': 'application/vnd.git-lfs+json', 'Cache-Control': 'no-store' } as const

/** A reply with JSON, as clients of Git LFS read it. */
export function lfsReply(status: number, content: unknown): PlainReply {
  return { status, headers: HEADERS, body: toJson(content) }
}

/** A refusal that clients of Git LFS show to their user; `fields` stand beside the message. */
export function lfsRefusal(world: World, status: number, message: string, fields: object = {}): Refusal {
  const content = { ...fields, message, documentation_url: `${instanceOf(world).url}/help` }
  return new Refusal(status, message, { text: toJson(content), headers: HEADERS })
}

export const lfsNotFound = (world: World): Refusal => lfsRefusal(world, 404, 'Not found.')
export const lfsForbidden = (world: World): Refusal =>
  lfsRefusal(world, 403, 'Access forbidden. Check your access level.')
