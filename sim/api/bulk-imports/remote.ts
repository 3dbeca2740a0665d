import { text } from '../../lib/bytes.ts'
import { type Json, parseJson } from '../../lib/json.ts'
import type { RemoteAnswer } from '../../lib/outbound.ts'
import type { Installation } from '../../model/external-import/hosts/installation.ts'
import { isRow, textIn } from '../../model/external-import/hosts/rest.ts'
import { callFault } from '../../model/hooks/outbound-rules.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { message, type Refusal } from '../../protocol/refusal.ts'

/** Refuses a source that cannot be called, is too old, or does not accept the token (bulk-imports#source-refusals). */
export function refuseSource(world: World, remote: Installation): void {
  refuseAddress(world, remote.url)
  const [major, minor] = versionOf(remote)
  if (major < OLDEST) throw refused(`Unsupported GitLab Version. Minimum Supported Gitlab Version ${OLDEST}.`)
  // Older instances do not report the scopes of a token.
  if (major > 15 || (major === 15 && minor >= 5)) refuseToken(remote)
}

const OLDEST = 14

function refuseAddress(world: World, url: string): void {
  if (url === instanceOf(world).url) return
  const fault = callFault(world, url)
  if (fault !== undefined) throw refused(`URL is blocked: ${fault}`)
}

function versionOf(remote: Installation): readonly [major: number, minor: number] {
  const first = get(remote, '/version')
  const answer = first.status === 404 ? get(remote, '/metadata') : first
  refuseStatus(answer, '/version')
  const answered = jsonOf(answer)
  const found = /^(\d{1,6})\.(\d{1,6})/.exec((isRow(answered) && textIn(answered, 'version')) || '')
  if (found === null) throw notConnected()
  return [Number(found[1]), Number(found[2])]
}

function refuseToken(remote: Installation): void {
  const answer = get(remote, '/personal_access_tokens/self')
  refuseStatus(answer, '/personal_access_tokens/self')
  const answered = jsonOf(answer)
  if (!isRow(answered) || !Array.isArray(answered.scopes) || !answered.scopes.includes('api'))
    throw tokenRefused()
}

// The token is sent in the query, as the service does.
function get({ callOut, url, accessToken }: Installation, path: string): RemoteAnswer {
  const query = `private_token=${encodeURIComponent(accessToken)}`
  const reply = callOut({ method: 'GET', url: `${url}/api/v4${path}?${query}` })
  if (!reply.reached) throw refused(reply.message)
  return reply
}

function refuseStatus({ status, body }: RemoteAnswer, path: string): void {
  if (status === 404) throw notConnected()
  if (status === 401 || status === 403) throw tokenRefused()
  if (status < 200 || status >= 300)
    throw refused(`Unsuccessful response ${status} from /api/v4${path}. Body: ${text(body).slice(0, 1000)}`)
}

function jsonOf({ body }: RemoteAnswer): Json | undefined {
  const parsed = parseJson(text(body), { depth: 32, count: 10_000 })
  return parsed.ok ? parsed.value : undefined
}

function refused(reason: string): Refusal {
  return message(422, reason)
}

function notConnected(): Refusal {
  return refused('Import aborted as it was not possible to connect to the provided GitLab instance URL.')
}

function tokenRefused(): Refusal {
  return refused(
    "Import aborted as the provided personal access token does not have the required 'api' scope or is no longer valid.",
  )
}
