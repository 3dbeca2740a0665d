import { parseMultipart } from '@remix-run/multipart-parser'
import { parse } from 'qs'
import { isUtf8, text } from '../lib/bytes.ts'
import { parseJson, reachesPrototype } from '../lib/json.ts'
import { isHash, type RawHash } from './coerce.ts'
import type { PlainRequest } from './message.ts'
import { Refusal, unreadable } from './refusal.ts'

const bounds = {
  depth: 8,
  parameters: 10_000,
  urlencoded: 2 * 1024 * 1024,
  parts: 1_000,
  file: 512 * 1024 * 1024,
}

const NOTHING: RawHash = {}

/** Query text to raw parameters. Refuses what the layer below the service refuses (dossier 1, section 1, step 1). */
export function readQuery(query: string): RawHash {
  if (query === '') return NOTHING
  if (!decodes(query) || conflicts(query)) throw unreadable()
  const parsed = parse(query, {
    depth: bounds.depth,
    parameterLimit: bounds.parameters,
    arrayLimit: bounds.parameters,
    duplicates: 'last',
    allowPrototypes: false,
    decoder: (part, decode, charset, type) => {
      const plain: unknown = decode(part, undefined, charset)
      return type === 'key' ? unindexed(String(plain)) : plain
    },
  })
  return reindexed(parsed) as RawHash
}

/** The body to raw parameters, by its content type. */
export function readBody(request: PlainRequest): RawHash {
  const { body } = request
  if (body === undefined || body.length === 0) return NOTHING
  const header = request.headers['content-type'] ?? ''
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (type === 'application/x-www-form-urlencoded') return readForm(body)
  if (reads) return NOTHING
  if (type === 'application/json') return readJson(body)
  if (type === 'multipart/form-data') return readMultipart(body, header)
  throw new Refusal(415, { error: `The provided content-type '${header}' is not supported.` })
}

function readForm(body: Uint8Array | string): RawHash {
  if (body.length > bounds.urlencoded) throw new Refusal(413, { message: '413 Request Entity Too Large' })
  return readQuery(asText(body).trim())
}

function readJson(body: Uint8Array | string): RawHash {
  const parsed = parseJson(asText(body))
  if (!parsed.ok) throw unreadable()
  return isHash(parsed.value) ? parsed.value : NOTHING
}

function readMultipart(body: Uint8Array | string, header: string): RawHash {
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(header)?.[1]
  if (boundary === undefined || typeof body === 'string') throw unreadable()
  const pairs: string[] = []
  const files: { [name: string]: unknown } = {}
  try {
    for (const part of parseMultipart(body, {
      boundary,
      maxFileSize: bounds.file,
      maxParts: bounds.parts,
      maxTotalSize: bounds.file,
    })) {
      const name = part.name
      if (name === undefined || reachesPrototype(name)) continue
      if (part.isFile)
        files[name] = { name: part.filename ?? '', type: part.mediaType ?? '', bytes: part.bytes }
      else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(part.text)}`)
    }
  } catch {
    throw unreadable()
  }
  return { ...readQuery(pairs.join('&')), ...files }
}

function asText(body: Uint8Array | string): string {
  if (typeof body === 'string') return body
  if (!isUtf8(body)) throw unreadable()
  return text(body)
}

/** False for broken percent encoding, bytes that are no UTF-8, and NUL. */
export function decodes(encoded: string): boolean {
  if (encoded.includes('\0')) return false
  if (!encoded.includes('%')) return true
  try {
    return !decodeURIComponent(encoded).includes('\0')
  } catch {
    return false
  }
}

// The library reads `a[0]=1` as an array, the service as a hash with the key "0": the marker keeps the two apart.
const MARK = '\u0001'

function unindexed(key: string): string {
  return key.replace(/\[(\d+)\]/g, `[${MARK}$1]`)
}

function reindexed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reindexed)
  if (!isHash(value)) return value
  const plain: { [key: string]: unknown } = {}
  for (const key of Object.keys(value))
    if (!reachesPrototype(key)) plain[key.startsWith(MARK) ? key.slice(1) : key] = reindexed(value[key])
  return plain
}

type Kind = 'scalar' | 'array' | 'hash'

// `a=1&a[b]=2`: what is a scalar cannot hold more, what is a hash cannot be an array. A later scalar replaces all.
function conflicts(query: string): boolean {
  if (!/\[|%5b/i.test(query)) return false
  const kinds = new Map<string, Kind>()
  for (const pair of query.split('&')) {
    const key = decodeURIComponent((pair.split('=', 1)[0] as string).replaceAll('+', ' '))
    const steps = key.split('[')
    let prefix = steps[0] as string
    for (const step of steps.slice(1)) {
      const kind: Kind = step === ']' ? 'array' : 'hash'
      const known = kinds.get(prefix)
      if (known !== undefined && known !== kind) return true
      kinds.set(prefix, kind)
      prefix += `[${step}`
    }
    if (!prefix.endsWith('[]')) kinds.set(prefix, 'scalar')
  }
  return false
}
