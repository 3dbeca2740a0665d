import type { PlainReply } from '../protocol/message.ts'

/** A JSON reply, indented: the control API is read by people. */
export function json(
  value: unknown,
  status = 200,
  headers: { readonly [name: string]: string } = {},
): PlainReply {
  return jsonText(`${JSON.stringify(value, null, 2)}\n`, status, headers)
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
