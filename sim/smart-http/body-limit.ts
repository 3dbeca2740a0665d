import type { PlainRequest } from '../protocol/message.ts'

const MEBIBYTE = 1024 * 1024
/** Most bytes of a request's body: 20 MiB. */
const BODY_LIMIT = 20 * MEBIBYTE
/** Most bytes of a push, unless told: 256 MiB. */
export const MOST_PUSHED = 256 * MEBIBYTE

/** Most bytes that the body of a request may have; `maxPush` is for what a git client pushes. */
export function bodyLimit(
  { method, url }: Pick<PlainRequest, 'method' | 'url'>,
  maxPush = MOST_PUSHED,
): number {
  return method === 'POST' && /\/git-receive-pack(?:\?|$)/.test(url) ? maxPush : BODY_LIMIT
}
