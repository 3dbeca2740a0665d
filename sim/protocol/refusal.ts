import type { Json } from '../lib/json.ts'
import { Untraced } from '../lib/untraced.ts'

export interface RefusalExtras {
  readonly headers?: { readonly [name: string]: string }
  /** Sent as it stands instead of JSON. */
  readonly text?: string
  /** What was written before the refusal stays, where the service leaves a trace of the attempt. */
  readonly keep?: true
}

/** What a client did wrong, as the service says it. Thrown anywhere below the protocol, answered at one place. */
export class Refusal extends Untraced {
  readonly status: number
  readonly body: Json
  readonly extras: RefusalExtras

  constructor(status: number, body: Json, extras: RefusalExtras = {}) {
    super(`${status} ${JSON.stringify(body)}`)
    this.name = 'Refusal'
    this.status = status
    this.body = body
    this.extras = extras
  }
}

/** 400 for parameters; several texts are one string, joined by commas (conventions#validation-texts). */
export function invalid(messages: string): Refusal {
  return new Refusal(400, { error: messages })
}

export function badRequest(reason?: string): Refusal {
  return new Refusal(400, {
    message: reason === undefined ? '400 Bad request' : `400 Bad request - ${reason}`,
  })
}

/** A message of any shape under `message`: model errors, texts, arrays of sentences. */
export function message(status: number, content: Json): Refusal {
  return new Refusal(status, { message: content })
}

/** The shape of model validation: attribute to texts. */
export function invalidModel(
  errors: { readonly [attribute: string]: readonly string[] },
  status = 400,
): Refusal {
  return new Refusal(status, { message: errors })
}

export function unauthorized(): Refusal {
  return message(401, '401 Unauthorized')
}

export function forbidden(reason?: string): Refusal {
  return message(403, reason === undefined ? '403 Forbidden' : `403 Forbidden - ${reason}`)
}

/** 404 with a noun (`404 Project Not Found`). */
export function notFound(noun?: string): Refusal {
  return message(404, noun === undefined ? '404 Not Found' : `404 ${noun} Not Found`)
}

/** 404 for a record inside a parent that the caller sees: the service writes it with a small f. */
export function recordNotFound(): Refusal {
  return message(404, '404 Not found')
}

export function noRoute(): Refusal {
  return new Refusal(404, { error: '404 Not Found' })
}

export function methodNotAllowed(): Refusal {
  return message(405, '405 Method Not Allowed')
}

export function preconditionFailed(): Refusal {
  return message(412, '412 Precondition Failed')
}

export function insufficientScope(scope: string): Refusal {
  return new Refusal(403, {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope,
  })
}

/** A request whose text cannot be read at all; the layer below the service answers it. */
export function unreadable(): Refusal {
  return new Refusal(400, 'Bad Request', { text: 'Bad Request', headers: { 'Content-Type': 'text/plain' } })
}

export function serverError(): Refusal {
  return message(500, '500 Internal Server Error')
}

/** The same refusal, but what was written before it stays. */
export function keepWrites({ status, body, extras }: Refusal): Refusal {
  return new Refusal(status, body, { ...extras, keep: true })
}

/** An answer without content, which is no error. What was written before it stays. */
export function noContent(headers: { readonly [name: string]: string } = {}): Refusal {
  return keepWrites(new Refusal(204, null, { text: '', headers }))
}
