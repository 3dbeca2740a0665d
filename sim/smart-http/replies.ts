import { concatAll } from '../lib/bytes.ts'
import type { PlainReply } from '../protocol/message.ts'
import type { Refusal } from '../protocol/refusal.ts'
import type { GitService } from './target.ts'

// No cache may keep a reply: the next one may differ.
const UNCACHED = {
  Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  Pragma: 'no-cache',
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
} as const

export function gitReply(
  service: GitService,
  kind: 'advertisement' | 'result',
  parts: Iterable<Uint8Array>,
): PlainReply {
  const headers = { 'Content-Type': `application/x-${service}-${kind}`, ...UNCACHED }
  return { status: 200, headers, body: concatAll([...parts]) }
}

export function textReply(
  status: number,
  text: string,
  headers: { readonly [name: string]: string } = {},
): PlainReply {
  return {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...UNCACHED, ...headers },
    body: text,
  }
}

export function refusalReply({ status, extras, message }: Refusal): PlainReply {
  return textReply(status, extras.text ?? message, extras.headers)
}
