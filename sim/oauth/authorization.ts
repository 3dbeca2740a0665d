import { type Consent, createAuthorizationCode } from '../model/access-tokens/oauth-tokens.ts'
import type { OauthApplication } from '../model/installation/oauth-application.ts'
import type { User } from '../model/users/user.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { Answer } from '../protocol/reply.ts'
import { consentPage, errorPage, redirect } from './pages.ts'
import { type OauthError, textOf } from './refusals.ts'
import { scopesFor } from './scopes.ts'
import { given, type OauthCall } from './service.ts'
import { hasProof, signedInUser } from './signed-in.ts'

/**
 * `GET /oauth/authorize` asks the user of the browser session whether an application may act for them, and `POST` takes
 * the answer. For a trusted application, and for scopes granted before, the code is returned without asking.
 */
export function authorization(call: OauthCall): Answer {
  const { request } = call
  const found = signedInUser(call)
  if ('status' in found) return found
  const { user, authenticity } = found
  const consent = consentFrom(call, user)
  if (!('application' in consent)) return consent
  if (request.method === 'GET')
    return consent.application.trusted || wasGrantedBefore(call, consent)
      ? redirectWithCode(call, consent)
      : consentPage(consent, { authenticity, call })
  if (!hasProof(call, authenticity)) return errorPage(422, 'The change you requested was rejected.')
  return given(call, '_method')?.toLowerCase() === 'delete'
    ? redirectWithError(call, consent.redirectUri, 'access_denied')
    : redirectWithCode(call, consent)
}

// Errors go to a redirect address that the application has registered; without one a page shows them.
function consentFrom(call: OauthCall, user: User): Consent | Answer {
  const application = call.world.oauthApplications.find('byUid', given(call, 'client_id') ?? '')
  if (application === undefined) return errorPage(401, textOf('invalid_client'))
  const redirectUri = given(call, 'redirect_uri') ?? ''
  if (!isRegistered(application, redirectUri)) return errorPage(400, textOf('invalid_redirect_uri'))
  const type = given(call, 'response_type')
  if (type === undefined) return redirectWithError(call, redirectUri, 'invalid_request', 'response_type')
  if (type !== 'code') return redirectWithError(call, redirectUri, 'unsupported_response_type')
  const value = given(call, 'code_challenge')
  const method = given(call, 'code_challenge_method') ?? 'plain'
  if (application.dynamic && value === undefined)
    return errorPage(200, 'Code challenge is required for dynamic applications.')
  if (application.dynamic && method !== 'S256') return errorPage(200, textOf('invalid_code_challenge_method'))
  if (method !== 'plain' && method !== 'S256')
    return redirectWithError(call, redirectUri, 'invalid_code_challenge_method')
  try {
    const scopes = scopesFor(call.world, given(call, 'scope'), application)
    return {
      user,
      application,
      scopes,
      redirectUri,
      challenge: value === undefined ? null : { value, method },
    }
  } catch (error) {
    if (error instanceof Refusal) return redirectWithError(call, redirectUri, 'invalid_scope')
    throw error
  }
}

function isRegistered({ redirectUri }: OauthApplication, wanted: string): boolean {
  return wanted !== '' && redirectUri.split(/\s+/).includes(wanted)
}

function wasGrantedBefore({ world }: OauthCall, { application, user, scopes }: Consent): boolean {
  const before = world.oauthGrants.by('byApplication', application.id, user.id).list()
  return before.some((grant) => scopes.every((scope) => grant.scopes.includes(scope)))
}

function redirectWithCode(call: OauthCall, consent: Consent): Answer {
  const code = createAuthorizationCode(call.world, consent, call.draw, call.now)
  return redirectWith(call, consent.redirectUri, { code })
}

function redirectWithError(
  call: OauthCall,
  redirectUri: string,
  error: OauthError,
  missing?: string,
): Answer {
  return redirectWith(call, redirectUri, { error, error_description: textOf(error, missing) })
}

function redirectWith(call: OauthCall, address: string, params: { readonly [name: string]: string }): Answer {
  const target = new URL(address)
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value)
  const state = given(call, 'state')
  if (state !== undefined) target.searchParams.set('state', state)
  return redirect(target.href)
}
