import type { PlainReply, PlainRequest } from '../protocol/message.ts'

/** A web request as a plain one. */
export async function toPlain(request: Request): Promise<PlainRequest> {
  throw new Error(`not yet: ${request.url}`)
}

/** A plain reply as a web response. */
export function toResponse(reply: PlainReply): Response {
  throw new Error(`not yet: ${reply.status}`)
}
