import { type Day, type Instant, startOfDay } from '../time/calendar.ts'
import type { Scope, Token } from './token.ts'
import type { User } from './user.ts'
import { nextId, type World } from './world.ts'

export interface NewToken {
  readonly user: User
  readonly kind: 'personal' | 'impersonation'
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresOn: Day | null
  readonly value: string
}

/** Issues a personal access token. */
export function issueToken(world: World, { user, expiresOn, ...token }: NewToken, now: Instant): Token {
  return world.tokens.insert({
    id: nextId(world, 'tokens'),
    ...token,
    userId: user.id,
    revoked: false,
    expiresAt: expiresOn === null ? null : (startOfDay(expiresOn) ?? null),
    createdAt: now,
    refresh: null,
    jobId: null,
    projectId: null,
  })
}
