import { base64, text, utf8 } from '../../../lib/bytes.ts'
import { type Json, parseJson } from '../../../lib/json.ts'
import { append } from '../../../lib/lists.ts'
import type { CallOut, RemoteAnswer } from '../../../lib/outbound.ts'
import { ExternalHostRefusal } from './external-repository.ts'

/** How another host is called. */
export interface RestClient {
  readonly callOut: CallOut
  readonly headers: { readonly [name: string]: string }
}

export type Row = { readonly [name: string]: Json }

/** Most bytes of one answer. */
const MOST_BYTES = 50 * 1024 * 1024
const MOST_ROWS = 50_000

/** The answer to a GET. Throws an ExternalHostRefusal for a status that is no success, and where there is no answer. */
export function get({ callOut, headers }: RestClient, url: string): RemoteAnswer {
  const reply = callOut({ method: 'GET', url, headers, atMost: MOST_BYTES })
  if (!reply.reached) throw new ExternalHostRefusal(undefined, reply.message)
  if (reply.status >= 300) throw new ExternalHostRefusal(reply.status, text(reply.body).slice(0, 1000))
  return reply
}

/** An object. Throws an ExternalHostRefusal for anything else. */
export function getObject(rest: RestClient, url: string): Row {
  const row = jsonOf(get(rest, url))
  if (!isRow(row)) throw new ExternalHostRefusal(200, 'the answer is no object')
  return row
}

/**
 * All rows of a list, page by page; `next` finds the address of the page after an answer. Throws an
 * ExternalHostRefusal for a list without end.
 */
export function getList(
  rest: RestClient,
  first: string,
  next: (answer: RemoteAnswer, url: string) => string | undefined,
  rowsIn = (json: Json): Json => json,
): readonly Row[] {
  const rows: Row[] = []
  const asked = new Set<string>()
  let url: string | undefined = first
  while (url !== undefined) {
    if (asked.has(url)) throw new ExternalHostRefusal(200, `the list leads back to ${url}`)
    if (rows.length > MOST_ROWS)
      throw new ExternalHostRefusal(200, `the list has more than ${MOST_ROWS} rows`)
    asked.add(url)
    const answer: RemoteAnswer = get(rest, url)
    const found = rowsIn(jsonOf(answer))
    if (!Array.isArray(found)) throw new ExternalHostRefusal(200, 'the answer is no list')
    append(rows, found.filter(isRow))
    url = next(answer, url)
  }
  return rows
}

/**
 * The page that the header `Link` names as the next one. Only its query counts: the token must not be sent to another
 * host by following a link.
 */
export function nextLink({ headers }: RemoteAnswer, url: string): string | undefined {
  const query = /<[^>?]*\?([^>]+)>;\s*rel="?next"?/.exec(headers.link ?? '')?.[1]
  return query === undefined ? undefined : `${url.split('?', 1)[0] ?? ''}?${query}`
}

// What calls out is run again after every answer, with the answers that were there before.
const read = new WeakMap<Uint8Array, Json>()

function jsonOf({ body }: RemoteAnswer): Json {
  const known = read.get(body)
  if (known !== undefined) return known
  const parsed = parseJson(text(body), { depth: 32, count: 1_000_000 })
  if (!parsed.ok) throw new ExternalHostRefusal(200, 'the answer is no JSON')
  read.set(body, parsed.value)
  return parsed.value
}

export function isRow(json: Json | undefined): json is Row {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

export function textIn(row: Row | undefined, name: string): string | null {
  const value = row?.[name]
  return typeof value === 'string' ? value : null
}

export function numberIn(row: Row | undefined, name: string): number | null {
  const value = row?.[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

export function rowIn(row: Row | undefined, name: string): Row | undefined {
  const value = row?.[name]
  return isRow(value) ? value : undefined
}

export function rowsIn(row: Row | undefined, name: string): readonly Row[] {
  const value = row?.[name]
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** The `Authorization` header that git sends. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${base64(utf8(`${username}:${password}`))}`
}
