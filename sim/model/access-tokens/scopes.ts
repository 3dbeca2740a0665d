import { isReleased } from '../installation/released.ts'
import type { World } from '../world.ts'
import { type LaterScope, laterScopes, type Scope, scopes } from './token.ts'

const later = Object.keys(laterScopes) as LaterScope[]

/** The scopes that tokens of this release may have, those of OpenID Connect aside. */
export function scopesHere(world: World): readonly Scope[] {
  return [...scopes, ...later.filter((scope) => isReleased(world, laterScopes[scope]))]
}
