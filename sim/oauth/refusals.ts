import { Refusal } from '../protocol/refusal.ts'

// The service has no text of its own for these, and writes that of an error of the server.
function unexpected(): string {
  return 'The authorization server encountered an unexpected condition which prevented it from fulfilling the request.'
}

const texts = {
  invalid_request: (missing = 'grant_type') => `Missing required parameter: ${missing}.`,
  invalid_client: () =>
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant: () =>
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  unsupported_grant_type: () => 'The authorization grant type is not supported by the authorization server.',
  unsupported_response_type: () => 'The authorization server does not support this response type.',
  invalid_scope: () => 'The requested scope is invalid, unknown, or malformed.',
  invalid_redirect_uri: () => "The requested redirect uri is malformed or doesn't match client redirect URI.",
  invalid_code_challenge_method: () => 'The code challenge method must be plain or S256.',
  authorization_pending: unexpected,
  slow_down: unexpected,
  expired_token: unexpected,
  access_denied: () => 'The resource owner or authorization server denied the request.',
} as const

export type OauthError = keyof typeof texts

export function textOf(error: OauthError, missing?: string): string {
  return texts[error](missing)
}

/** A refusal of RFC 6749 as the service writes it (conventions#oauth-errors). */
export function refused(error: OauthError, missing?: string): Refusal {
  const description = textOf(error, missing)
  const challenge = `Bearer realm="Doorkeeper", error="${error}", error_description="${description}"`
  return new Refusal(
    error === 'invalid_client' ? 401 : 400,
    { error, error_description: description },
    { headers: { 'WWW-Authenticate': challenge, ...secretReplyHeaders } },
  )
}

/** Headers of JSON replies with secrets, which no cache may keep. */
export const secretReplyHeaders = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'Content-Type': 'application/json; charset=utf-8',
} as const
