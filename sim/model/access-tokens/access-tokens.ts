import { type Day, type Instant, startOfDay } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Scope, Token } from './token.ts'

export interface NewToken {
  readonly user: User
  readonly kind: 'personal' | 'impersonation'
  readonly name: string
  readonly description?: string | null | undefined
  readonly scopes: readonly Scope[]
  readonly expiresOn: Day | null
  readonly value: string
}

/** Creates a personal access token. An impersonation token leaves no event. */
export function issueToken(
  world: World,
  { user, expiresOn, description, ...given }: NewToken,
  author: User,
  now: Instant,
): Token {
  const token = world.tokens.insert({
    id: nextId(world, 'tokens'),
    ...given,
    ...(description != null && { description }),
    userId: user.id,
    revoked: false,
    expiresAt: expiresOn === null ? null : (startOfDay(expiresOn) ?? null),
    createdAt: now,
    refresh: null,
    jobId: null,
    projectId: null,
  })
  if (token.kind === 'personal') {
    const change = { custom_message: `Created personal access token with id ${token.id}` }
    recordAudit(world, { author, scope: { user }, change }, now)
  }
  return token
}
