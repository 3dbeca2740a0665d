import { LongBody } from '../lib/long-body.ts'
import type { Steps } from '../lib/steps.ts'
import type { PlainReply } from '../protocol/message.ts'

/** A JSON reply, indented: the control API is read by people. */
export function json(
  value: unknown,
  status = 200,
  headers: { readonly [name: string]: string } = {},
): PlainReply {
  return jsonText(`${JSON.stringify(value, null, 2)}\n`, status, headers)
}

/** A list as `json` writes it, step by step. */
export function* listSteps(values: readonly unknown[]): Steps<string | Uint8Array> {
  const body = new LongBody()
  body.add('[')
  for (const [i, value] of values.entries()) {
    const own = JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
    if (body.add(`${i === 0 ? '' : ','}\n  ${own}`)) yield
  }
  body.add(values.length === 0 ? ']\n' : '\n]\n')
  return body.whole()
}

/** A reply whose JSON is written already. */
export function jsonText(
  body: string | Uint8Array,
  status = 200,
  headers: { readonly [name: string]: string } = {},
): PlainReply {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
    body,
  }
}

export const nothing: PlainReply = { status: 204, headers: {}, body: null }
