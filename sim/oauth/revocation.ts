import { revokeToken } from '../model/access-tokens/oauth-tokens.ts'
import { Refusal } from '../protocol/refusal.ts'
import { type Answer, jsonAnswer } from '../protocol/reply.ts'
import { clientOf, passwordNeedsClient } from './client.ts'
import { secretReplyHeaders } from './refusals.ts'
import { given, type OauthCall } from './service.ts'

/**
 * `POST /oauth/revoke`: revokes a token and its refresh token; an unknown token is no error. Tokens of a confidential
 * application need its client secret.
 */
export function revocation(call: OauthCall): Answer {
  const { world } = call
  const value = given(call, 'token') ?? ''
  const found = world.tokens.find('byValue', value) ?? world.tokens.find('byRefresh', value)
  const token = found?.kind === 'oauth' ? found : undefined
  const owner = world.oauthApplications.get(token?.applicationId ?? 0)
  const isStranger = owner?.confidential === true && clientOf(call)?.id !== owner.id
  if (isStranger || (passwordNeedsClient(world) && clientOf(call) === undefined))
    throw new Refusal(403, {
      error: 'unauthorized_client',
      error_description: 'You are not authorized to revoke this token',
    })
  if (token !== undefined) revokeToken(world, token.id)
  return jsonAnswer(200, {}, secretReplyHeaders)
}
