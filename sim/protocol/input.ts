import { parseMultipart } from '@remix-run/multipart-parser'
import { exactText, isUtf8, isWellFormed, unbinary, utf8 } from '../lib/bytes.ts'
import { type Dialect, isInForce } from '../lib/dialect.ts'
import { parseJson } from '../lib/json.ts'
import { isHash, type RawHash } from './coerce.ts'
import type { PlainRequest } from './message.ts'
import { type Hash, putNested } from './nested.ts'
import { invalid, Refusal, unreadable } from './refusal.ts'

const bounds = {
  parameters: 10_000,
  /** Of a request that reads, in its address or as a form. */
  query: 64 * 1024,
  urlencoded: 2 * 1024 * 1024,
  parts: 1_000,
  file: 512 * 1024 * 1024,
}

/** No parameters. */
export const NOTHING: RawHash = {}

/** Query text to raw parameters. Refuses what the layer below the service refuses (conventions#malformed-strings). */
export function readQuery(query: string): RawHash {
  if (query.length > bounds.query) throw new Refusal(414, { message: '414 Request-URI Too Large' })
  return parametersIn(query)
}

function parametersIn(query: string): RawHash {
  if (query === '') return NOTHING
  const pairs = query.split('&')
  if (!decodes(query) || pairs.length > bounds.parameters) throw unreadable()
  const params: Hash = {}
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 0) putNested(params, decoded(pair), null)
    else putNested(params, decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1)))
  }
  return params
}

function decoded(part: string): string {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}

/**
 * The body to raw parameters, by its content type; or the refusal of a body that cannot be taken, which is due only
 * once the route is known. Form values that are no text are refused at once.
 */
export function readBody(request: PlainRequest, dialect: Dialect): RawHash | Refusal {
  const { body } = request
  if (body === undefined || body.length === 0) return NOTHING
  const header = request.headers['content-type'] ?? ''
  const type = mediaType(header)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (type === 'application/x-www-form-urlencoded')
    return readForm(body, reads ? bounds.query : bounds.urlencoded)
  if (reads) return NOTHING
  if (type === 'application/json') return readJson(body, dialect)
  if (type === 'multipart/form-data') return readMultipart(body, header)
  return new Refusal(415, { error: `The provided content-type '${header}' is not supported.` })
}

// Most headers are their media type, written as it is here.
function mediaType(header: string): string {
  if (header === 'application/json') return header
  const end = header.indexOf(';')
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase()
}

function readForm(body: Uint8Array | string, most: number): RawHash | Refusal {
  if (body.length > most) return new Refusal(413, { message: '413 Request Entity Too Large' })
  const form = asText(body)
  if (form === undefined) throw unreadable()
  return parametersIn(form.trim())
}

function readJson(body: Uint8Array | string, dialect: Dialect): RawHash | Refusal {
  const json = asText(body)
  const parsed = json === undefined ? undefined : parseJson(json)
  if (!parsed?.ok) {
    // Newer releases look at it before anything else (conventions#later-json-errors).
    if (isInForce('conventions#later-json-errors', dialect))
      throw invalid(jsonFaults[parsed?.above ?? 'none'])
    return unreadable()
  }
  return isHash(parsed.value) ? parsed.value : NOTHING
}

const jsonFaults = {
  none: 'Invalid JSON format',
  depth: 'Parameters nested too deeply',
  count: 'Too many total parameters',
  names: 'Too many total parameters',
} as const

function readMultipart(body: Uint8Array | string, header: string): RawHash {
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(header)?.[1]
  if (boundary === undefined) throw unreadable()
  const limits = { maxFileSize: bounds.file, maxParts: bounds.parts, maxTotalSize: bounds.file }
  const params: Hash = {}
  try {
    for (const part of parseMultipart(typeof body === 'string' ? utf8(body) : body, {
      boundary,
      ...limits,
    })) {
      const { name, filename, mediaType, bytes } = part
      if (name === undefined) continue
      if (part.isFile) putNested(params, name, { name: filename ?? '', type: mediaType ?? '', bytes })
      else if (isUtf8(bytes) && !bytes.includes(0)) putNested(params, name, part.text)
      else throw unreadable()
    }
  } catch {
    throw unreadable()
  }
  refuseInjected(params)
  return params
}

// What is true of an uploaded file is written down by the front proxy, as `file.path` and so on: nobody else may.
function refuseInjected(params: Hash): void {
  const files = Object.keys(params).filter((name) => isFile(params[name]))
  const injected = Object.keys(params).some((name) => files.some((file) => name.startsWith(`${file}.`)))
  if (injected) throw unreadable()
}

function isFile(value: unknown): boolean {
  return isHash(value) && value.bytes instanceof Uint8Array
}

// Undefined for bytes that are not UTF-8.
function asText(body: Uint8Array | string): string | undefined {
  return typeof body === 'string' ? body : exactText(body)
}

/** False for broken percent encoding, what no bytes spell or is no UTF-8, and NUL. */
export function decodes(encoded: string): boolean {
  if (encoded.includes('\0') || !isWellFormed(encoded)) return false
  if (!encoded.includes('%')) return true
  try {
    return !decodeURIComponent(encoded).includes('\0')
  } catch {
    return false
  }
}

/** False for a header with a NUL, or with bytes (a character each, as a connection hands them over) that are no UTF-8. */
export function isReadable(header: string | undefined): boolean {
  if (header === undefined) return true
  if (header.includes('\0')) return false
  let wide = false
  for (let i = 0; i < header.length; i++) {
    const code = header.charCodeAt(i)
    if (code > 255) return isWellFormed(header)
    wide ||= code > 127
  }
  return !wide || isUtf8(unbinary(header))
}
