import type { Reply } from '../kit/client.ts'
import { holds } from '../kit/expect.ts'
import { Failure } from '../kit/finding.ts'
import type { Value } from '../kit/query.ts'

/** A reply about what the caller may not see is the same as one about nothing, but for what was asked. */
export function expectAlike(reply: Reply, value: Value, missing: Reply, nothing: Value): void {
  const [told, expected] = [shown(reply, value), shown(missing, nothing)]
  if (told === expected) return
  throw new Failure({
    title: `answers ${reply.status} instead of what it answers where there is nothing`,
    expected: expected.slice(0, 300),
    actual: told.slice(0, 300),
    operation: reply.operation,
  })
}

const telling = ['content-type', 'link', 'location', 'x-total'] as const

/** All that could tell one reply from another, but for what was asked. */
function shown({ status, headers, text }: Reply, value: Value): string {
  const sent = telling.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]))
  const asked = encodeURIComponent(String(value)).replaceAll(/[^\w-]/g, '\\$&')
  const raw = String(value).replaceAll(/[^\w-]/g, '\\$&')
  const whole = [String(status), text, ...sent].join(' ')
  return `${status} ${whole.slice(4).replaceAll(new RegExp(`(?<![\\w.-])(?:${raw}|${asked})(?![\\w.-])`, 'g'), '…')}`
}

/** Nothing in a reply has the name of what is hidden. */
export function namesNothing(reply: Reply, marker: string): void {
  if (reply.status >= 400) return
  const at = reply.text.indexOf(marker)
  const seen = reply.text.slice(Math.max(0, at - 150), at + 150)
  holds(at < 0, 'nothing is told of what the caller may not see', seen, reply)
}
