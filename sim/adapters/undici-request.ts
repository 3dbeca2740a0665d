import type { Dispatcher } from 'undici'
import { concatAll, utf8 } from '../lib/bytes.ts'

/** A body as bytes, with the type that its kind implies. */
export interface SentBody {
  readonly bytes: Uint8Array
  readonly type?: string | undefined
}

/** Path and query of a request, those of the option `query` behind it. */
export function targetOf({ path, query }: Dispatcher.DispatchOptions): string {
  if (query === undefined || query === null) return path
  const pairs = Object.entries(query as { readonly [name: string]: unknown }).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (item) => `${encodeURIComponent(name)}=${encodeURIComponent(item == null ? '' : String(item))}`,
    ),
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** Headers in any of the ways in which undici takes them: names in lower case, repeated ones joined. */
export function headersOf(given: Dispatcher.DispatchOptions['headers']): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = {}
  for (const [name, value] of pairsOf(given)) {
    if (value === undefined || value === null) continue
    const key = name.toLowerCase()
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    headers[key] = headers[key] === undefined ? text : `${headers[key]}, ${text}`
  }
  return headers
}

function pairsOf(given: Dispatcher.DispatchOptions['headers']): readonly (readonly [string, unknown])[] {
  if (given === undefined || given === null) return []
  if (Array.isArray(given)) return inPairs(given as readonly unknown[])
  if (Symbol.iterator in given) return [...(given as Iterable<readonly [string, unknown]>)]
  return Object.entries(given)
}

// Flat lists alternate names and values; some callers make lists of pairs instead.
function inPairs(list: readonly unknown[]): readonly (readonly [string, unknown])[] {
  if (Array.isArray(list[0])) return list as readonly (readonly [string, unknown])[]
  return list.flatMap((name, i) => (i % 2 === 0 ? [[String(name), list[i + 1]] as const] : []))
}

/** Reads a body of any kind that undici takes. */
export async function bytesOf(body: unknown): Promise<SentBody> {
  if (body === undefined || body === null) return { bytes: new Uint8Array() }
  if (typeof body === 'string') return { bytes: utf8(body) }
  if (ArrayBuffer.isView(body))
    return { bytes: new Uint8Array(body.buffer, body.byteOffset, body.byteLength) }
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body) }
  if (isForm(body)) return formOf(body)
  if (body instanceof Blob)
    return { bytes: new Uint8Array(await body.arrayBuffer()), type: body.type || undefined }
  const chunks: Uint8Array[] = []
  for await (const chunk of body as AsyncIterable<Uint8Array | string>)
    chunks.push(typeof chunk === 'string' ? utf8(chunk) : new Uint8Array(chunk))
  return { bytes: concatAll(chunks) }
}

// The class may be that of Node or that of the package.
function isForm(body: unknown): body is FormData {
  return typeof body === 'object' && body !== null && body.constructor.name === 'FormData'
}

async function formOf(form: FormData): Promise<SentBody> {
  const own = new FormData()
  for (const [name, value] of form)
    if (typeof value === 'string') own.append(name, value)
    else own.append(name, value, value.name)
  const response = new Response(own)
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? undefined,
  }
}
