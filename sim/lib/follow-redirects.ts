import type { CallOut, OutboundCall, RemoteReply } from './outbound.ts'
import { parsedUrl } from './url.ts'

const MOST_STEPS = 5

/** The reply at the end of redirects, or why an address was blocked. */
export type FollowedReply =
  | RemoteReply
  | { readonly reached: false; readonly why: 'blocked'; readonly message: string }

/** Makes a call and follows redirects, as long as each address is allowed. */
export function followRedirects(
  callOut: CallOut,
  call: OutboundCall,
  faultOf: (url: string) => string | undefined,
): FollowedReply {
  let url = call.url
  for (let step = 0; ; step++) {
    const fault = faultOf(url)
    if (fault !== undefined) return { reached: false, why: 'blocked', message: fault }
    const reply = callOut({ ...call, url })
    const next = reply.reached && isRedirect(reply.status) ? reply.headers.location : undefined
    if (next === undefined) return reply
    const onwards = step === MOST_STEPS ? undefined : parsedUrl(next, url)
    if (onwards === undefined)
      return { reached: false, why: 'unreachable', message: 'HTTP redirects too deep' }
    url = onwards.href
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}
