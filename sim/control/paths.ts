const API_ROOT = /^(?:\/w\/[^/]+)?\/api\/v4(?=\/|$)/

export interface SplitUrl {
  readonly path: string
  /** Without the question mark. */
  readonly query: string
}

/** Path and query of a request target, both still encoded. */
export function splitUrl(url: string): SplitUrl {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

/** The decoded path of a request target; as sent when it cannot be decoded. */
export function decodedPath(url: string): string {
  const { path } = splitUrl(url)
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The part of a path below the API root; a path outside the API stays as it is. */
export function apiPath(path: string): string {
  return path.replace(API_ROOT, '') || '/'
}

/** A path without the name of the world before it. */
export function withoutWorld(path: string): string {
  return path.replace(/^\/w\/[^/]+(?=\/|$)/, '')
}

/** Scheme, host and port of an absolute URL, and what follows; the first is empty for a request target. */
export function splitOrigin(url: string): { readonly origin: string; readonly target: string } {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  return { origin, target: url.slice(origin.length) }
}
