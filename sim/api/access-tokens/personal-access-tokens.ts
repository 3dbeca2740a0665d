import { impersonationTokenEntity, newTokenEntity, tokenEntity } from '../../entities/access-token.ts'
import { changed } from '../../lib/dialect.ts'
import { issueToken } from '../../model/access-tokens/access-tokens.ts'
import { revokeToken, rotateToken } from '../../model/access-tokens/issue-tokens.ts'
import type { Token } from '../../model/access-tokens/token.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { integer, listOf, lookedUp, required, string, stringList } from '../../protocol/params.ts'
import {
  badRequest,
  invalidModel,
  methodNotAllowed,
  notFound,
  recordNotFound,
  unauthorized,
} from '../../protocol/refusal.ts'
import type { Day, Instant } from '../../time/calendar.ts'
import { userNumber } from '../shared/account-places.ts'
import { personalToken } from '../shared/secrets.ts'
import {
  anyScope,
  description,
  knownScopes,
  lastDay,
  lifetimeFault,
  newScopes,
  newSecret,
  ownKinds,
  refuseLongLifetime,
  rotatedUntil,
  rotatesItself,
  rotation,
  scopesFault,
  tokenFilter,
} from './params.ts'
import { tokenList } from './token-list.ts'

const tokenId = lookedUp({ id: required(integer({ about: 'ID of the token' })) })
const creation = {
  ...userNumber,
  name: required(string()),
  description,
  expires_at: string({ about: '`YYYY-MM-DD`' }),
  scopes: required(stringList({ about: 'Scopes of the token' })),
}

export const listPersonalAccessTokens = operation(
  {
    method: 'GET',
    path: '/personal_access_tokens',
    summary: 'List personal access tokens (administrators see those of all users)',
    params: {
      user_id: integer({ about: 'ID of the owner; only administrators may name another user' }),
      ...tokenFilter,
    },
    answers: { many: tokenEntity },
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const requested = params.user_id
    if (!caller.admin && requested != null && requested !== caller.user?.id) throw unauthorized()
    const owner = caller.admin ? requested : caller.user?.id
    const of = owner == null ? undefined : ({ index: 'user', id: owner } as const)
    return tokenList(world, { kind: 'personal', of }, params, now)
  },
)

export const getOwnPersonalAccessToken = operation(
  {
    method: 'GET',
    path: '/personal_access_tokens/self',
    summary: 'Get the personal access token that authenticates the request',
    scopes: anyScope,
    answers: { one: tokenEntity },
    refuses: [404],
    beyond: true,
  },
  ({ caller: { token } }) => ownToken(token),
)

export const revokeOwnPersonalAccessToken = operation(
  {
    method: 'DELETE',
    path: '/personal_access_tokens/self',
    summary: 'Revoke the personal access token that authenticates the request',
    scopes: anyScope,
    answers: { status: 204 },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, caller }) => {
    revokeToken(world, revocable(caller, ownToken(caller.token)))
  },
)

export const getPersonalAccessToken = operation(
  {
    method: 'GET',
    path: '/personal_access_tokens/:id',
    summary: 'Get a personal access token',
    params: tokenId,
    answers: { one: tokenEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params }) => {
    const token = findPersonalToken(world, params.id)
    if (token !== undefined && (caller.admin || token.userId === caller.user?.id)) return token
    // Only administrators learn which IDs exist.
    throw caller.admin ? notFound() : unauthorized()
  },
)

export const revokePersonalAccessToken = operation(
  {
    method: 'DELETE',
    path: '/personal_access_tokens/:id',
    summary: 'Revoke a personal access token',
    params: tokenId,
    answers: { status: 204 },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, caller, params }) => {
    revokeToken(world, revocable(caller, ownToken(world.tokens.get(params.id ?? 0))))
  },
)

export const rotatePersonalAccessToken = operation(
  {
    method: 'POST',
    path: '/personal_access_tokens/:id/rotate',
    summary: 'Rotate a personal access token (the new one expires in a week)',
    params: { ...tokenId, ...rotation },
    decides: [newSecret],
    answers: { status: 200, one: newTokenEntity },
    refuses: [400, 401, 404],
    beyond: true,
  },
  ({ world, caller, params, now, drawText }) => {
    const token = findPersonalToken(world, params.id)
    if (token === undefined || !(caller.admin || token.userId === caller.user?.id))
      throw caller.admin ? notFound() : unauthorized()
    const expiresOn = rotatedUntil(world, params.expires_at, now)
    return rotateToken(world, token, { value: personalToken(world, drawText), expiresOn }, now)
  },
)

export const rotateOwnPersonalAccessToken = operation(
  {
    method: 'POST',
    path: '/personal_access_tokens/self/rotate',
    summary: 'Rotate the personal access token that authenticates the request',
    since: 'access-tokens#later-rotate-self',
    scopes: rotatesItself,
    params: rotation,
    decides: [newSecret],
    answers: { status: 200, one: newTokenEntity },
    refuses: [400, 405],
    beyond: true,
    source: 'access-tokens#later-rotate-self',
  },
  ({ world, caller: { token }, params, now, drawText }) => {
    if (token === undefined || !ownKinds.includes(token.kind)) throw methodNotAllowed()
    const expiresOn = rotatedUntil(world, params.expires_at, now)
    return rotateToken(world, token, { value: personalToken(world, drawText), expiresOn }, now)
  },
)

