import type { Ledger } from '../report/tried.ts'
import {
  bytesOf,
  type Credential,
  type Credentials,
  type Door,
  type Who,
  type WireReply,
  type WireRequest,
} from '../targets/target.ts'
import { asCurl } from './curl.ts'
import { Failure, Interrupted, Skipped, serverFault } from './finding.ts'
import { isRow, isRows, type Json, parseJson, type Row, show } from './json.ts'
import { mayBeSentAgain } from './lost-write.ts'
import { encodeQuery, type Params } from './query.ts'

/** What may be said about a call beside its parameters. */
export interface CallOptions {
  /** Who calls; the client's own caller unless told. */
  readonly as?: Who
  readonly headers?: { readonly [name: string]: string }
  /** Added to the query whatever the verb is. */
  readonly query?: Params
  /** Sends the remaining parameters as a form instead of JSON. */
  readonly form?: true
  /** The body as it stands, instead of the remaining parameters. */
  readonly body?: string | Uint8Array
  /** Sends the remaining parameters in the query whatever the verb is. */
  readonly inQuery?: true
  /** `application/json` unless told; an empty text sends no content type. */
  readonly contentType?: string
  /** The path lies beside the root of the API: `/oauth/token`. */
  readonly outside?: true
  /** Accepts a server fault; otherwise every 5xx is a failure. */
  readonly mayFault?: true
}

/** One call, for the report. */
export interface Call {
  /** `GET /projects/:id/milestones`, or the literal path where a check writes it itself. */
  readonly operation: string
  readonly request: WireRequest
  readonly reply: WireReply
  /** Who called. */
  readonly as: Who
  /** The reply, for whoever looks into it; absent where none came. */
  readonly read?: Reply
}

/** A reply, parsed once. */
export interface Reply {
  readonly operation: string
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly text: string
  readonly bytes: Uint8Array
  readonly json: Json | undefined
  /** The body as one object; a failure where it is none. */
  row(): Row
  /** The body as an array of objects; a failure where it is none. */
  rows(): readonly Row[]
}

export interface Client {
  /** Where the target is reached: scheme, host, port and the path below which it has its root. */
  readonly origin: string
  /** Calls an operation: `call('GET /projects/:id', { id: 1 })`. Parameters that the path does not name travel in the
   *  query of GET, HEAD and DELETE, and in a JSON body otherwise. */
  call(operation: string, params?: Params, options?: CallOptions): Promise<Reply>
  /** Calls a literal path below `/api/v4` unless told otherwise, encoded by the caller. */
  send(method: string, path: string, options?: CallOptions): Promise<Reply>
  readonly journal: readonly Call[]
  /** The token of a caller; undefined for an anonymous one. */
  token(who: Who): Credential | undefined
  curl(call: Call): string
}

export const apiRoot = '/api/v4'

/** Stands in the journal for a reply that never came. */
export const noReply: WireReply = { status: 0, headers: {}, body: '' }

/** So often is a write sent that may be sent again. */
const MOST_TRIES = 3
/** So often where a gateway answers it while the service answers other calls. */
const MOST_FAULTS = 5

/** A token of the right form that nobody was ever given. */
const unknownToken: Credential = { variable: 'UNKNOWN_TOKEN', token: 'forgery-unknown-token' }

export interface ClientOptions {
  readonly door: Door
  readonly origin: string
  readonly credentials: Credentials
  readonly as: Who
  /** Where the calls are written down; one of its own unless told. */
  readonly journal?: Call[]
  /** Once it is aborted nothing is sent any more. */
  readonly signal?: AbortSignal | undefined
  /** Repeats writes that got no reply: for furniture, of which there may be one more. */
  readonly repeats?: true
  /** Told of each call. */
  readonly ledger?: Ledger | undefined
}

