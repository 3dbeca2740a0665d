import { text } from '../../../lib/bytes.ts'
import type { CallOut, RemoteAnswer } from '../../../lib/outbound.ts'
import { ExternalHostRefusal } from './external-repository.ts'
import { getList, getObject, type Row } from './rest.ts'

/** Another installation of the service, with an access token for it. */
export interface Installation {
  readonly callOut: CallOut
  /** Without a trailing slash. */
  readonly url: string
  readonly accessToken: string
}

/** An object of another installation. Throws an ExternalHostRefusal. */
export function getInstallationObject(remote: Installation, path: string): Row {
  return refusedAt(path, () => getObject(restOf(remote), addressOf(remote, path)))
}

/** All rows of a list there. Throws an ExternalHostRefusal. */
export function getInstallationList(remote: Installation, path: string): readonly Row[] {
  const first = addressOf(remote, `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=1`)
  return refusedAt(path, () => getList(restOf(remote), first, nextPage))
}

// The address is built here: the token must not be sent to another host by following a link.
function nextPage({ headers }: RemoteAnswer, url: string): string | undefined {
  const page = /^\d{1,9}$/.exec(headers['x-next-page'] ?? '')?.[0]
  return page === undefined ? undefined : url.replace(/&page=\d+$/, () => `&page=${page}`)
}

/** Sends a POST there. Throws an ExternalHostRefusal. */
export function postToInstallation(remote: Installation, path: string): void {
  remoteBytesOf(remote, path, 'POST')
}

/** A file of another installation. Throws an ExternalHostRefusal. */
export function downloadFromInstallation(remote: Installation, path: string): Uint8Array {
  return remoteBytesOf(remote, path, 'GET')
}

const MOST_BYTES = 200 * 1024 * 1024

function remoteBytesOf(remote: Installation, path: string, method: 'GET' | 'POST'): Uint8Array {
  const { headers } = restOf(remote)
  const reply = remote.callOut({ method, url: addressOf(remote, path), headers, atMost: MOST_BYTES })
  if (!reply.reached) throw new ExternalHostRefusal(undefined, reply.message)
  if (reply.status >= 300) throw unsuccessful(reply.status, path, text(reply.body).slice(0, 1000))
  return reply.body
}

function refusedAt<T>(path: string, ask: () => T): T {
  try {
    return ask()
  } catch (problem) {
    if (!(problem instanceof ExternalHostRefusal) || problem.status === undefined || problem.status < 300)
      throw problem
    throw unsuccessful(problem.status, path, problem.message)
  }
}

function unsuccessful(status: number, path: string, body: string): ExternalHostRefusal {
  return new ExternalHostRefusal(status, `Unsuccessful response ${status} from /api/v4${path}. Body: ${body}`)
}

function restOf({ callOut, accessToken }: Installation) {
  return { callOut, headers: { Accept: 'application/json', 'PRIVATE-TOKEN': accessToken } }
}

function addressOf({ url }: Installation, path: string): string {
  return `${url}/api/v4${path}`
}
