import { newTokenEntity, tokenEntity } from '../../entities/access-token.ts'
import { issueToken } from '../../model/access-tokens.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { deployScopes, type Scope, scopes } from '../../model/token.ts'
import type { User } from '../../model/user.ts'
import type { World } from '../../model/world.ts'
import { licensed } from '../../policy/tier.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { integer, type ParamsOf, required, string, stringList } from '../../protocol/params.ts'
import { invalid, message, notFound, recordNotFound } from '../../protocol/refusal.ts'
import { type Day, dayOf, type Instant, parseDay } from '../../time/calendar.ts'
import { personalToken } from '../secrets.ts'

const creation = {
  user_id: required(integer({ about: 'Id of the user' })),
  name: required(string()),
  expires_at: string({ about: '`YYYY-MM-DD`' }),
  scopes: required(stringList({ about: 'What the token opens' })),
}

export const createPersonalToken = operation(
  {
    method: 'POST',
    path: '/users/:user_id/personal_access_tokens',
    summary: 'Issue a personal access token to a user',
    auth: 'admin',
    params: creation,
    answers: { status: 201, one: newTokenEntity },
    refuses: [404, 422],
    beyond: true,
  },
  (context) => issued(context, 'personal'),
)

export const createImpersonationToken = operation(
  {
    method: 'POST',
    path: '/users/:user_id/impersonation_tokens',
    summary: 'Issue a token with which an administrator acts as a user',
    auth: 'admin',
    params: creation,
    answers: { status: 201, one: newTokenEntity },
    refuses: [404, 422],
    beyond: true,
  },
  (context) => issued(context, 'impersonation'),
)

export const getOwnToken = operation(
  {
    method: 'GET',
    path: '/personal_access_tokens/self',
    summary: 'The personal access token with which one asks',
    answers: { one: tokenEntity },
    refuses: [404],
    beyond: true,
  },
  ({ caller: { token } }) => {
    if (token?.kind !== 'personal' && token?.kind !== 'impersonation') throw recordNotFound()
    return token
  },
)

function issued(
  { world, caller, params, now, drawText }: Context<typeof creation>,
  kind: 'personal' | 'impersonation',
) {
  const user = world.users.get(params.user_id ?? 0)
  if (user === undefined) throw notFound('User')
  const expiresOn = dayFrom(params.expires_at)
  refuseLongLife(world, expiresOn, now)
  const value = personalToken(drawText, settingInForce(world, 'personal_access_token_prefix'))
  const token = {
    user,
    kind,
    name: params.name ?? '',
    scopes: known(params),
    expiresOn,
    value,
  }
  return issueToken(world, token, caller.user as User, now)
}

function known({ scopes: given }: Pick<ParamsOf<typeof creation>, 'scopes'>): Scope[] {
  const found = scopes.filter((scope) => given.includes(scope) && !deployScopes.includes(scope))
  if (found.length === 0 || found.length < new Set(given).size)
    throw invalid('scopes does not have a valid value')
  return found
}

function dayFrom(text: string | null | undefined): Day | null {
  return (text && parseDay(text)) || null
}

// Administrators may say how long a token lives at most; then each has to end.
function refuseLongLife(world: World, expiresOn: Day | null, now: Instant): void {
  const days = settingInForce(world, 'max_personal_access_token_lifetime')
  if (days === null || !licensed(world, 'ultimate')) return
  if (expiresOn === null) throw message(422, "Expires at can't be blank")
  if (expiresOn > dayOf(now + days * 86_400_000)) throw message(422, 'Expires at is invalid')
}
