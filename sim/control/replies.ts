import { Pace, type Steps } from '../lib/steps.ts'
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
export function* listSteps(values: readonly unknown[]): Steps<string> {
  const pace = new Pace()
  let text = ''
  for (const value of values) {
    const own = JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
    text += `${text === '' ? '' : ','}\n  ${own}`
    if (pace.of(own.length)) yield
  }
  return text === '' ? '[]' : `[${text}\n]`
}

/** A reply whose JSON is written already. */
export function jsonText(
  body: string,
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
