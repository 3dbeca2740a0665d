import { originOf } from '../lib/address.ts'
import { type Dialect, differs, inDialect } from '../lib/dialect.ts'
import { type Proof, tracing } from '../lib/tracing.ts'
import type { Scope, Token, TokenKind } from '../model/access-tokens/token.ts'
import type { User, UserState } from '../model/users/user.ts'
import { instanceOf, type World } from '../model/world.ts'
import { anonymous, type Caller, hasAdminPower } from '../policy/caller.ts'
import { mustAcceptTerms } from '../policy/terms.ts'
import { isUsable, personalKinds, revokeReplacedToken } from '../policy/tokens.ts'
import type { Instant } from '../time/calendar.ts'
import { type BasicCredentials, basicCredentials } from './basic.ts'
import type { ResolvedDefinition } from './bind.ts'
import type { RawHash } from './coerce.ts'
import type { PlainRequest } from './message.ts'
import type { AcceptedCredential } from './operation.ts'
import { forbidden, insufficientScope, message, Refusal, unauthorized } from './refusal.ts'

/** Where credentials may stand, and what proves them. */
interface Sent {
  readonly world: World
  readonly request: PlainRequest
  readonly raw: RawHash
  readonly now: Instant
}
interface Credentials extends Sent {
  readonly dialect: Dialect
  readonly definition: Pick<ResolvedDefinition, 'accepts' | 'scopes'>
}

/** The caller that the request's credentials prove (conventions#credential-order). Throws the refusals of conventions#expired-and-revoked-tokens and conventions#sudo-refusals. */
export function identify(given: Credentials): Caller {
  const token = credential(given, given.definition.accepts)
  tracing.to?.({ station: 'credential', proves: proofOf(token) })
  const sudo = filled(given.raw.sudo) ?? filled(given.request.headers.sudo)
  if (token === 'unknown' || (token === undefined && sudo !== undefined)) throw unauthorized()
  if (token === undefined) return anonymous
  if (token.kind === 'deploy') return ofDeployToken(token, sudo)
  const user = given.world.users.get(token.userId ?? 0)
  if (user === undefined) throw unauthorized()
  checkToken(given, token)
  checkAccount(given.world, user)
  if (sudo !== undefined) {
    tracing.to?.({ station: 'sudo', name: sudo })
    return actingAs(given, user, token, sudo)
  }
  checkScope(given, token)
  revokeReplacedToken(given.world, token)
  const admin = hasAdminPower(given.world, user, token)
  return { user, admin, token, scopes: token.scopes, sudoBy: undefined }
}

function proofOf(token: Token | 'unknown' | undefined): Proof {
  if (token === undefined) return 'nothing'
  return token === 'unknown' ? token : { tokenId: token.id }
}

/** The user whom a request's credentials prove before anything else of it is looked at. */
export function knownUser(sent: Sent): User | undefined {
  const token = credential(sent, undefined)
  if (token === undefined || token === 'unknown' || token.revoked || isExpired(token, sent.now))
    return undefined
  const user = sent.world.users.get(token.userId ?? 0)
  return user?.state === 'active' ? user : undefined
}

/** Refuses a request that names an OAuth token twice. */
export function refuseTwoBearers(request: PlainRequest, raw: RawHash): void {
  if (bearer(request) === undefined || filled(raw.access_token) === undefined) return
  throw new Refusal(400, {
    error: 'invalid_request',
    error_description: 'Both Authorization header and payload includes access token.',
  })
}

function ofDeployToken(token: Token, sudo: string | undefined): Caller {
  if (sudo !== undefined) throw forbidden('Must be admin to use sudo')
  return { user: undefined, admin: false, token, scopes: token.scopes, sudoBy: undefined }
}

// Deploy tokens and jobs' bearer values come first where they are accepted; then OAuth tokens; then personal ones, for
// which a bearer value serves as well; then job tokens; the session last. A value that is present but unknown never
// falls back to the next credential, but for deploy tokens, whose header counts only when it names one.
function credential(sent: Sent, accepts: ResolvedDefinition['accepts'] = []): Token | 'unknown' | undefined {
  const { world, request, raw } = sent
  const deploy = accepts.includes('deploy_token') ? deployToken(sent) : undefined
  if (deploy !== undefined) return deploy
  const takesJobs = accepts.includes('job_token')
  const jobBearer = takesJobs ? runningJob(world, bearer(request)) : undefined
  if (jobBearer !== undefined) return jobBearer
  const oauth = filled(raw.access_token) ?? bearer(request) ?? filled(raw.bearer_token)
  const known = oauth === undefined ? undefined : ofKind(world, oauth, ['oauth'])
  if (known !== undefined) return known
  const personal = filled(raw.private_token) ?? filled(request.headers['private-token']) ?? oauth
  if (personal !== undefined) return ofKind(world, personal, personalKinds) ?? 'unknown'
  const job = takesJobs ? (filled(raw.job_token) ?? filled(request.headers['job-token'])) : undefined
  if (job !== undefined) return runningJob(world, job) ?? 'unknown'
  const basic = basicCredentials(request.headers.authorization)
  if (basic === undefined || !accepts.includes('password')) return session(sent)
  return byPassword(sent, accepts, basic) ?? session(sent)
}

