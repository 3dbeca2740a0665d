import { type Consent, grantCode } from '../model/access-tokens/oauth-tokens.ts'
import type { Token } from '../model/access-tokens/token.ts'
import type { OauthApplication } from '../model/installation/oauth-application.ts'
import type { User } from '../model/users/user.ts'
import { instanceOf } from '../model/world.ts'
import { csrfToken, session } from '../protocol/identify.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { Answer } from '../protocol/reply.ts'
import { consentPage, faultPage } from './pages.ts'
import { type OauthError, textOf } from './refusals.ts'
import { scopesFor } from './scopes.ts'
import { given, type OauthCall } from './service.ts'

/**
 * `GET /oauth/authorize` asks the person of a browser's session whether an application may act for them, and `POST` is
 * the answer. A trusted application, and one that was let before, is not asked about: the code goes back at once.
 */
export function authorization(call: OauthCall): Answer {
  const { world, request } = call
  // The form of the page proves what the header proves for other writes, so here the session is enough.
  const token = session({ world, request: { ...request, method: 'GET' } })
  const user = world.users.get(token?.userId ?? 0)
  if (token === undefined || user?.state !== 'active') return moved(`${instanceOf(world).url}/users/sign_in`)
  const wish = wishOf(call, user)
  if (!('application' in wish)) return wish
  if (request.method === 'GET')
    return wish.application.trusted || wasLet(call, wish)
      ? granted(call, wish)
      : consentPage(wish, { authenticity: csrfToken(token), call })
  if (!meant(call, token)) return faultPage(422, 'The change you requested was rejected.')
  return given(call, '_method')?.toLowerCase() === 'delete'
    ? toldBack(call, wish.redirectUri, 'access_denied')
    : granted(call, wish)
}

function meant(call: OauthCall, token: Token): boolean {
  const proof = given(call, 'authenticity_token') ?? call.request.headers['x-csrf-token']
  return proof === csrfToken(token)
}

// Whoever cannot be told at an address that the application has registered is told by a page.
function wishOf(call: OauthCall, user: User): Consent | Answer {
  const application = call.world.oauthApplications.find('byUid', given(call, 'client_id') ?? '')
  if (application === undefined) return faultPage(401, textOf('invalid_client'))
  const redirectUri = given(call, 'redirect_uri') ?? ''
  if (!isRegistered(application, redirectUri)) return faultPage(400, textOf('invalid_redirect_uri'))
  const type = given(call, 'response_type')
  if (type === undefined) return toldBack(call, redirectUri, 'invalid_request', 'response_type')
  if (type !== 'code') return toldBack(call, redirectUri, 'unsupported_response_type')
  const value = given(call, 'code_challenge')
  const method = given(call, 'code_challenge_method') ?? 'plain'
  if (method !== 'plain' && method !== 'S256')
    return toldBack(call, redirectUri, 'invalid_code_challenge_method')
  try {
    const scopes = scopesFor(given(call, 'scope'), application)
    return {
      user,
      application,
      scopes,
      redirectUri,
      challenge: value === undefined ? null : { value, method },
    }
  } catch (error) {
    if (error instanceof Refusal) return toldBack(call, redirectUri, 'invalid_scope')
    throw error
  }
}

function isRegistered({ redirectUri }: OauthApplication, wanted: string): boolean {
  return wanted !== '' && redirectUri.split(/\s+/).includes(wanted)
}

function wasLet({ world }: OauthCall, { application, user, scopes }: Consent): boolean {
  const before = world.oauthGrants.by('byApplication', application.id, user.id).list()
  return before.some((grant) => scopes.every((scope) => grant.scopes.includes(scope)))
}

function granted(call: OauthCall, wish: Consent): Answer {
  const code = grantCode(call.world, wish, call.draw, call.now)
  return movedWith(call, wish.redirectUri, { code })
}

function toldBack(call: OauthCall, redirectUri: string, error: OauthError, missing?: string): Answer {
  return movedWith(call, redirectUri, { error, error_description: textOf(error, missing) })
}

function movedWith(call: OauthCall, address: string, told: { readonly [name: string]: string }): Answer {
  const target = new URL(address)
  for (const [name, value] of Object.entries(told)) target.searchParams.set(name, value)
  const state = given(call, 'state')
  if (state !== undefined) target.searchParams.set('state', state)
  return moved(target.href)
}

function moved(location: string): Answer {
  return { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' }, body: '' }
}
