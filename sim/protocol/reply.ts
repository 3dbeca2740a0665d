import { originOf } from '../lib/address.ts'
import { hex, utf8, utf8Length } from '../lib/bytes.ts'
import { changed, type Dialect, inDialect, isInForce } from '../lib/dialect.ts'
import { runningSha256, sha256Hex } from '../lib/hash.ts'
import { toJson } from '../lib/json.ts'
import { drawBehind, drawInteger } from '../lib/random.ts'
import { encodedBriefly, encodedForNow } from '../lib/recent/encoded-texts.ts'
import { LongTexts } from '../lib/recent/long-texts.ts'
import type { Steps, Stepwise } from '../lib/steps.ts'
import { ListBytes, SENT_AS_BYTES } from '../store/list-text.ts'
import { tagOf } from '../store/memory.ts'
import type { Instant } from '../time/calendar.ts'
import type { PlainReply, PlainRequest } from './message.ts'
import type { Refusal } from './refusal.ts'

/** An answer inside the protocol, before the headers common to all answers are added. */
export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array | ListBytes | null
  /** What its `ETag` is, where that was worked out ahead. */
  readonly tag?: string
}

/** One whose body is as it will be sent. */
export interface PlainAnswer extends Answer {
  readonly body: PlainReply['body']
}

const NONE: Answer['headers'] = {}
const JSON_TYPE: Answer['headers'] = { 'Content-Type': 'application/json' }

export function jsonAnswer(status: number, value: unknown, headers: Answer['headers'] = NONE): PlainAnswer {
  return { status, headers: moreHeaders(JSON_TYPE, headers), body: toJson(value) }
}

/** JSON that is already text, with markup escaped. */
export function textAnswer(
  status: number,
  text: string | ListBytes,
  headers: Answer['headers'] = NONE,
): Answer {
  return { status, headers: moreHeaders(JSON_TYPE, headers), body: text }
}

/** Headers with others behind them; of one that both have the latter counts. */
export function moreHeaders(headers: Answer['headers'], more: Answer['headers']): Answer['headers'] {
  if (isEmpty(more)) return headers
  if (isEmpty(headers)) return more
  const all: Headers = {}
  for (const name in headers) all[name] = headers[name] as string
  for (const name in more) all[name] = more[name] as string
  return all
}

function isEmpty(headers: Answer['headers']): boolean {
  for (const _ in headers) return false
  return true
}

export function refusalAnswer({ status, body, extras }: Refusal): PlainAnswer {
  if (extras.text !== undefined) return { status, headers: extras.headers ?? NONE, body: extras.text }
  return jsonAnswer(status, body, extras.headers)
}

/** The request's place in the life of a simulator, from which ids are drawn. */
export interface Occasion {
  readonly seed: number
  readonly number: number
  readonly now: Instant
  /** What links begin with. */
  readonly url: string
  readonly dialect: Dialect
}

/** What is told of one answer alone, in the headers of every answer. */
interface Own {
  readonly meta: string
  readonly id: string
  readonly runtime: string
}

// Written one by one: an object that is spread, and then grows, costs an engine twenty times as much.
function allHeaders(
  headers: Answer['headers'],
  etag: string | undefined,
  { meta, id, runtime }: Own,
): Headers {
  const all: Headers = {}
  for (const name in headers) all[name] = headers[name] as string
  all['Cache-Control'] ??= etag === undefined ? 'no-cache' : 'max-age=0, private, must-revalidate'
  if (etag !== undefined) all.ETag = etag
  all.Vary = 'Origin'
  all['X-Content-Type-Options'] = 'nosniff'
  all['X-Frame-Options'] = 'SAMEORIGIN'
  all['X-Gitlab-Meta'] = meta
  all['X-Request-Id'] = id
  all['X-Runtime'] = runtime
  all['Strict-Transport-Security'] = 'max-age=63072000'
  all['Referrer-Policy'] = 'strict-origin-when-cross-origin'
  return all
}

interface Headers {
  [name: string]: string
}

/**
 * Adds the headers of every answer and settles conditional requests (conventions#common-headers,
 * conventions#not-modified).
 */
