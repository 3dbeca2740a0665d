import { revokeToken } from '../model/access-tokens/oauth-tokens.ts'
import type { Token, TokenKind } from '../model/access-tokens/token.ts'
import { switchedOn } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import { licensed } from './tier.ts'

/** Kinds of tokens that people and groups issue to themselves. */
export const personalKinds: readonly TokenKind[] = ['personal', 'impersonation', 'project', 'group']

/** False for a token of a kind that administrators have switched off. */
export function isUsable(world: World, { kind }: Token): boolean {
  if (!switchedOn(world, 'disable_personal_access_tokens')) return true
  return !personalKinds.includes(kind) || !licensed(world, 'premium')
}

/** Revokes the token that a newer one has renewed, once the newer one is used (conventions#oauth-refresh). */
export function revokeReplacedToken(world: World, { id, replacesId }: Token): void {
  if (replacesId == null) return
  world.tokens.update(id, { replacesId: null })
  if (world.tokens.get(replacesId) !== undefined) revokeToken(world, replacesId)
}
