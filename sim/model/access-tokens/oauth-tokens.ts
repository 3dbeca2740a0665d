import type { Instant } from '../../time/calendar.ts'
import type { OauthApplication } from '../installation/oauth-application.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Scope, Token } from './token.ts'

/** Lifetime of an access token in seconds; its refresh token lives longer. */
export const ACCESS_TOKEN_LIFETIME_S = 7200
const CODE_LIFETIME_MS = 600_000

/** Draws the 64 hexadecimal digits of a secret. */
export type DrawSecret = () => string

export interface NewOauthToken {
  readonly user: User | undefined
  readonly application: OauthApplication | undefined
  readonly scopes: readonly Scope[]
  /** The token that this one renews, revoked when this one is first used. */
  readonly replaces?: Token
}

/** Issues an access token, and for a person a refresh token (conventions#oauth-token). */
export function issueOauthToken(world: World, issue: NewOauthToken, draw: DrawSecret, now: Instant): Token {
  const { user, application, scopes, replaces } = issue
  return world.tokens.insert({
    id: nextId(world, 'tokens'),
    kind: 'oauth',
    value: draw(),
    name: application?.name ?? 'password',
    userId: user?.id ?? null,
    scopes,
    revoked: false,
    expiresAt: now + ACCESS_TOKEN_LIFETIME_S * 1000,
    createdAt: now,
    refresh: user === undefined ? null : draw(),
    jobId: null,
    projectId: null,
    applicationId: application?.id ?? null,
    ...(replaces === undefined ? {} : { replacesId: replaces.id }),
  })
}

export function revokeToken(world: World, id: number): void {
  world.tokens.update(id, { revoked: true })
}

export interface Consent {
  readonly user: User
  readonly application: OauthApplication
  readonly scopes: readonly Scope[]
  readonly redirectUri: string
  readonly challenge: { readonly value: string; readonly method: 'plain' | 'S256' } | null
}

/** Records a user's consent to an application, and returns the authorization code. */
export function createAuthorizationCode(
  world: World,
  consent: Consent,
  draw: DrawSecret,
  now: Instant,
): string {
  const { user, application, ...rest } = consent
  const secret = draw()
  world.oauthGrants.insert({
    id: nextId(world, 'oauthGrants'),
    secret,
    applicationId: application.id,
    userId: user.id,
    ...rest,
    expiresAt: now + CODE_LIFETIME_MS,
    used: false,
  })
  return secret
}