export function finish(answer: Answer, request: PlainRequest, occasion: Occasion): PlainReply {
  const { body } = answer
  if (!(body instanceof ListBytes)) return finished(answer, body, request, occasion)
  const { bytes, lender } = body.lent()
  body.tag ??= weakTag(bytes)
  const { status, headers } = answer
  const reply = finished({ status, headers, body, tag: body.tag }, bytes, request, occasion)
  if (lender === undefined) return reply
  if (reply.body === bytes) return { status: reply.status, headers: reply.headers, body: bytes, lender }
  lender.takeBack()
  return reply
}

function finished(
  answer: Answer,
  body: PlainReply['body'],
  request: PlainRequest,
  occasion: Occasion,
): PlainReply {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  // Nobody is told the same twice of what was written.
  const tagOf = reads ? entityTag : freshTag
  const etag = isTagged(answer) ? (answer.tag ?? tagOf(body)) : undefined
  const headers = finishedHeaders(answer.headers, etag, request, occasion)
  if (
    reads &&
    answer.status === 200 &&
    etag !== undefined &&
    matches(request.headers['if-none-match'], etag)
  ) {
    delete headers['Content-Type']
    return { status: 304, headers, body: null }
  }
  if (request.method !== 'HEAD') return { status: answer.status, headers, body }
  if (body !== null) headers['Content-Length'] = String(bytesIn(body))
  return { status: answer.status, headers, body: null }
}

function isTagged({ status, body }: Answer): boolean {
  return (status === 200 || status === 201) && (body?.length ?? 0) > 0
}

function finishedHeaders(
  told: Answer['headers'],
  etag: string | undefined,
  request: PlainRequest,
  occasion: Occasion,
): Headers {
  const id = requestId(occasion)
  const own: Own = {
    meta: `{"correlation_id":"${id}","version":"1"}`,
    id,
    runtime: seconds(10_000 + (drawInteger(occasion.seed, occasion.number, 5) % 190_000)),
  }
  const headers = allHeaders(told, etag, own)
  crossOrigin(headers, request, occasion)
  return headers
}

/** A reply without its body. */
export type Head = Pick<PlainReply, 'status' | 'headers'>

/** What is kept of a finished reply: of most its headers are made again when somebody looks, from a few that it had for its own. */
export function keptHead(
  answer: Answer,
  { status, headers }: PlainReply,
  request: PlainRequest,
  occasion: Occasion,
): Head {
  return status === answer.status && request.method !== 'HEAD'
    ? new KeptHead(answer, isTagged(answer) ? headers.ETag : undefined, request, occasion)
    : { status, headers }
}

class KeptHead implements Head {
  readonly status: number
  readonly #told: Answer['headers']
  readonly #etag: string | undefined
  readonly #request: PlainRequest
  readonly #occasion: Occasion

  constructor(
    { status, headers }: Answer,
    etag: string | undefined,
    request: PlainRequest,
    occasion: Occasion,
  ) {
    this.status = status
    this.#told = headers
    this.#etag = etag
    this.#request = request
    this.#occasion = occasion
  }

  get headers(): PlainReply['headers'] {
    return finishedHeaders(this.#told, this.#etag, this.#request, this.#occasion)
  }
}

function bytesIn(body: string | Uint8Array): number {
  return typeof body === 'string' ? utf8Length(body) : body.length
}

const EXPOSED =
  'Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-Content-Sha256, X-Gitlab-Encoding, X-Gitlab-File-Name, X-Gitlab-File-Path, X-Gitlab-Last-Commit-Id, X-Gitlab-Ref, X-Gitlab-Size'

// Newer releases let pages of other origins read it, too.
const exposed = changed('conventions#later-exposed-etag', { before: EXPOSED, after: `ETag, ${EXPOSED}` })

function crossOrigin(headers: Headers, request: PlainRequest, { url, dialect }: Occasion): void {
  const origin = request.headers.origin
  if (origin === undefined) return
  if (tellsOfToken(request) && isInForce('conventions#later-token-info-anywhere', dialect))
    return void Object.assign(headers, anywhereRead)
  const own = originOf(url)
  headers['Access-Control-Allow-Origin'] = origin === own ? origin : '*'
  if (origin === own) headers['Access-Control-Allow-Credentials'] = 'true'
  headers['Access-Control-Allow-Methods'] = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
  headers['Access-Control-Expose-Headers'] = inDialect<string>(exposed, dialect)
  headers['Access-Control-Max-Age'] = '7200'
  const asked = request.headers['access-control-request-headers']
  if (asked !== undefined) headers['Access-Control-Allow-Headers'] = asked
}

const anywhereRead = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Expose-Headers': '',
  'Access-Control-Max-Age': '7200',
} as const

