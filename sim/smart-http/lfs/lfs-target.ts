import { decodedPath } from '../target.ts'

/** What a request of Git LFS asks for. */
export type LfsRequest =
  | { readonly asks: 'batch' | 'deprecated' | 'lock' | 'list-locks' | 'verify-locks' }
  | { readonly asks: 'unlock'; readonly lockId: number }
  | { readonly asks: 'download'; readonly oid: string }
  | { readonly asks: 'upload'; readonly oid: string; readonly size: number }

/** The project's full path, and what is asked of it. */
export type LfsTarget = LfsRequest & { readonly path: string }

const API = /^\/(.+)\.git\/info\/lfs\/(objects\/batch|objects|locks|locks\/verify|objects\/[0-9a-f]{64})$/
const UNLOCK = /^\/(.+)\.git\/info\/lfs\/locks\/(\d{1,15})\/unlock$/
const STORAGE = /^\/(.+)\.git\/gitlab-lfs\/objects\/([0-9a-f]{64})(?:\/(\d{1,15}))?$/

/** The target of a request; undefined for one that is not of Git LFS. */
export function lfsTargetOf({
  method,
  url,
}: {
  readonly method: string
  readonly url: string
}): LfsTarget | undefined {
  const target = url.split(/[?#]/, 1)[0] ?? ''
  if (!target.includes('.git/')) return undefined
  const [, project = '', name = ''] = API.exec(target) ?? UNLOCK.exec(target) ?? STORAGE.exec(target) ?? []
  const path = decodedPath(project)
  const request = asked(method, target, name)
  return path === undefined || path === '' || request === undefined ? undefined : { path, ...request }
}

function asked(method: string, target: string, name: string): LfsRequest | undefined {
  if (UNLOCK.test(target)) return method === 'POST' ? { asks: 'unlock', lockId: Number(name) } : undefined
  const stored = STORAGE.exec(target)
  if (stored !== null) {
    const [, , oid = '', size] = stored
    if (method === 'PUT' && size !== undefined) return { asks: 'upload', oid, size: Number(size) }
    return (method === 'GET' || method === 'HEAD') && size === undefined
      ? { asks: 'download', oid }
      : undefined
  }
  switch (`${method} ${name}`) {
    case 'POST objects/batch':
      return { asks: 'batch' }
    case 'POST locks':
      return { asks: 'lock' }
    case 'GET locks':
      return { asks: 'list-locks' }
    case 'POST locks/verify':
      return { asks: 'verify-locks' }
    default:
      // The first version of the protocol, one object a request.
      return name.startsWith('objects') && name !== 'objects/batch' ? { asks: 'deprecated' } : undefined
  }
}
