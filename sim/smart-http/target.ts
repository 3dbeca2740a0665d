export const gitServices = ['git-upload-pack', 'git-receive-pack'] as const
/** Fetching and pushing, as git names the programs that serve them. */
export type GitService = (typeof gitServices)[number]

/** What a request of a git client is about. */
export interface Target {
  /** The project's full path, decoded. */
  readonly path: string
  readonly service: GitService
  /** Whether the client asks for the references or runs the service. */
  readonly asks: 'references' | 'service'
  /** Whether the path ends in `.git`, as clients are told to write it. */
  readonly suffixed: boolean
}

const REFERENCES = /^\/(.+)\/info\/refs$/
const SERVICE = /^\/(.+)\/(git-upload-pack|git-receive-pack)$/
const QUERY = /(?:^|&)service=(git-upload-pack|git-receive-pack)(?:&|$)/

/** The target of a request, undefined for any other request, those of the dumb protocol included. */
export function targetOf({
  method,
  url,
}: {
  readonly method: string
  readonly url: string
}): Target | undefined {
  const [path = '', query = ''] = url.split('?', 2)
  if (method === 'POST') return target(SERVICE.exec(path)?.[1], SERVICE.exec(path)?.[2], 'service')
  if (method !== 'GET') return undefined
  return target(REFERENCES.exec(path)?.[1], QUERY.exec(query)?.[1], 'references')
}

function target(
  encoded: string | undefined,
  name: string | undefined,
  asks: Target['asks'],
): Target | undefined {
  const service = gitServices.find((known) => known === name)
  const path = encoded === undefined ? undefined : decodedPath(encoded)
  if (service === undefined || path === undefined) return undefined
  return { path: path.replace(/\.git$/, ''), service, asks, suffixed: path.endsWith('.git') }
}

/** A path without percent encoding; undefined where that is broken. */
export function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