function tellsOfToken({ url }: PlainRequest): boolean {
  return /^\/oauth\/token\/info(?:[?#]|$)/.test(url)
}

function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  const strong = etag.slice(2)
  return condition.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || tag === strong
  })
}

// Clients that poll get the same body again and again; hashing it once is worth a small memory. A map by text reads each
// that is new from end to end.
const LONG = 1000
const MOST_SHORT = 4096
const short = new Map<string, string>()
// What is sent as bytes is encoded once for both.
const long = new LongTexts((body) => tagOfText(body, encodedForNow))
const tagOfLong = (body: string) => long.of(body)
// The journal keeps the text of a list that is remembered, and no bytes beside it.
const tagOfKept = (body: string) => tagOfText(body, encodedBriefly)

function tagOfText(body: string, encoded: (text: string) => Uint8Array): string {
  return weakTag(body.length < SENT_AS_BYTES ? body : encoded(body))
}

function freshTag(body: string | Uint8Array | null): string {
  return weakTag(body ?? '')
}

function entityTag(body: string | Uint8Array | null): string {
  if (typeof body !== 'string') return freshTag(body)
  if (body.length >= LONG) return tagOf(body, tagOfKept, tagOfLong)
  const known = short.get(body)
  if (known !== undefined) return known
  if (short.size >= MOST_SHORT) short.clear()
  const tag = weakTag(body)
  short.set(body, tag)
  return tag
}

/** Characters of a body that are looked through in one go. */
const PIECE = 1024 * 1024

/** An answer with its tag, worked out step by step where the body is very long. */
export function withTag(answer: Answer): Stepwise<Answer> {
  const { body } = answer
  return body !== null && body.length > PIECE && !(body instanceof ListBytes) ? tagged(answer, body) : answer
}

function* tagged(answer: Answer, body: string | Uint8Array): Steps<Answer> {
  const sum = runningSha256()
  for (let at = 0, end = 0; at < body.length; at = end) {
    end = at + PIECE
    // Half a pair of surrogates is no character.
    if (typeof body === 'string' && isHighSurrogate(body.charCodeAt(end - 1))) end++
    sum.update(typeof body === 'string' ? utf8(body.slice(at, end)) : body.subarray(at, end))
    yield
  }
  return { status: answer.status, headers: answer.headers, body, tag: weakTagOf(hex(sum.digest())) }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function weakTag(body: string | Uint8Array): string {
  return weakTagOf(sha256Hex(body))
}

function weakTagOf(digest: string): string {
  return `W/"${digest.slice(0, 32)}"`
}

/** Microseconds, of which there are less than a second. */
function seconds(microseconds: number): string {
  return microseconds < 100_000 ? `0.0${microseconds}` : `0.${microseconds}`
}

const CROCKFORD = utf8('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
// Made of its characters at once: each text that is put together is kept with its parts, and this one in the journal.
const id: number[] = new Array(26).fill(0)

/** A ULID: ten characters of time, sixteen drawn ones. */
export function requestId({ seed, number, now }: Pick<Occasion, 'seed' | 'number' | 'now'>): string {
  let time = now
  for (let at = 9; at >= 0; at--) {
    const before = Math.floor(time / 32)
    id[at] = CROCKFORD[time - before * 32] as number
    time = before
  }
  const drawn = drawInteger(seed, number)
  for (let word = 0; word < 4; word++) {
    const bits = drawBehind(drawn, word)
    const at = 10 + 4 * word
    id[at] = CROCKFORD[(bits >>> 5) & 31] as number
    id[at + 1] = CROCKFORD[bits & 31] as number
    id[at + 2] = CROCKFORD[(bits >>> 15) & 31] as number
    id[at + 3] = CROCKFORD[(bits >>> 10) & 31] as number
  }
  return String.fromCharCode.apply(null, id)
}
