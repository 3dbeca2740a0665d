import type { PlainReply, PlainRequest } from '../protocol/message.ts'

/** What every adapter stands before: synchronous, unless the answer depends on somebody outside. */
export type Handler = (request: PlainRequest) => PlainReply | Promise<PlainReply>

/** Most bytes that the body of a request may have; more is answered with 413. */
export type BodyLimit = (request: Pick<PlainRequest, 'method' | 'url'>) => number

export const tooLarge: PlainReply = refusal(413, '413 Request Entity Too Large')
export const brokenHandler: PlainReply = refusal(500, '500 Internal Server Error')

/** True for the statuses whose replies have neither a body nor a length. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304
}

function refusal(status: number, message: string): PlainReply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ message }) }
}
