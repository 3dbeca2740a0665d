import type { ContractOperation } from '../../contract.ts'
import type { Exchange } from '../../control/exchanges.ts'
import { splitUrl } from '../../control/paths.ts'
import { beginningOf } from '../../lib/bytes.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import type { Note } from './remark.ts'

/** A request and its reply, with what the rules ask of them. */
export interface Asked extends Exchange {
  /** The operation that answered; undefined where there is none. */
  readonly operation: ContractOperation | undefined
  /** Name of the world, empty for the main one. */
  readonly world: string
  /** Path below the API root, or the whole path outside of it; encoded, without secrets. */
  readonly path: string
  /** What it is called in a remark: the operation, or method and path. */
  readonly subject: string
  /** What answered outside of the API, such as `git`; undefined inside and where nothing did. */
  readonly outside: { readonly name: string | undefined } | undefined
  /** Body of the reply, where it is kept. */
  readonly replyBody: string | undefined
  /** Wall time of the reply in milliseconds, from any beginning. */
  readonly at: number
  /** Parameters that nobody reads, with the one that was probably meant. */
  readonly unread: () => readonly { readonly name: string; readonly nearest: string | null }[]
}

/** Looks at the requests in their order. */
export interface HygieneRule {
  see(asked: Asked, note: Note): void
  /** Called once, after the last request. */
  end?(note: Note): void
}

/** The query of a request, decoded. */
export function queryOf({ url }: Pick<PlainRequest, 'url'>): URLSearchParams {
  return new URLSearchParams(splitUrl(url).query)
}

/** What the request proves its caller by, to tell callers apart and never to be shown; empty for anonymous ones. */
export function callerOf(request: PlainRequest): string {
  const sent = CREDENTIAL_HEADERS.map((name) => request.headers[name] ?? '')
  const query = queryOf(request)
  return [...sent, ...CREDENTIAL_PARAMS.map((name) => query.get(name) ?? '')].join('\n').trim()
}

export const CREDENTIAL_HEADERS = [
  'private-token',
  'authorization',
  'job-token',
  'deploy-token',
  'cookie',
] as const
export const CREDENTIAL_PARAMS = ['private_token', 'access_token', 'bearer_token', 'job_token'] as const

/** A header of a reply, whatever its case. */
export function replyHeader({ reply }: Pick<Asked, 'reply'>, name: string): string | undefined {
  return Object.entries(reply.headers).find(([written]) => written.toLowerCase() === name)?.[1]
}

/** Names of the parameters that a request gives in its query and in a body of JSON or of a form; `a[b]` counts as `a`. */
export function givenNames(request: PlainRequest): string[] {
  const names = [...queryOf(request).keys(), ...bodyNames(request)]
  return [...new Set(names.map((name) => name.split('[', 1)[0] as string))]
}

function bodyNames({ headers, body }: PlainRequest): string[] {
  const type = headers['content-type'] ?? ''
  const text = textOf(body)
  if (type.startsWith('application/x-www-form-urlencoded')) return [...new URLSearchParams(text).keys()]
  if (type.startsWith('multipart/form-data'))
    return [...text.matchAll(/^content-disposition: form-data;.*?\bname="([^"]*)"/gim)].map(
      ([, name]) => name as string,
    )
  const value = type.includes('json') ? parsed(text) : undefined
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Bytes one by one: enough for names, and for whether two bodies are the same. */
export function textOf(body: PlainRequest['body']): string {
  return typeof body === 'string' ? body : body === undefined ? '' : new TextDecoder('latin1').decode(body)
}

/** A name that a client chose, without what a terminal or XML could not show. */
export function shownName(name: string): string {
  const short = name.length > 60 ? `${beginningOf(name, 60)}…` : name
  return short.replaceAll(/[^\x20-\x7e…]/g, (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
