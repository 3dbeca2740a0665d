import type { User } from '../model/users/user.ts'
import { instanceOf } from '../model/world.ts'
import { csrfToken, session } from '../protocol/identify.ts'
import type { Answer } from '../protocol/reply.ts'
import { redirect } from './pages.ts'
import { given, type OauthCall } from './service.ts'

/** The user of the browser session, with the proof that their forms carry; where there is none, the way to sign in. */
export function signedInUser(
  call: OauthCall,
): { readonly user: User; readonly authenticity: string } | Answer {
  const { world, request } = call
  // The form carries the CSRF token that other writes carry in a header, so the session identifies the user here.
  const token = session({ world, request: { ...request, method: 'GET' } })
  const user = world.users.get(token?.userId ?? 0)
  return token === undefined || user?.state !== 'active'
    ? redirect(`${instanceOf(world).url}/users/sign_in`)
    : { user, authenticity: csrfToken(token) }
}

export function hasProof(call: OauthCall, authenticity: string): boolean {
  return (given(call, 'authenticity_token') ?? call.request.headers['x-csrf-token']) === authenticity
}
