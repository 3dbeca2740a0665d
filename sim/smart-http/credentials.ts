import type { Scope, Token } from '../model/access-tokens/token.ts'
import { instanceOf, type World } from '../model/world.ts'
import { anonymous, type Caller, hasAdminPower } from '../policy/caller.ts'
import { mustAcceptTerms } from '../policy/terms.ts'
import { isUsable } from '../policy/tokens.ts'
import { basicPassword } from '../protocol/basic.ts'
import type { PlainRequest } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'

/** Who a git client is, and what its credentials allow. */
export interface GitCaller {
  readonly caller: Caller
  readonly fetches: boolean
  readonly pushes: boolean
  /** The only non-public project that the credentials open; undefined if the user's permissions decide. */
  readonly projectId: number | undefined
}

const nobody: GitCaller = { caller: anonymous, fetches: true, pushes: false, projectId: undefined }

/**
 * The caller by HTTP basic authentication: the password is a token, the user name does not matter. Undefined for
 * invalid credentials; without any the caller is anonymous.
 */
export function gitCaller(world: World, request: PlainRequest, now: Instant): GitCaller | undefined {
  const { authorization } = request.headers
  if (authorization === undefined) return nobody
  const value = basicPassword(authorization)
  const token = value === undefined ? undefined : world.tokens.find('byValue', value)
  if (token === undefined || token.revoked || (token.expiresAt !== null && token.expiresAt <= now))
    return undefined
  if (!isUsable(world, token)) return undefined
  if (token.kind === 'impersonation' && !instanceOf(world).impersonation) return undefined
  return token.kind === 'deploy' ? deployCaller(token) : userCaller(world, token)
}

const FETCH: readonly Scope[] = ['api', 'read_repository', 'write_repository']
const PUSH: readonly Scope[] = ['api', 'write_repository']

const has = (token: Token, scopes: readonly Scope[]) => token.scopes.some((scope) => scopes.includes(scope))

// A deploy token belongs to no user: it reads the code of its project.
function deployCaller(token: Token): GitCaller {
  const caller = { ...anonymous, token, scopes: token.scopes }
  return { caller, fetches: has(token, FETCH), pushes: false, projectId: token.projectId ?? 0 }
}

function userCaller(world: World, token: Token): GitCaller | undefined {
  const user = world.users.get(token.userId ?? 0)
  if (user?.state !== 'active' || token.kind === 'session' || mustAcceptTerms(world, user)) return undefined
  const admin = hasAdminPower(world, user, token)
  const caller: Caller = { user, admin, token, scopes: token.scopes, sudoBy: undefined }
  if (token.kind !== 'job')
    return { caller, fetches: has(token, FETCH), pushes: has(token, PUSH), projectId: undefined }
  // A job token acts for its user while the job runs, only in its own project, and never pushes.
  const job = world.ciJobs.get(token.jobId ?? 0)
  return job?.status === 'running'
    ? { caller, fetches: true, pushes: false, projectId: job.projectId }
    : undefined
}
