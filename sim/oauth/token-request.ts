import { sha256Base64 } from '../lib/hash.ts'
import { ACCESS_TOKEN_LIFETIME_S, issueOauthToken } from '../model/access-tokens/oauth-tokens.ts'
import type { Token } from '../model/access-tokens/token.ts'
import type { OauthGrant } from '../model/installation/oauth-application.ts'
import { isReleased } from '../model/installation/released.ts'
import { switchedOff } from '../model/settings/in-force.ts'
import { passwordMatches } from '../model/users/password.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { Refusal } from '../protocol/refusal.ts'
import { type Answer, jsonAnswer } from '../protocol/reply.ts'
import { clientOf, passwordNeedsClient, requiredClient } from './client.ts'
import { DEVICE_CODE, deviceToken } from './device.ts'
import { refused, secretReplyHeaders } from './refusals.ts'
import { scopesFor } from './scopes.ts'
import { given, type OauthCall } from './service.ts'

const grants: { readonly [type: string]: (call: OauthCall) => Token } = {
  authorization_code: byCode,
  refresh_token: byRefreshToken,
  password: byPassword,
  client_credentials: byClientCredentials,
}

/** `POST /oauth/token`. */
export function tokenRequest(call: OauthCall): Answer {
  const type = given(call, 'grant_type')
  if (type === undefined) throw refused('invalid_request')
  if (type === DEVICE_CODE && isReleased(call.world, 'conventions#later-device-grant'))
    return tokenAnswer(deviceToken(call))
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (grant === undefined) throw refused('unsupported_grant_type')
  return tokenAnswer(grant(call))
}

function tokenAnswer(token: Token | Answer): Answer {
  return 'status' in token ? token : jsonAnswer(200, tokenBody(token), secretReplyHeaders)
}

function tokenBody({ value, refresh, scopes, createdAt }: Token) {
  return {
    access_token: value,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_S,
    ...(refresh !== null && { refresh_token: refresh }),
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    created_at: Math.floor(createdAt / 1000),
  }
}

function byCode(call: OauthCall): Token {
  const { world, now, draw } = call
  const application = requiredClient(call)
  if (application.dynamic && given(call, 'code_verifier') === undefined)
    throw new Refusal(400, {
      error: 'invalid_request',
      error_description: 'PKCE code_verifier is required for dynamic OAuth applications',
    })
  const code = required(call, 'code')
  const redirectUri = required(call, 'redirect_uri')
  const grant = world.oauthGrants.find('bySecret', code)
  const usable =
    grant !== undefined &&
    !grant.used &&
    grant.expiresAt > now &&
    grant.applicationId === application.id &&
    grant.redirectUri === redirectUri &&
    matchesChallenge(grant, given(call, 'code_verifier'))
  if (!usable) throw refused('invalid_grant')
  world.oauthGrants.update(grant.id, { used: true })
  const user = activeUser(world, grant.userId)
  return issueOauthToken(world, { user, application, scopes: grant.scopes }, draw, now)
}

function matchesChallenge({ challenge }: OauthGrant, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined
  if (verifier === undefined) return false
  return challenge.value === (challenge.method === 'plain' ? verifier : s256(verifier))
}

function s256(verifier: string): string {
  return sha256Base64(verifier).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function byRefreshToken(call: OauthCall): Token {
  const { world, now, draw } = call
  const value = required(call, 'refresh_token')
  const application = clientOf(call)
  const old = world.tokens.find('byRefresh', value)
  if (old === undefined || old.revoked || (old.applicationId ?? null) !== (application?.id ?? null))
    throw refused('invalid_grant')
  const wanted = given(call, 'scope')
  const scopes = wanted === undefined ? old.scopes : scopesFor(world, wanted, application)
  if (!scopes.every((scope) => old.scopes.includes(scope))) throw refused('invalid_scope')
  const user = activeUser(world, old.userId)
  return issueOauthToken(world, { user, application, scopes, replaces: old }, draw, now)
}

function byPassword(call: OauthCall): Token {
  const { world, now, draw } = call
  const application = passwordNeedsClient(world) ? requiredClient(call) : clientOf(call)
  if (switchedOff(world, 'password_authentication_enabled_for_git')) throw refused('invalid_grant')
  const login = (given(call, 'username') ?? '').toLowerCase()
  const user = world.users.find('byUsername', login) ?? world.users.find('byEmail', login)
  if (user?.state !== 'active' || user.bot || !passwordMatches(user, given(call, 'password') ?? ''))
    throw refused('invalid_grant')
  const scopes = scopesFor(world, given(call, 'scope'), application)
  return issueOauthToken(world, { user, application, scopes }, draw, now)
}

function byClientCredentials(call: OauthCall): Token {
  const { world, now, draw } = call
  const application = requiredClient(call)
  const scopes = scopesFor(world, given(call, 'scope'), application)
  return issueOauthToken(world, { user: undefined, application, scopes }, draw, now)
}

function activeUser(world: World, id: number | null): User {
  const user = world.users.get(id ?? 0)
  if (user?.state !== 'active') throw refused('invalid_grant')
  return user
}

function required(call: OauthCall, name: string): string {
  const value = given(call, name)
  if (value === undefined) throw refused('invalid_request', name)
  return value
}
