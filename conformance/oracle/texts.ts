import type { Json } from '../kit/json.ts'

/** A refusal as it is answered. */
export interface Refusal {
  readonly status: number
  readonly body: Json
}

/** Refusals that many operations share (conventions#error-bodies). */
export const unauthorized: Refusal = { status: 401, body: { message: '401 Unauthorized' } }
export const forbidden: Refusal = { status: 403, body: { message: '403 Forbidden' } }
/** A record that is missing inside a project that the caller sees. */
export const recordMissing: Refusal = { status: 404, body: { message: '404 Not found' } }
/** The same where the service says so itself instead of failing to look it up. */
export const missingExplicitly: Refusal = { status: 404, body: { message: '404 Not Found' } }
export const noRoute: Refusal = { status: 404, body: { error: '404 Not Found' } }

/** A parent that is missing or must not be known: `404 Project Not Found`. */
export function nounMissing(noun: string): Refusal {
  return { status: 404, body: { message: `404 ${noun} Not Found` } }
}

export const projectMissing = nounMissing('Project')

/** A project that is missing or hidden, as an operation tells it: registries that ask for credentials do not name it. */
export function projectMissingTo(operation: string): Refusal {
  return operation.includes(' /projects/:id/packages/generic/') ? missingExplicitly : projectMissing
}

export function insufficientScope(scope: string): Refusal {
  const text = 'The request requires higher privileges than provided by the access token.'
  return { status: 403, body: { error: 'insufficient_scope', error_description: text, scope } }
}

export const expiredToken = 'Token is expired. You can either do re-authorization or token refresh.'
export const revokedToken = 'Token was revoked. You have to re-authorize from the user.'

export function invalidToken(description: string): Refusal {
  return { status: 401, body: { error: 'invalid_token', error_description: description } }
}

export const blockedAccount: Refusal = {
  status: 403,
  body: { message: '403 Forbidden - Your account has been blocked.' },
}

/** A wrong parameter (conventions#validation-texts). User lists wrap every error as `message` (feature-flag-user-lists#errors-as-message). */
export function wrongParameter(operation: string, text: string): Refusal {
  const wraps = operation.includes('/feature_flags_user_lists')
  return { status: 400, body: wraps ? { message: text } : { error: text } }
}
