import { isRow, isRows, type Json, parseJson } from '../kit/json.ts'
import type { Credential, WireReply } from './target.ts'
import type { Wire } from './wire.ts'

/** How what stands in front of a service changes its replies, as far as a few of them show. */
export interface ProxyTraits {
  /** Headers of every reply that are missing, or are not as the service sends them. */
  readonly altered: ReadonlySet<string>
  /** Headers that tell a reply of the service from one of something in front of it. */
  readonly marks: readonly string[]
  /** Rows on a page at most; 100 unless something allows fewer. */
  readonly mostRows: number
  /** True where `%2F` arrives as a slash, and what has one is found by no path (conventions#encoded-paths). */
  readonly decodesSlashes: boolean
}

/** What the service itself sends with each of its JSON replies of status 200 (conventions#common-headers). */
const always: { readonly [name: string]: RegExp } = {
  'content-type': /^application\/json$/,
  'cache-control': /^max-age=0, private, must-revalidate$/,
  etag: /^W\/"[0-9a-f]{32}"$/,
  vary: /^Origin$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^SAMEORIGIN$/,
  'x-gitlab-meta': /^\{.*\}$/,
  'x-request-id': /^[0-9A-Z]{26}$/,
  'x-runtime': /^\d+\.\d{6}$/,
}

/** What it sends with each page of a list, besides (conventions#offset-headers). */
const ofPages: { readonly [name: string]: RegExp } = {
  link: /rel="first"/,
  'x-next-page': /^\d*$/,
  'x-page': /^\d+$/,
  'x-per-page': /^\d+$/,
  'x-prev-page': /^\d*$/,
  'x-total': /^\d+$/,
  'x-total-pages': /^\d+$/,
}

const MOST_ROWS = 100

/** Looks at a reply to a user and at a page of a list. What both lack says nothing of a single operation. */
export async function observeProxy(
  wire: Wire,
  user: WireReply,
  by: Credential | undefined,
): Promise<ProxyTraits> {
  const headers: { [name: string]: string } = by === undefined ? {} : { 'private-token': by.token }
  const get = (path: string) => wire({ method: 'GET', url: `/api/v4/projects${path}`, headers })
  const page = await get(`?membership=true&simple=true&per_page=${MOST_ROWS}`)
  const unknown = await get('/conform%2Fnone')
  const listed = page.status === 200 && isRows(parseJson(page.body))
  const common = Object.keys(always).filter(
    (name) => !fits(always, name, user) && (!listed || !fits(always, name, page)),
  )
  const paging = listed ? Object.keys(ofPages).filter((name) => !fits(ofPages, name, page)) : []
  const told = Number(page.headers['x-per-page'])
  return {
    altered: new Set([...common, ...paging]),
    marks: ['x-gitlab-meta', 'x-request-id', 'x-runtime'].filter((name) => user.headers[name] !== undefined),
    mostRows: listed && told >= 1 && told < MOST_ROWS ? told : MOST_ROWS,
    decodesSlashes: isNoRoute(parseJson(unknown.body)),
  }
}

/** What answers a path that no operation has (conventions#unknown-routes); a project that is not there has a message of its own. */
function isNoRoute(body: Json | undefined): boolean {
  return isRow(body) && body.error === '404 Not Found'
}

function fits(forms: typeof always, name: string, { headers }: WireReply): boolean {
  return forms[name]?.test(headers[name] ?? '\u0000') === true
}