/** A client over one door of a target. It never follows a redirection, and sends again only what got no reply. */
export function createClient(options: ClientOptions): Client {
  const { door, origin, credentials, as: usual, journal = [], signal, ledger, repeats } = options

  async function exchange(
    operation: string,
    request: WireRequest,
    { as = usual, mayFault }: CallOptions,
    inBody?: readonly string[],
  ): Promise<Reply> {
    if (signal?.aborted) throw new Skipped('the run was stopped')
    const reply = await replyTo(operation, request, as)
    const read = new ReadReply(operation, reply)
    journal.push({ operation, request, reply, as, read })
    ledger?.hear(request, reply, as, inBody)
    if (mayFault) return read
    if (isReadOnly(request, reply) || (mayLeadAway(request, reply) && (await leadsAwayFromWrites())))
      throw new Skipped('the target is in maintenance mode, and changes nothing')
    if (reply.status < 500) return read
    throw serverFault(reply, operation)
  }

  // A write without a credential is refused whenever it is understood.
  async function leadsAwayFromWrites(): Promise<boolean> {
    const headers = { 'content-type': 'application/json' }
    const write: WireRequest = { method: 'POST', url: `${apiRoot}/projects`, headers, body: '{}' }
    return isReadOnly(write, await door.send(write))
  }

  async function replyTo(operation: string, request: WireRequest, as: Who): Promise<WireReply> {
    let lost: Interrupted | undefined
    let alone = true
    for (let tries = 1; ; tries++)
      try {
        const reply = await door.send(request)
        // What is refused now may be so since it arrived the first time.
        if (lost !== undefined && reply.status >= 400) throw lost
        return reply
      } catch (problem) {
        // It may have arrived, so whoever tidies up has to know of it.
        if (!(problem instanceof Interrupted)) throw problem
        const { instead } = problem
        problem.operation = operation
        alone &&= instead !== undefined
        if (lost === undefined) journal.push({ operation, request, reply: noReply, as })
        if (problem === lost) throw problem
        // Five times nothing but this call met a fault: that is what the service answers.
        if (alone && tries === MOST_FAULTS && instead !== undefined) return instead
        if (!alone && tries >= MOST_TRIES) throw problem
        if (!repeats && !(await mayBeSentAgain(door, request))) throw problem
        lost = problem
      }
  }

  function token(who: Who): Credential | undefined {
    if (who === 'anonymous') return undefined
    const credential = who === 'unknown' ? unknownToken : credentials[who]
    if (credential === undefined) throw new Skipped(`the target was given no ${who} credential`)
    return credential
  }

  function send(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const query = options.query === undefined ? '' : encodeQuery(options.query)
    const root = options.outside ? '' : apiRoot
    const url = `${root}${path}${query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`}`
    const headers = headersOf(options, token(options.as ?? usual))
    const { body } = options
    const request = body === undefined ? { method, url, headers } : { method, url, headers, body }
    return exchange(`${method} ${path}`, request, options)
  }

  function call(operation: string, params: Params = {}, options: CallOptions = {}): Promise<Reply> {
    const { method, path, rest } = filled(operation, params)
    const inQuery = options.inQuery || method === 'GET' || method === 'HEAD' || method === 'DELETE'
    const asked = options.query ?? {}
    const query = encodeQuery(inQuery ? (options.query === undefined ? rest : { ...rest, ...asked }) : asked)
    const body =
      options.body ?? (inQuery ? undefined : options.form ? encodeQuery(rest) : JSON.stringify(rest))
    const type = options.form ? { contentType: 'application/x-www-form-urlencoded' } : {}
    const headers = headersOf(
      body === undefined ? options : { ...type, body, ...options },
      token(options.as ?? usual),
    )
    const url = `${apiRoot}${path}${query === '' ? '' : `?${query}`}`
    if (body === undefined) return exchange(operation, { method, url, headers }, options)
    const isOurs = options.body === undefined && headers['content-type'] === 'application/json'
    const inBody = isOurs ? definedIn(rest) : undefined
    return exchange(operation, { method, url, headers, body }, options, inBody)
  }

  return {
    origin,
    call,
    send,
    journal,
    token,
    curl: ({ request }) => asCurl(request, origin, { ...credentials, unknown: unknownToken }),
  }
}

/** What is no JSON is led back to where it came from while nothing may be written. */
function mayLeadAway({ method }: WireRequest, { status }: WireReply): boolean {
  return status === 301 && !isReading(method)
}

const READ_ONLY = 'You cannot perform write operations on a read-only instance'

/** An installation in maintenance mode refuses every write, and says so (conventions#maintenance). */
function isReadOnly({ method }: WireRequest, { status, body }: WireReply): boolean {
  if (isReading(method) || (status !== 403 && status !== 503)) return false
  const told = parseJson(body)
  if (!isRow(told)) return false
  return status === 403 ? told.message === READ_ONLY : /read-only|maintenance/i.test(body)
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function headersOf(options: CallOptions, credential: Credential | undefined): { [name: string]: string } {
  const headers: { [name: string]: string } =
    credential === undefined ? {} : { 'private-token': credential.token }
  const type = options.contentType ?? 'application/json'
  if (options.body !== undefined && type !== '') headers['content-type'] = type
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
  return headers
}

/** Puts parameters into the places of a path; what is left travels elsewhere. */
export function filled(operation: string, params: Params): { method: string; path: string; rest: Params } {
  const { method, texts, names } = templateOf(operation)
  let path = texts[0] as string
  for (const [i, name] of names.entries()) {
    const value = params[name]
    if (value === undefined || value === null) throw new Error(`${operation} needs a value for :${name}`)
    path += encodeURIComponent(String(value)) + texts[i + 1]
  }
  // Most calls have nothing but what the path names.
  const given = Object.entries(params)
  const rest =
    given.length === names.length ? {} : Object.fromEntries(given.filter(([name]) => !names.includes(name)))
  return { method, path, rest }
}

/** The names of what becomes part of a JSON body. */
function definedIn(params: Params): readonly string[] {
  return Object.keys(params).filter((name) => params[name] !== undefined)
}

/** A path as the texts around the parameters that it names. */
interface Template {
  readonly method: string
  readonly texts: readonly string[]
  readonly names: readonly string[]
}

const templates = new Map<string, Template>()

function templateOf(operation: string): Template {
  const known = templates.get(operation)
  if (known !== undefined) return known
  const [method = 'GET', path = '/'] = operation.split(' ')
  const parts = path.split(/[:*]([a-z_]+)/)
  const template = {
    method,
    texts: parts.filter((_, i) => i % 2 === 0),
    names: parts.filter((_, i) => i % 2 === 1),
  }
  templates.set(operation, template)
  return template
}

// Of most replies nothing but the status is looked at: the rest is read when it is asked for, once. A class, since each
// object that is written with a getter of its own is a kind of its own to V8, which keeps what the getter reaches.
class ReadReply implements Reply {
  readonly operation: string
  readonly status: number
  readonly text: string
  readonly #reply: WireReply
  #json: Json | undefined
  #isParsed = false

  constructor(operation: string, reply: WireReply) {
    this.operation = operation
    this.status = reply.status
    this.text = reply.body
    this.#reply = reply
  }

  get headers() {
    return this.#reply.headers
  }

  get bytes() {
    return this.#reply.bytes ?? bytesOf(this.text)
  }

  get json() {
    if (!this.#isParsed) {
      this.#json = this.text === '' ? undefined : parseJson(this.text)
      this.#isParsed = true
    }
    return this.#json
  }

  row() {
    const value = this.status >= 400 ? undefined : this.json
    if (!isRow(value)) throw this.#wrong('an object')
    return value
  }

  rows() {
    const value = this.status >= 400 ? undefined : this.json
    if (!isRows(value)) throw this.#wrong('an array of objects')
    return value
  }

  #wrong(expected: string): Failure {
    return new Failure({
      title: `does not answer with ${expected}`,
      expected,
      actual: `${this.status} ${show(this.json ?? this.text)}`,
      operation: this.operation,
    })
  }
}