export const createOwnPersonalAccessToken = operation(
  {
    method: 'POST',
    path: '/user/personal_access_tokens',
    summary: 'Create a personal access token of little scope for the current user',
    since: 'access-tokens#later-own-token',
    params: {
      name: required(string()),
      description,
      expires_at: string({ about: '`YYYY-MM-DD`' }),
      scopes: changed('access-tokens#later-own-self-rotate', {
        before: required(listOf(['k8s_proxy'], { about: 'Scopes of the token' })),
        after: required(listOf(['k8s_proxy', 'self_rotate'], { about: 'Scopes of the token' })),
      }),
    },
    answers: { status: 201, one: newTokenEntity },
    refuses: [400, 422],
    beyond: true,
    source: 'access-tokens#later-own-token',
  },
  ({ world, caller, params, view: { dialect }, now, drawText }) => {
    const expiresOn = lastDay({ world, dialect, now }, params.expires_at)
    refuseLongLifetime(world, expiresOn, now)
    const user = caller.user as User
    const { name, description } = params
    const scopes = knownScopes(world, params.scopes ?? [])
    const value = personalToken(world, drawText)
    return issueToken(
      world,
      { user, kind: 'personal', name: name ?? '', description, scopes, expiresOn, value },
      user,
      now,
    )
  },
)

export const createPersonalAccessToken = operation(
  {
    method: 'POST',
    path: '/users/:user_id/personal_access_tokens',
    summary: 'Create a personal access token for a user',
    auth: 'admin',
    params: creation,
    decides: [newSecret, newScopes],
    answers: { status: 201, one: newTokenEntity },
    refuses: [404, 422],
    beyond: true,
  },
  (context) => issueUserToken(context, 'personal'),
)

export const listImpersonationTokens = operation(
  {
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens',
    summary: 'List the impersonation tokens of a user',
    auth: 'admin',
    params: { ...userNumber, state: tokenFilter.state },
    answers: { many: impersonationTokenEntity, unordered: true },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, now }) => {
    const of = { index: 'user', id: findUser(world, params.user_id).id } as const
    return tokenList(world, { kind: 'impersonation', of }, params, now)
  },
)

export const createImpersonationToken = operation(
  {
    method: 'POST',
    path: '/users/:user_id/impersonation_tokens',
    summary: 'Create an impersonation token for a user',
    auth: 'admin',
    params: { ...creation, scopes: stringList({ about: 'Scopes of the token; one at least' }) },
    decides: [newSecret, newScopes],
    answers: { status: 201, one: newTokenEntity },
    refuses: [400, 404, 422],
    beyond: true,
  },
  (context) => issueUserToken(context, 'impersonation'),
)

const impersonationId = { impersonation_token_id: required(integer({ about: 'ID of the token' })) }

export const getImpersonationToken = operation(
  {
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    summary: 'Get an impersonation token of a user',
    auth: 'admin',
    params: { ...userNumber, ...impersonationId },
    answers: { one: impersonationTokenEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => findImpersonationToken(world, params.user_id, params.impersonation_token_id),
)

export const revokeImpersonationToken = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    summary: 'Revoke an impersonation token of a user',
    auth: 'admin',
    params: { ...userNumber, ...impersonationId },
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, unmodified }) => {
    const token = findImpersonationToken(world, params.user_id, params.impersonation_token_id)
    revokeToken(world, unmodified(token))
  },
)

const issued = { ...creation, scopes: stringList() }

function issueUserToken(
  { world, caller, params, view: { dialect }, now, drawText }: Context<typeof issued>,
  kind: 'personal' | 'impersonation',
) {
  const user = findUser(world, params.user_id)
  const expiresOn = lastDay({ world, dialect, now }, params.expires_at)
  if (kind === 'impersonation') refuseInvalidToken(world, params.scopes ?? [], expiresOn, now)
  refuseLongLifetime(world, expiresOn, now)
  const value = personalToken(world, drawText)
  const token = {
    user,
    kind,
    name: params.name ?? '',
    description: params.description,
    scopes: knownScopes(world, params.scopes ?? []),
    expiresOn,
    value,
  }
  return issueToken(world, token, caller.user as User, now)
}

/** Of a token that lets administrators act as somebody, the model judges what is otherwise judged before. */
function refuseInvalidToken(
  world: World,
  scopes: readonly string[],
  expiresOn: Day | null,
  now: Instant,
): void {
  const lifetime = lifetimeFault(world, expiresOn, now)
  const wrong = scopesFault(world, scopes)
  const faults = { ...(wrong && { scopes: [wrong] }), ...(lifetime && { expires_at: [lifetime] }) }
  if (Object.keys(faults).length > 0) throw invalidModel(faults)
}

/** A token of those that users, bots and service accounts have: what else authenticates has no such record. */
function ownToken(token: Token | undefined): Token {
  if (token === undefined || !ownKinds.includes(token.kind)) throw recordNotFound()
  return token
}

/** Users revoke their own tokens but those with which administrators act for them; administrators revoke any. */
function revocable({ admin, user }: Caller, token: Token): Token {
  if (admin || (token.userId === user?.id && token.kind !== 'impersonation')) return token
  throw badRequest()
}

function findPersonalToken(world: World, id: number | null): Token | undefined {
  const token = world.tokens.get(id ?? 0)
  return token?.kind === 'personal' ? token : undefined
}

function findImpersonationToken(world: World, userId: number | null, id: number | null): Token {
  const user = findUser(world, userId)
  const token = world.tokens.get(id ?? 0)
  if (token?.kind !== 'impersonation' || token.userId !== user.id) throw notFound('Impersonation Token')
  return token
}

function findUser(world: World, id: number | null): User {
  const user = world.users.get(id ?? 0)
  if (user === undefined) throw notFound('User')
  return user
}
