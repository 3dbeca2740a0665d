import { type Asked, callerOf, type HygieneRule, replyHeader, textOf } from './asked.ts'

/** Statuses of something between client and service: the request may have taken effect. */
const UNCERTAIN = [408, 502, 504]

/** A `POST` that may have taken effect, and is sent again as it was. */
export function repeatedWrites(): HygieneRule {
  const lost = new Map<string, string>()
  return {
    see(asked, note) {
      const { request, subject, world } = asked
      if (request.method !== 'POST') return
      const key = JSON.stringify([world, callerOf(request), request.url, textOf(request.body)])
      const how = lost.get(key)
      if (how !== undefined)
        note(
          'repeated-write',
          subject,
          `sent again after ${how}, without looking whether it had taken effect`,
        )
      const now = howLost(asked)
      if (now === undefined) lost.delete(key)
      else lost.set(key, now)
    },
  }
}

function howLost({ reply, fault }: Asked): string | undefined {
  if (fault?.reset) return 'the connection was dropped'
  if (fault?.truncate) return 'the reply broke off'
  if (UNCERTAIN.includes(reply.status)) return `a ${reply.status}`
  return fault?.delay === undefined || fault.status !== undefined
    ? undefined
    : `a reply that took ${fault.delay}`
}

/** How long `Retry-After` tells to wait: a number of seconds, or a moment of wall time; NaN for what is neither. */
function secondsIn(told: string, at: number): number {
  if (/^\d+$/.test(told)) return Number(told)
  return Math.round((Date.parse(told) - performance.timeOrigin - at) / 1000)
}

/**
 * Requests that came before the time of `Retry-After` was over: after a 429 any of the same caller, after a 503 the same
 * one. A timer that is early by a tenth is none.
 */
export function notWaited(): HygieneRule {
  const waits = new Map<
    string,
    { readonly until: number; readonly status: number; readonly seconds: number }
  >()
  return {
    see(asked, note) {
      const { request, reply, at, subject, world } = asked
      const caller = JSON.stringify([world, callerOf(request)])
      const same = JSON.stringify([caller, request.method, request.url])
      for (const key of [caller, same]) {
        const wait = waits.get(key)
        if (wait === undefined) continue
        if (at < wait.until) {
          const { status, seconds } = wait
          note(
            'not-waited',
            subject,
            `sent before the ${seconds} s of Retry-After were over, after a ${status}`,
          )
        }
        waits.delete(key)
      }
      const seconds = secondsIn(replyHeader(asked, 'retry-after') ?? '', at)
      if (!(seconds > 0)) return
      const wait = { until: at + seconds * 900, status: reply.status, seconds }
      if (reply.status === 429) waits.set(caller, wait)
      if (reply.status === 503) waits.set(same, wait)
    },
  }
}
