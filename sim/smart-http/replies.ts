import { concatAll } from '../lib/bytes.ts'
import { finished, type Steps } from '../lib/steps.ts'
import type { PlainReply } from '../protocol/message.ts'
import type { Refusal } from '../protocol/refusal.ts'
import type { GitService } from './target.ts'

// No cache may keep a reply: the next one may differ.
const UNCACHED = {
  Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  Pragma: 'no-cache',
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
} as const

/**
 * What a reply is made of, one after the other; undefined where there is nothing yet. A part stands until the next one is
 * asked for.
 */
export type Parts = Generator<Uint8Array | undefined, void>

export function gitReply(
  service: GitService,
  kind: 'advertisement' | 'result',
  parts: Iterable<Uint8Array | undefined>,
): PlainReply {
  return finished(stepwiseReply(service, kind, parts))
}

/** Bytes after which the rest of a reply is made as it is sent, where it can be: nobody keeps so long a body. */
const LONG = 2 * 1024 * 1024

/** The same step by step; `takesMore` as in a request. */
export function* stepwiseReply(
  service: GitService,
  kind: 'advertisement' | 'result',
  parts: Iterable<Uint8Array | undefined>,
  takesMore = false,
): Steps<PlainReply> {
  const headers = { 'Content-Type': `application/x-${service}-${kind}`, ...UNCACHED }
  const body: Uint8Array[] = []
  let size = 0
  const made = parts[Symbol.iterator]()
  for (let part = made.next(); !part.done; part = made.next()) {
    if (part.value !== undefined) body.push(part.value.slice())
    size += part.value?.length ?? 0
    if (takesMore && size > LONG)
      return { status: 200, headers, body: concatAll(body), more: { [Symbol.iterator]: () => rest(made) } }
    yield
  }
  return { status: 200, headers, body: concatAll(body) }
}

function* rest(made: Iterator<Uint8Array | undefined>): Generator<Uint8Array> {
  for (let part = made.next(); !part.done; part = made.next()) if (part.value !== undefined) yield part.value
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
