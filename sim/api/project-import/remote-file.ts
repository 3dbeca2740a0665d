import { followRedirects } from '../../lib/follow-redirects.ts'
import type { CallOut, RemoteAnswer } from '../../lib/outbound.ts'
import { webAddressFault } from '../../model/hooks/outbound-rules.ts'
import { isServiceFlagOn } from '../../model/installation/service-flags.ts'
import type { ImportSource } from '../../model/project-import/project-import.ts'
import { isRegion, remoteFileFault, s3Call } from '../../model/project-import/remote-files.ts'
import type { World } from '../../model/world.ts'
import { message } from '../../protocol/refusal.ts'

/** Milliseconds that a host has to answer a HEAD request (project-import#remote-length). */
const HEAD_TIMEOUT = 1000

/** Sends a HEAD request for the file, and refuses what cannot be imported (project-import#remote-length). */
export function checkRemoteFile(world: World, url: string, callOut: CallOut): void {
  const reply = followRedirects(callOut, { method: 'HEAD', url, within: HEAD_TIMEOUT }, (address) =>
    remoteFileFault(world, address),
  )
  if (!reply.reached) throw message(400, unreachedText(reply))
  if (reply.headers.server === 'AmazonS3' && isServiceFlagOn(world, 'import_project_from_remote_file_s3'))
    throw message(400, 'To import from AWS S3 use `projects/remote-import-s3`')
  checkHeaders(reply)
}

function unreachedText({ why, message: reason }: { readonly why: string; readonly message: string }): string {
  if (why === 'blocked') return `File url is blocked: ${reason}`
  const unknown = why === 'forbidden' || /ENOTFOUND|EAI_AGAIN|getaddrinfo/.test(reason)
  if (unknown) return 'File url is blocked: Host cannot be resolved or invalid'
  // With the spelling mistake of the service.
  return `Failed to retrive headers: ${why === 'timeout' ? 'execution expired' : reason}`
}

const statuses: { readonly [status: number]: string } = {
  301: 'Moved Permanently',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
}

/** The same for an object in a bucket (project-import#s3-object). */
export function checkS3Object(
  world: World,
  source: Extract<ImportSource, { kind: 's3' }>,
  callOut: CallOut,
): void {
  const { bucket, key, region } = source
  const failed = (why: string) => message(400, `Failed to open '${key}' in '${bucket}': ${why}`)
  if (!isRegion(region)) throw failed(`Invalid region: '${region}'`)
  const call = s3Call(world, 'HEAD', source)
  const reply = callOut(call)
  if (!reply.reached) throw failed(reply.message)
  if (reply.status === 404) throw message(400, `File not found '${key}' in '${bucket}'`)
  if (reply.status !== 200) throw failed(statuses[reply.status] ?? `HTTP status ${reply.status}`)
  const fault = webAddressFault(world, call.url)
  if (fault !== undefined) throw message(400, `File url is blocked: ${fault}`)
  checkHeaders(reply)
}

const TEN_GIBIBYTES = 10 * 1024 ** 3
const TYPES = ['application/gzip', 'application/x-tar', 'application/x-gzip']

function checkHeaders({ headers }: RemoteAnswer): void {
  const written = headers['content-length']?.trim() ?? ''
  const length = /^\d{1,18}$/.test(written) ? Number(written) : 0
  if (length < 1) throw message(400, 'Content length is too small (should be at least 1 Byte)')
  if (length > TEN_GIBIBYTES) throw message(400, 'Content length is too big (should be at most 10 GB)')
  const type = headers['content-type'] ?? ''
  if (!TYPES.includes(type))
    throw message(400, `Content type '${type}' not allowed. (Allowed: ${TYPES.join(', ')})`)
}
