import { text } from '../../lib/bytes.ts'
import { type Json, parseJson } from '../../lib/json.ts'
import type { FarAnswer } from '../../lib/outbound.ts'
import type { Installation } from '../../model/external-import/hosts/installation.ts'
import { isRow, textIn } from '../../model/external-import/hosts/rest.ts'
import { callFault } from '../../model/hooks/outbound-rules.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { message, type Refusal } from '../../protocol/refusal.ts'

/** Refuses a source that cannot be called, is too old, or is not opened by the token (dossier 3, 7.2). */
export function refuseSource(world: World, far: Installation): void {
  refuseAddress(world, far.url)
  const [major, minor] = versionOf(far)
  if (major < OLDEST) throw refused(`Unsupported GitLab Version. Minimum Supported Gitlab Version ${OLDEST}.`)
  // Older ones do not tell what a token opens.
  if (major > 15 || (major === 15 && minor >= 5)) refuseToken(far)
}

const OLDEST = 14

function refuseAddress(world: World, url: string): void {
  if (url === instanceOf(world).url) return
  const fault = callFault(world, url)
  if (fault !== undefined) throw refused(`URL is blocked: ${fault}`)
}

function versionOf(far: Installation): readonly [major: number, minor: number] {
  const first = asked(far, '/version')
  const answer = first.status === 404 ? asked(far, '/metadata') : first
  refuseStatus(answer, '/version')
  const told = jsonOf(answer)
  const found = /^(\d{1,6})\.(\d{1,6})/.exec((isRow(told) && textIn(told, 'version')) || '')
  if (found === null) throw unconnected()
  return [Number(found[1]), Number(found[2])]
}

function refuseToken(far: Installation): void {
  const answer = asked(far, '/personal_access_tokens/self')
  refuseStatus(answer, '/personal_access_tokens/self')
  const told = jsonOf(answer)
  if (!isRow(told) || !Array.isArray(told.scopes) || !told.scopes.includes('api')) throw unopened()
}

// The token stands in the query, as the service sends it.
function asked({ callOut, url, accessToken }: Installation, path: string): FarAnswer {
  const query = `private_token=${encodeURIComponent(accessToken)}`
  const reply = callOut({ method: 'GET', url: `${url}/api/v4${path}?${query}` })
  if (!reply.reached) throw refused(reply.message)
  return reply
}

function refuseStatus({ status, body }: FarAnswer, path: string): void {
  if (status === 404) throw unconnected()
  if (status === 401 || status === 403) throw unopened()
  if (status < 200 || status >= 300)
    throw refused(`Unsuccessful response ${status} from /api/v4${path}. Body: ${text(body).slice(0, 1000)}`)
}

function jsonOf({ body }: FarAnswer): Json | undefined {
  const parsed = parseJson(text(body), { depth: 32, count: 10_000 })
  return parsed.ok ? parsed.value : undefined
}

function refused(told: string): Refusal {
  return message(422, told)
}

function unconnected(): Refusal {
  return refused('Import aborted as it was not possible to connect to the provided GitLab instance URL.')
}

function unopened(): Refusal {
  return refused(
    "Import aborted as the provided personal access token does not have the required 'api' scope or is no longer valid.",
  )
}
