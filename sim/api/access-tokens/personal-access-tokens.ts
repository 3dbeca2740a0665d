import { impersonationTokenEntity, newTokenEntity, tokenEntity } from '../../entities/access-token.ts'
import { issueToken } from '../../model/access-tokens/access-tokens.ts'
import { revokeToken, rotateToken } from '../../model/access-tokens/issue-tokens.ts'
import type { Token } from '../../model/access-tokens/token.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { integer, required, string, stringList } from '../../protocol/params.ts'
import { notFound, recordNotFound, unauthorized } from '../../protocol/refusal.ts'
import { personalToken } from '../shared/secrets.ts'
import { dayFrom, filteredTokens, inAWeek, knownScopes, refuseLongLife, tokenFilter } from './params.ts'

const tokenId = { id: required(integer({ about: 'Id of the token' })) }
const userId = { user_id: required(integer({ about: 'Id of the user' })) }
const creation = {
  ...userId,
  name: required(string()),
  expires_at: string({ about: '`YYYY-MM-DD`' }),
  scopes: required(stringList({ about: 'What the token opens' })),
}

export const listPersonalTokens = operation(
  {
    method: 'GET',
    path: '/personal_access_tokens',
    summary: 'List personal access tokens: those of the caller, or of anybody to administrators',
    params: { user_id: integer({ about: 'Whose; administrators may name anybody' }), ...tokenFilter },
    answers: { many: tokenEntity },
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const asked = params.user_id
    if (!caller.admin && asked != null && asked !== caller.user?.id) throw unauthorized()
    const owner = caller.admin ? asked : caller.user?.id
    const tokens = owner == null ? world.tokens.by('byKind', 'personal') : world.tokens.by('byUser', owner)
    const personal = tokens.list().filter(({ kind }) => kind === 'personal')
    return listed(filteredTokens(personal.sort(byId), params, now))
  },
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
  ({ caller: { token } }) => ownToken(token),
)

export const revokeOwnToken = operation(
  {
    method: 'DELETE',
    path: '/personal_access_tokens/self',
    summary: 'Revoke the personal access token with which one asks',
    scopes: ['read_user', 'read_repository', 'read_api'],
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller }) => {
    revokeToken(world, ownToken(caller.token))
  },
)

export const getPersonalToken = operation(
  {
    method: 'GET',
    path: '/personal_access_tokens/:id',
    summary: 'One personal access token, to its user and to administrators',
    params: tokenId,
    answers: { one: tokenEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params }) => {
    const token = personalWith(world, params.id)
    if (token !== undefined && (caller.admin || token.userId === caller.user?.id)) return token
    // Who is no administrator is not told which ids there are.
    throw caller.admin ? notFound() : unauthorized()
  },
)

export const revokePersonalToken = operation(
  {
    method: 'DELETE',
    path: '/personal_access_tokens/:id',
    summary: 'Revoke a personal access token',
    params: tokenId,
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params }) => {
    const token = personalWith(world, params.id)
    if (token === undefined || !(caller.admin || token.userId === caller.user?.id))
      throw caller.admin ? notFound() : unauthorized()
    revokeToken(world, token)
  },
)

export const rotatePersonalToken = operation(
  {
    method: 'POST',
    path: '/personal_access_tokens/:id/rotate',
    summary: 'Revoke a personal access token for a new one like it, which lives a week',
    params: tokenId,
    answers: { status: 200, one: newTokenEntity },
    refuses: [401, 404],
    beyond: true,
  },
  ({ world, caller, params, now, drawText }) => {
    const token = personalWith(world, params.id)
    if (token === undefined || !(caller.admin || token.userId === caller.user?.id))
      throw caller.admin ? notFound() : unauthorized()
    const value = personalToken(drawText, settingInForce(world, 'personal_access_token_prefix'))
    return rotateToken(world, token, { value, expiresOn: inAWeek(now) }, now)
  },
)

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

export const listImpersonationTokens = operation(
  {
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens',
    summary: 'List the tokens by which administrators act as a user',
    auth: 'admin',
    params: { ...userId, state: tokenFilter.state },
    answers: { many: impersonationTokenEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, now }) => {
    const tokens = world.tokens.by('byUser', userWith(world, params.user_id).id).list()
    const own = tokens.filter(({ kind }) => kind === 'impersonation')
    return listed(filteredTokens(own.sort(byId), params, now))
  },
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

const impersonationId = { impersonation_token_id: required(integer({ about: 'Id of the token' })) }

export const getImpersonationToken = operation(
  {
    method: 'GET',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    summary: 'One token by which administrators act as a user',
    auth: 'admin',
    params: { ...userId, ...impersonationId },
    answers: { one: impersonationTokenEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => impersonationWith(world, params.user_id, params.impersonation_token_id),
)

export const revokeImpersonationToken = operation(
  {
    method: 'DELETE',
    path: '/users/:user_id/impersonation_tokens/:impersonation_token_id',
    summary: 'Revoke a token by which administrators act as a user',
    auth: 'admin',
    params: { ...userId, ...impersonationId },
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    revokeToken(world, impersonationWith(world, params.user_id, params.impersonation_token_id))
  },
)

function issued(
  { world, caller, params, now, drawText }: Context<typeof creation>,
  kind: 'personal' | 'impersonation',
) {
  const user = userWith(world, params.user_id)
  const expiresOn = dayFrom(params.expires_at)
  refuseLongLife(world, expiresOn, now)
  const value = personalToken(drawText, settingInForce(world, 'personal_access_token_prefix'))
  const token = { user, kind, name: params.name ?? '', scopes: knownScopes(params.scopes), expiresOn, value }
  return issueToken(world, token, caller.user as User, now)
}

function byId(a: Token, b: Token): number {
  return a.id - b.id
}

function ownToken(token: Token | undefined): Token {
  if (token?.kind !== 'personal' && token?.kind !== 'impersonation') throw recordNotFound()
  return token
}

function personalWith(world: World, id: number | null): Token | undefined {
  const token = world.tokens.get(id ?? 0)
  return token?.kind === 'personal' ? token : undefined
}

function impersonationWith(world: World, userId: number | null, id: number | null): Token {
  const user = userWith(world, userId)
  const token = world.tokens.get(id ?? 0)
  if (token?.kind !== 'impersonation' || token.userId !== user.id) throw notFound('Impersonation Token')
  return token
}

function userWith(world: World, id: number | null): User {
  const user = world.users.get(id ?? 0)
  if (user === undefined) throw notFound('User')
  return user
}
