import { REGISTERED_SCOPE } from '../model/access-tokens/token.ts'
import { redirectFaults } from '../model/installation/redirect-addresses.ts'
import { nextId } from '../model/world.ts'
import { Refusal } from '../protocol/refusal.ts'
import { type Answer, jsonAnswer } from '../protocol/reply.ts'
import type { OauthCall } from './service.ts'

const LONGEST_NAME = 199

/** `POST /oauth/register`: an application without a secret, for the only scope that such applications have. */
export function registration({ world, now, draw, raw }: OauthCall): Answer {
  const { client_name: called, redirect_uris: given } = raw
  if (typeof called !== 'string' || called.trim() === '' || called.length > LONGEST_NAME)
    throw refusedMetadata('client_name is too long')
  const addresses = (Array.isArray(given) ? given : [given]).filter((it) => typeof it === 'string')
  const faults = redirectFaults(addresses.join('\n')).redirect_uri ?? []
  if (faults.length > 0) throw refusedMetadata(faults.map((text) => `Redirect URI ${text}`).join(', '))
  const { uid, name, scopes, redirectUri } = world.oauthApplications.insert({
    id: nextId(world, 'oauthApplications'),
    uid: draw(),
    secret: '',
    name: `[Unverified Dynamic Application] ${called}`,
    redirectUri: addresses.join('\n'),
    scopes: [REGISTERED_SCOPE],
    confidential: false,
    trusted: false,
    dynamic: true,
    createdAt: now,
  })
  return jsonAnswer(201, {
    client_id: uid,
    client_id_issued_at: Math.floor(now / 1000),
    redirect_uris: redirectUri.split('\n'),
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    require_pkce: true,
    client_name: name,
    scope: scopes.join(' '),
    dynamic: true,
  })
}

function refusedMetadata(description: string): Refusal {
  return new Refusal(400, { error: 'invalid_client_metadata', error_description: description })
}