function byPassword(
  { world, now }: Sent,
  accepts: readonly AcceptedCredential[],
  { user, password }: BasicCredentials,
): Token | 'unknown' | undefined {
  const deploy = accepts.includes('deploy_token') ? activeDeployToken(world, password, now) : undefined
  if (deploy !== undefined) return deploy
  if (user === JOB_USER && accepts.includes('job_token')) return runningJob(world, password) ?? 'unknown'
  return ofKind(world, password, personalKinds)
}

/** The name with which a job's token is a password; who calls himself so is refused with any other one. */
const JOB_USER = 'gitlab-ci-token'

function deployToken({ world, request, now }: Sent): Token | undefined {
  const value = filled(request.headers['deploy-token']) ?? bearer(request)
  return value === undefined ? undefined : activeDeployToken(world, value, now)
}

function activeDeployToken(world: World, value: string, now: Instant): Token | undefined {
  const token = ofKind(world, value, ['deploy'])
  return token === undefined || token.revoked || isExpired(token, now) ? undefined : token
}

/** A job's token is good for as long as the job runs. */
function runningJob(world: World, value: string | undefined): Token | undefined {
  const token = value === undefined ? undefined : ofKind(world, value, ['job'])
  return world.ciJobs.get(token?.jobId ?? 0)?.status === 'running' ? token : undefined
}

/** The session of a person's browser, proved for writing as well where the request says so. */
export function session({ world, request }: Pick<Sent, 'world' | 'request'>): Token | undefined {
  const { cookie, origin } = request.headers
  const value =
    cookie === undefined
      ? undefined
      : /(?:^|;\s*)_(?:service|gitlab)_session=([^;\s]{1,256})/.exec(cookie)?.[1]
  if (value === undefined || (origin !== undefined && origin !== originOf(instanceOf(world).url)))
    return undefined
  const token = ofKind(world, value, ['session'])
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return token !== undefined && (reads || request.headers['x-csrf-token'] === csrfToken(token))
    ? token
    : undefined
}

/** The value that proves that a write with a session cookie was meant: the session's own, with `-csrf` behind it. */
export function csrfToken(token: Token): string {
  return `${token.value}-csrf`
}

function ofKind(world: World, value: string, kinds: readonly TokenKind[]): Token | undefined {
  const token = world.tokens.find('byValue', value)
  return token !== undefined && kinds.includes(token.kind) && isUsable(world, token) ? token : undefined
}

export function bearer(request: PlainRequest): string | undefined {
  const header = request.headers.authorization
  const found = header === undefined ? null : /^bearer +(\S{1,512})\s*$/i.exec(header)
  return found?.[1]
}

function filled(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function checkToken({ world, dialect, now }: Credentials, token: Token): void {
  if (isExpired(token, now))
    throw invalidToken(dialect, 'Token is expired. You can either do re-authorization or token refresh.')
  if (token.revoked) throw invalidToken(dialect, 'Token was revoked. You have to re-authorize from the user.')
  if (token.kind === 'impersonation' && !instanceOf(world).impersonation)
    throw invalidToken(dialect, 'Token is an impersonation token but impersonation was disabled.')
}

function isExpired({ expiresAt }: Token, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now
}

function invalidToken(dialect: Dialect, description: string): Refusal {
  const challenge = `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`
  const detailed = new Refusal(
    401,
    { error: 'invalid_token', error_description: description },
    { headers: { 'WWW-Authenticate': challenge } },
  )
  return inDialect(differs('F1', { specification: unauthorized(), real: detailed }), dialect)
}

const accountTexts: { readonly [state in Exclude<UserState, 'active'>]: (url: string) => string } = {
  blocked: () => 'Your account has been blocked.',
  banned: () => 'Your account has been blocked.',
  deactivated: (url) =>
    `Your account has been deactivated by your administrator. Please log back in from a web browser to reactivate your account at ${url}`,
  blocked_pending_approval: () =>
    'Your account is pending approval from your administrator and hence blocked.',
}

function checkAccount(world: World, user: User): void {
  const { url } = instanceOf(world)
  if (user.state !== 'active') throw forbidden(accountTexts[user.state](url))
  if (mustAcceptTerms(world, user))
    throw forbidden(
      `You (@${user.username}) must accept the Terms of Service in order to perform this action. To accept these terms, please access GitLab from a web browser at ${url}.`,
    )
}

function checkScope({ definition, request }: Credentials, token: Token): void {
  if (token.kind === 'session' || token.kind === 'job') return
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const { scopes = [] } = definition
  const suffices = (scope: Scope) =>
    scope === 'read_api' ? reads : scope === 'api' || scopes.includes(scope)
  if (!token.scopes.some(suffices)) throw insufficientScope(['api', 'read_api', ...scopes].join(' '))
}

function actingAs(given: Credentials, admin: User, token: Token, name: string): Caller {
  const { world } = given
  if (!hasAdminPower(world, admin, token)) throw forbidden('Must be admin to use sudo')
  if (token.kind === 'session')
    throw forbidden('Must be authenticated using an OAuth or personal access token to use sudo')
  if (!token.scopes.includes('sudo')) throw insufficientScope('sudo')
  const user = /^\d{1,18}$/.test(name)
    ? world.users.get(Number(name))
    : world.users.find('byUsername', name.toLowerCase())
  if (user === undefined) throw message(404, `404 User with ID or username '${name}' Not Found`)
  checkAccount(world, user)
  // Whoever names themselves does not act as another user, so the operation's own scope counts too.
  if (user.id === admin.id) checkScope(given, token)
  const power = hasAdminPower(world, user, token)
  return { user, admin: power, token, scopes: token.scopes, sudoBy: admin }
}
