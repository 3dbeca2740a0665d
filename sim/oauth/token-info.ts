import type { Token } from '../model/access-tokens/token.ts'
import { bearer } from '../protocol/identify.ts'
import { Refusal } from '../protocol/refusal.ts'
import { type Answer, jsonAnswer } from '../protocol/reply.ts'
import { secretReplyHeaders } from './refusals.ts'
import { given, type OauthCall } from './service.ts'

/** `GET /oauth/token/info`: the scopes and the remaining lifetime of a valid token. */
export function tokenInfo(call: OauthCall): Answer {
  const { world, now } = call
  const token = world.tokens.find('byValue', bearer(call.request) ?? given(call, 'access_token') ?? '')
  if (token?.kind !== 'oauth' || !isActive(token, now)) throw unknown()
  const left = token.expiresAt === null ? null : Math.floor((token.expiresAt - now) / 1000)
  const application = world.oauthApplications.get(token.applicationId ?? 0)
  return jsonAnswer(
    200,
    {
      resource_owner_id: token.userId,
      scope: token.scopes,
      expires_in: left,
      application: { uid: application?.uid ?? null },
      created_at: Math.floor(token.createdAt / 1000),
      scopes: token.scopes,
      expires_in_seconds: left,
    },
    secretReplyHeaders,
  )
}

function isActive({ revoked, expiresAt }: Token, now: number): boolean {
  return !revoked && (expiresAt === null || expiresAt > now)
}

function unknown(): Refusal {
  const about = { error: 'invalid_token', error_description: 'The access token is invalid' }
  const challenge = `Bearer realm="Doorkeeper", error="${about.error}", error_description="${about.error_description}"`
  return new Refusal(401, { ...about, state: 'unauthorized' }, { headers: { 'WWW-Authenticate': challenge } })
}
