import { isRow, type Json, type Row } from '../kit/json.ts'
import { parseLinks } from './paging.ts'

/** A link to the service itself, and where it stands. */
export interface OwnLink {
  readonly place: string
  readonly url: string
}

/** Fields that hold a link to the service, whatever is linked. */
const own = new Set([
  'web_url',
  'web_edit_url',
  'http_url_to_repo',
  'readme_url',
  'raw_url',
  'source_members_url',
  'target_url',
  'tarball',
])

/** Fields that hold one to the service or to somebody else, and what the paths of the service's have in them. */
const shared: { readonly [field: string]: string | undefined } = {
  avatar_url: '/uploads/-/system/',
  direct_asset_url: '/-/releases/',
  url: '/-/archive/',
}

/** The links to the service in a reply. */
export function ownLinks(
  headers: { readonly [name: string]: string },
  json: Json | undefined,
): readonly OwnLink[] {
  const pages = parseLinks(headers.link).map(({ url }) => ({ place: 'Link', url }))
  return [...pages, ...inside(json)].filter(({ url }) => /^https?:\/\//.test(url))
}

function inside(json: Json | undefined): readonly OwnLink[] {
  if (Array.isArray(json)) return json.flatMap((item: Json) => inside(item))
  if (!isRow(json)) return []
  return Object.entries(json).flatMap(([name, value]) => {
    if (name === '_links' && isRow(value)) return linksOf(value)
    if (typeof value !== 'string') return inside(value)
    const mark = shared[name]
    return own.has(name) || (mark !== undefined && value.includes(mark)) ? [{ place: name, url: value }] : []
  })
}

function linksOf(links: Row): readonly OwnLink[] {
  return Object.values(links).flatMap((url) => (typeof url === 'string' ? [{ place: '_links', url }] : []))
}

/** Below which the service says that its pages are: what stands before the path in the link to a page of its own. */
export function rootBefore(url: Json | undefined, path: string): string | undefined {
  return typeof url === 'string' && url.endsWith(path) ? url.slice(0, -path.length) : undefined
}

/** What most say, if more than one says it; undefined where nobody or everybody says something else. */
export function agreed(roots: readonly (string | undefined)[]): string | undefined {
  const said = roots.filter((root): root is string => root !== undefined)
  const count = (root: string) => said.filter((other) => other === root).length
  const [most] = said.toSorted((one, other) => count(other) - count(one))
  return most !== undefined && (count(most) > 1 || said.length === 1) ? most : undefined
}

/** Whether a link leads below a root. */
export function isBelow(url: string, root: string): boolean {
  return url === root || ['/', '?', '#'].some((next) => url.startsWith(`${root}${next}`))
}
