import { issueOauthToken } from '../model/access-tokens/oauth-tokens.ts'
import type { Token } from '../model/access-tokens/token.ts'
import type { DeviceGrant } from '../model/installation/oauth-application.ts'
import { instanceOf, nextId } from '../model/world.ts'
import { type Answer, jsonAnswer, refusalAnswer } from '../protocol/reply.ts'
import { requiredClient } from './client.ts'
import { codePage, confirmationPage, errorPage, redirect } from './pages.ts'
import { type OauthError, refused, secretReplyHeaders } from './refusals.ts'
import { scopesFor } from './scopes.ts'
import { given, type OauthCall } from './service.ts'
import { hasProof, signedInUser } from './signed-in.ts'

/** The grant type of a device that asks whether its user has let it in (RFC 8628). */
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

const LIFETIME_S = 300
const INTERVAL_S = 5

/** `POST /oauth/authorize_device`: a code for the device, and one that its user types in elsewhere. */
export function deviceAuthorization(call: OauthCall): Answer {
  const { world, now, draw } = call
  const application = requiredClient(call)
  const wanted = given(call, 'scope')
  if (wanted === undefined) throw refused('invalid_scope')
  const scopes = scopesFor(world, wanted, application)
  const deviceCode = draw()
  const userCode = (BigInt(`0x${draw()}`) % 36n ** 8n).toString(36).toUpperCase().padStart(8, '0')
  world.deviceGrants.insert({
    id: nextId(world, 'deviceGrants'),
    secret: deviceCode,
    userCode,
    applicationId: application.id,
    userId: null,
    scopes,
    expiresAt: now + LIFETIME_S * 1000,
    polledAt: null,
  })
  const address = `${instanceOf(world).url}/oauth/device`
  return jsonAnswer(
    200,
    {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${userCode}`,
      expires_in: LIFETIME_S,
      interval: INTERVAL_S,
    },
    secretReplyHeaders,
  )
}

/** `GET /oauth/device` asks a user for the code that a device shows, and `POST …/confirm` whether it may come in. */
export function devicePage(call: OauthCall): Answer {
  const signedIn = userOf(call)
  if ('status' in signedIn) return signedIn
  const { user, authenticity } = signedIn
  const code = given(call, 'user_code') ?? ''
  if (call.request.method === 'GET') return codePage(code, authenticity)
  const scopes = call.world.deviceGrants.find('byUserCode', code)?.scopes ?? []
  return confirmationPage({ code, user, scopes }, authenticity)
}

/** `POST /oauth/device` lets the device in that shows the code. */
export function deviceConsent(call: OauthCall): Answer {
  const signedIn = userOf(call)
  if ('status' in signedIn) return signedIn
  const { world, now } = call
  const grant = world.deviceGrants.find('byUserCode', given(call, 'user_code') ?? '')
  if (grant === undefined) return told(call, 'The user code is invalid')
  if (grant.expiresAt <= now) return told(call, 'The user code is expired')
  world.deviceGrants.update(grant.id, { userCode: null, userId: signedIn.user.id })
  return told(call)
}

/** The token of a device; until its user has let it in an answer that refuses it, which leaves its mark. */
export function deviceToken(call: OauthCall): Token | Answer {
  const { world, now, draw } = call
  const application = requiredClient(call)
  const grant = world.deviceGrants.find('bySecret', given(call, 'device_code') ?? '')
  if (grant?.applicationId !== application.id) throw refused('invalid_grant')
  const fault = faultOf(grant, now)
  if (fault === 'expired_token') world.deviceGrants.delete(grant.id)
  if (fault === 'authorization_pending') world.deviceGrants.update(grant.id, { polledAt: now })
  // What a refusal throws is undone, and this one counts.
  if (fault !== undefined) return refusalAnswer(refused(fault))
  const user = world.users.get(grant.userId ?? 0)
  if (user?.state !== 'active') throw refused('invalid_grant')
  world.deviceGrants.delete(grant.id)
  return issueOauthToken(world, { user, application, scopes: grant.scopes }, draw, now)
}

function faultOf({ expiresAt, polledAt, userCode }: DeviceGrant, now: number): OauthError | undefined {
  if (expiresAt <= now) return 'expired_token'
  if (polledAt !== null && polledAt > now - INTERVAL_S * 1000) return 'slow_down'
  return userCode === null ? undefined : 'authorization_pending'
}

function userOf(call: OauthCall): ReturnType<typeof signedInUser> {
  const found = signedInUser(call)
  const isProved = 'status' in found || call.request.method === 'GET' || hasProof(call, found.authenticity)
  return isProved ? found : errorPage(422, 'The change you requested was rejected.')
}

function told({ world, request }: OauthCall, fault?: string): Answer {
  if (!(request.headers.accept ?? '').includes('json'))
    return redirect(`${instanceOf(world).url}/oauth/device`)
  return fault === undefined ? { status: 204, headers: {}, body: '' } : jsonAnswer(422, { errors: [fault] })
}
