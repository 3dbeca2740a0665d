import { switchedOn } from '../model/settings/in-force.ts'
import type { Token, TokenKind } from '../model/token.ts'
import type { World } from '../model/world.ts'
import { licensed } from './tier.ts'

/** Kinds of tokens that people and groups issue to themselves. */
export const personalKinds: readonly TokenKind[] = ['personal', 'impersonation', 'project', 'group']

/** False for a token of a kind that administrators have switched off. */
export function isUsable(world: World, { kind }: Token): boolean {
  if (!switchedOn(world, 'disable_personal_access_tokens')) return true
  return !personalKinds.includes(kind) || !licensed(world, 'premium')
}
