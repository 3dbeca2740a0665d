import { isRow, isRows, type Json, parseJson, type Row } from '../kit/json.ts'
import type { Exchange, Headers } from './exchange.ts'

/** Decodes a body by its content encoding; undefined where it cannot. */
export type Decode = (bytes: Uint8Array, encoding: string) => Uint8Array | undefined

/** What a HAR file holds. */
export interface Recording {
  readonly exchanges: readonly Exchange[]
  /** How many entries are no exchanges with a server, by the reason. */
  readonly left: ReadonlyMap<string, number>
}

/** Reads an HTTP archive, in the order in which the calls began. Throws a RangeError for a text that is none. */
export function readHar(file: string, text: string, decode: Decode): Recording {
  const json = parseJson(text.replace(/^\uFEFF/, ''))
  const log = isRow(json) ? json.log : undefined
  const entries = isRow(log) ? log.entries : undefined
  if (!isRows(entries)) throw new RangeError(`${file} is no HAR: it must be JSON with a list "log.entries"`)
  const left = new Map<string, number>()
  const exchanges: Exchange[] = []
  for (const [i, entry] of entries.entries()) {
    const read = exchangeIn(entry, `entry ${i + 1}`, decode)
    if (typeof read === 'string') left.set(read, (left.get(read) ?? 0) + 1)
    else exchanges.push(read)
  }
  // Tools write entries in the order of their ends, or of their beginnings.
  return { exchanges: exchanges.toSorted((a, b) => (a.began ?? 0) - (b.began ?? 0)), left }
}

/** The exchange, or why there is none. */
function exchangeIn(entry: Row, name: string, decode: Decode): Exchange | string {
  const { request, response } = entry
  if (!isRow(request) || !isRow(response)) return 'without a request or a response'
  const { url, method } = request
  if (typeof url !== 'string' || !/^https?:/i.test(url) || !URL.canParse(url) || typeof method !== 'string')
    return 'no HTTP'
  const status = Number(response.status)
  if (!(status >= 100)) return 'without an answer'
  if (entry._fromCache || isRow(response._fromCache)) return "from the browser's cache"
  if (entry._fetchedViaServiceWorker === true || response._fetchedViaServiceWorker === true)
    return 'from a service worker'
  const answered = headersIn(response.headers)
  const headers = headersIn(request.headers)
  const body = bodyIn(response, answered, decode)
  const sent = sentIn(request.postData)
  const began = typeof entry.startedDateTime === 'string' ? Date.parse(entry.startedDateTime) : Number.NaN
  const took = typeof entry.time === 'number' && entry.time >= 0 ? entry.time : 0
  return {
    method: method.toUpperCase(),
    url,
    headers: withCookies(headers, request.cookies),
    ...(sent === undefined ? {} : { sent }),
    status,
    answered,
    ...(body === undefined ? {} : { body }),
    ...(Number.isNaN(began) ? {} : { began, ended: began + took }),
    name,
    complete: false,
  }
}

// Pseudo headers of HTTP/2 (`:authority`) say nothing that the URL does not.
function headersIn(list: Json | undefined): Headers {
  const headers = new Map<string, string>()
  for (const { name, value } of isRows(list) ? list : []) {
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(headers)
}

function withCookies(headers: Headers, cookies: Json | undefined): Headers {
  if (headers.cookie !== undefined || !isRows(cookies) || cookies.length === 0) return headers
  return {
    ...headers,
    cookie: cookies.map(({ name, value }) => `${String(name)}=${String(value)}`).join('; '),
  }
}

function sentIn(data: Json | undefined): string | undefined {
  if (!isRow(data)) return undefined
  if (typeof data.text === 'string' && data.text !== '') return data.text
  // Some tools keep the fields of a form apart.
  if (!isRows(data.params) || data.params.length === 0) return undefined
  const pairs = data.params.map(({ name, value }) => [String(name), String(value ?? '')])
  return String(new URLSearchParams(pairs))
}

function bodyIn({ content, bodySize }: Row, headers: Headers, decode: Decode): Uint8Array | undefined {
  if (!isRow(content)) return undefined
  const { text, encoding, size } = content
  const none = new Uint8Array()
  if (typeof text !== 'string' || text === '')
    return size === 0 && Number(bodySize ?? 0) <= 0 ? none : undefined
  const bytes = encoding === 'base64' ? fromBase64(text) : new TextEncoder().encode(text)
  if (bytes === undefined) return undefined
  const whole = plainBytes(bytes, headers['content-encoding'] ?? '', decode)
  // A body that was cut says nothing about the service.
  return whole !== undefined && typeof size === 'number' && whole.length < size && !isJson(whole)
    ? undefined
    : whole
}

// The text of an archive is decoded, but tools that only pass traffic on keep what they saw.
function plainBytes(bytes: Uint8Array, encoding: string, decode: Decode): Uint8Array | undefined {
  if (encoding === '' || encoding === 'identity' || isJson(bytes)) return bytes
  return decode(bytes, encoding) ?? (isText(bytes) ? bytes : undefined)
}

function isJson(bytes: Uint8Array): boolean {
  return parseJson(new TextDecoder().decode(bytes)) !== undefined
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
