import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Scope } from '../access-tokens/token.ts'

/** An OAuth application, known publicly by its `uid`, to the service by its `secret` too. */
export interface OauthApplication {
  readonly id: number
  readonly uid: string
  readonly secret: string
  readonly name: string
  /** Addresses that codes may be sent to, one a line. */
  readonly redirectUri: string
  /** Without scopes of its own an application asks for whichever it wants. */
  readonly scopes: readonly Scope[]
  /** A confidential client, which has to send its secret. */
  readonly confidential: boolean
  /** Trusted: users are not asked for consent. */
  readonly trusted: boolean
  /** It registered itself: it has no secret, and proves who receives its codes. */
  readonly dynamic?: true
  readonly createdAt: Instant
}

export const oauthApplicationsTable = table<OauthApplication>()('oauthApplications', {
  byUid: index(({ uid }) => [uid]),
})

/** An authorization code, which an application exchanges for a token once. */
export interface OauthGrant {
  readonly id: number
  readonly secret: string
  readonly applicationId: number
  readonly userId: number
  readonly scopes: readonly Scope[]
  readonly redirectUri: string
  /** What the code's receiver has to prove (RFC 7636), where the application asked for that. */
  readonly challenge: { readonly value: string; readonly method: 'plain' | 'S256' } | null
  readonly expiresAt: Instant
  readonly used: boolean
}

export const oauthGrantsTable = table<OauthGrant>()('oauthGrants', {
  bySecret: index(({ secret }) => [secret]),
  byApplication: index(({ applicationId, userId }) => [applicationId, userId]),
})

/** A device that waits for a user to let it in (RFC 8628). */
export interface DeviceGrant {
  readonly id: number
  readonly secret: string
  /** What the user types in; null once they have. */
  readonly userCode: string | null
  readonly applicationId: number
  readonly userId: number | null
  readonly scopes: readonly Scope[]
  readonly expiresAt: Instant
  /** When the device last asked in vain. */
  readonly polledAt: Instant | null
}

export const deviceGrantsTable = table<DeviceGrant>()('deviceGrants', {
  bySecret: index(({ secret }) => [secret]),
  byUserCode: index(({ userCode }) => (userCode === null ? undefined : [userCode])),
  byApplication: index(({ applicationId }) => [applicationId]),
})
