import type { DrawSecret } from '../model/access-tokens/oauth-tokens.ts'
import type { World } from '../model/world.ts'
import type { RawHash } from '../protocol/coerce.ts'
import type { PlainRequest } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'

/** An OAuth request with its parameters, and what is needed to serve it. */
export interface OauthCall {
  readonly world: World
  readonly now: Instant
  readonly draw: DrawSecret
  readonly request: PlainRequest
  readonly raw: RawHash
}

/** A parameter that is a non-empty string. */
export function given({ raw }: OauthCall, name: string): string | undefined {
  const value = raw[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
