import { text } from '../../lib/bytes.ts'
import { changed, type Dialect, inDialect, since } from '../../lib/dialect.ts'
import { type Json, parseJson } from '../../lib/json.ts'
import type { RemoteAnswer } from '../../lib/outbound.ts'
import type { NewEntity } from '../../model/bulk-imports/bulk-imports.ts'
import type { Installation } from '../../model/external-import/hosts/installation.ts'
import { isRow, textIn } from '../../model/external-import/hosts/rest.ts'
import { callFault } from '../../model/hooks/outbound-rules.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { message, type Refusal } from '../../protocol/refusal.ts'

/** Refuses a source that cannot be called, is too old, or does not accept the token (bulk-imports#source-refusals). */
export function refuseSource(world: World, remote: Installation, dialect: Dialect): void {
  refuseAddress(world, remote.url)
  const texts = textsIn(dialect)
  const [major, minor] = versionOf(remote, texts)
  if (major < OLDEST) throw refused(texts.tooOld)
  // Older instances do not report the scopes of a token.
  if (major > 15 || (major === 15 && minor >= 5)) refuseToken(remote, texts)
}

const OLDEST = 14

const noService = changed('bulk-imports#later-source-text', {
  before: 'Import aborted as it was not possible to connect to the provided GitLab instance URL.',
  after: 'Invalid source URL. Enter only the base URL of the source GitLab instance.',
})
const noToken = changed('bulk-imports#later-token-text', {
  before:
    "Import aborted as the provided personal access token does not have the required 'api' scope or is no longer valid.",
  after:
    'Check that the source instance base URL and the personal access token meet the necessary requirements.',
})
const tooOld = changed('bulk-imports#later-version-text', {
  before: `Unsupported GitLab Version. Minimum Supported Gitlab Version ${OLDEST}.`,
  after: `Unsupported GitLab version. The minimum supported version is '${OLDEST}'.`,
})

const switchedOff = since(
  'bulk-imports#later-source-switch',
  changed('bulk-imports#later-version-text', {
    before:
      'Migration by direct transfer disabled on source or destination instance. Ask an administrator to enable it on both instances and try again.',
    after:
      'Migration by direct transfer is disabled on the source or destination instance. Ask an administrator to enable this feature on both instances and try again.',
  }),
)
const notThere = since(
  'bulk-imports#later-source-group',
  (path: string) => `Import failed. '${path}' not found.`,
)
const notOpen = since(
  'bulk-imports#later-source-group',
  changed('bulk-imports#later-version-text', {
    before: (path: string) => `Import failed. You don't have permission to export '${path}'.`,
    after: (path: string) => `Import failed. You do not have permission to export '${path}'.`,
  }),
)

/** What newer releases decide of the refusals of a source. */
export const sourceTexts = [noService, noToken, tooOld, switchedOff, notThere, notOpen] as const

/** Refuses what is not at the source, or does not leave it, where the release asks the source for the first entity. */
export function refuseSourceEntity(remote: Installation, first: NewEntity, dialect: Dialect): void {
  const { kind, sourceFullPath } = first
  const path = `/${kind}s/${encodeURIComponent(sourceFullPath)}`
  const missing = inDialect(notThere, dialect)
  const off = inDialect(switchedOff, dialect)
  const closed = inDialect(notOpen, dialect)
  if (missing !== undefined) refuseAt(remote, path, { 404: missing(sourceFullPath) })
  if (off === undefined) return
  refuseAt(remote, `${path}/export_relations/status`, {
    404: off,
    ...(closed !== undefined && { 403: closed(sourceFullPath) }),
  })
}

function refuseAt(remote: Installation, path: string, texts: { readonly [status: number]: string }): void {
  const { status, body } = get(remote, path)
  const told = texts[status]
  if (told !== undefined) throw refused(told)
  if (status < 200 || status >= 300) throw unsuccessful(status, path, body)
}

interface Texts {
  readonly noService: string
  readonly noToken: string
  readonly tooOld: string
}

function textsIn(dialect: Dialect): Texts {
  return {
    noService: inDialect<string>(noService, dialect),
    noToken: inDialect<string>(noToken, dialect),
    tooOld: inDialect<string>(tooOld, dialect),
  }
}

function refuseAddress(world: World, url: string): void {
  if (url === instanceOf(world).url) return
  const fault = callFault(world, url)
  if (fault !== undefined) throw refused(`URL is blocked: ${fault}`)
}

function versionOf(remote: Installation, texts: Texts): readonly [major: number, minor: number] {
  const first = get(remote, '/version')
  const answer = first.status === 404 ? get(remote, '/metadata') : first
  refuseStatus(answer, '/version', texts)
  const answered = jsonOf(answer)
  const found = /^(\d{1,6})\.(\d{1,6})/.exec((isRow(answered) && textIn(answered, 'version')) || '')
  if (found === null) throw refused(texts.noService)
  return [Number(found[1]), Number(found[2])]
}

function refuseToken(remote: Installation, texts: Texts): void {
  const answer = get(remote, '/personal_access_tokens/self')
  refuseStatus(answer, '/personal_access_tokens/self', texts)
  const answered = jsonOf(answer)
  if (!isRow(answered) || !Array.isArray(answered.scopes) || !answered.scopes.includes('api'))
    throw refused(texts.noToken)
}

// The token is sent in the query, as the service does.
function get({ callOut, url, accessToken }: Installation, path: string): RemoteAnswer {
  const query = `private_token=${encodeURIComponent(accessToken)}`
  const reply = callOut({ method: 'GET', url: `${url}/api/v4${path}?${query}` })
  if (!reply.reached) throw refused(reply.message)
  return reply
}

function refuseStatus({ status, body }: RemoteAnswer, path: string, texts: Texts): void {
  if (status === 404) throw refused(texts.noService)
  if (status === 401 || status === 403) throw refused(texts.noToken)
  if (status < 200 || status >= 300) throw unsuccessful(status, path, body)
}

function unsuccessful(status: number, path: string, body: Uint8Array): Refusal {
  return refused(`Unsuccessful response ${status} from /api/v4${path}. Body: ${text(body).slice(0, 1000)}`)
}

function jsonOf({ body }: RemoteAnswer): Json | undefined {
  const parsed = parseJson(text(body), { depth: 32, count: 10_000 })
  return parsed.ok ? parsed.value : undefined
}

function refused(reason: string): Refusal {
  return message(422, reason)
}
