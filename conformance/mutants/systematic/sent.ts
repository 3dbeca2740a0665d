import { isRow, type Json, parseJson, type Row } from '../../kit/json.ts'
import { textOf, type WireRequest } from '../../targets/target.ts'

/** What becomes of a parameter: its value as it was sent, and what arrives instead; undefined for nothing at all. */
export type Change = (value: Json | undefined) => Json | undefined

/** The request with one parameter changed, wherever it travels. */
export function withSent(request: WireRequest, name: string, change: Change): WireRequest {
  const type = request.headers['content-type'] ?? ''
  const inQuery = withQuery(request, name, change)
  const { body } = request
  if (body === undefined) return inQuery
  if (type.includes('json')) return withJsonBody(inQuery, name, change)
  if (type.includes('urlencoded')) return { ...inQuery, body: pairsWith(textOf(body), name, change) }
  return type.includes('multipart') ? { ...inQuery, body: partsWithout(body, type, name, change) } : inQuery
}

/** Names of what a request sends, by the outermost one. */
export function namesSent({ url, body, headers }: WireRequest): readonly string[] {
  const type = headers['content-type'] ?? ''
  const text = body === undefined ? '' : textOf(body)
  const json = type.includes('json') ? parseJson(text) : undefined
  const parts = type.includes('multipart')
    ? [...text.matchAll(/ name="([^"[]+)/g)].map(([, it = '']) => it)
    : []
  const pairs = [url.split('?')[1] ?? '', type.includes('urlencoded') ? text : '']
  const named = pairs.flatMap((it) =>
    it
      .split('&')
      .filter((pair) => pair !== '')
      .map(outerName),
  )
  return [...named, ...(isRow(json) ? Object.keys(json) : []), ...parts]
}

function withQuery(request: WireRequest, name: string, change: Change): WireRequest {
  const [path = '', query = ''] = request.url.split('?')
  const sent = pairsWith(query, name, change)
  return { ...request, url: sent === '' ? path : `${path}?${sent}` }
}

function pairsWith(text: string, name: string, change: Change): string {
  return text
    .split('&')
    .flatMap((pair) => {
      if (pair === '' || outerName(pair) !== name) return pair === '' ? [] : [pair]
      const [key = '', value = ''] = pair.split('=', 2)
      const changed = change(decoded(value.replaceAll('+', ' ')))
      return changed === undefined ? [] : [`${key}=${encodeURIComponent(String(changed))}`]
    })
    .join('&')
}

function withJsonBody(request: WireRequest, name: string, change: Change): WireRequest {
  const json = parseJson(textOf(request.body ?? ''))
  if (!isRow(json) || !Object.hasOwn(json, name)) return request
  const { [name]: value, ...rest } = json
  const changed = change(value)
  const sent: Row = changed === undefined ? rest : { ...json, [name]: changed }
  return { ...request, body: JSON.stringify(sent) }
}

/** A form in parts is read as Latin-1, so that files in it stay what they are. */
function partsWithout(body: string | Uint8Array, type: string, name: string, change: Change): Uint8Array {
  const boundary = `--${/boundary="?([^";]+)/.exec(type)?.[1] ?? ''}`
  const text = Buffer.from(typeof body === 'string' ? new TextEncoder().encode(body) : body).toString(
    'latin1',
  )
  const parts = text.split(boundary).flatMap((part) => {
    const [head = '', content = ''] = part.split('\r\n\r\n', 2)
    if (new RegExp(` name="${name}["[]`).exec(head) === null || / filename=/.test(head)) return [part]
    const changed = change(content.replace(/\r\n$/, ''))
    return changed === undefined ? [] : [`${head}\r\n\r\n${String(changed)}\r\n`]
  })
  return new Uint8Array(Buffer.from(parts.join(boundary), 'latin1'))
}

function outerName(pair: string): string {
  return decoded(pair.replace(/=.*$/s, '')).replace(/\[.*$/s, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
