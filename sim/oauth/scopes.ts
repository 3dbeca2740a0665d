import { scopesHere } from '../model/access-tokens/scopes.ts'
import { identityScopes, type Scope } from '../model/access-tokens/token.ts'
import type { OauthApplication } from '../model/installation/oauth-application.ts'
import type { World } from '../model/world.ts'
import { refused } from './refusals.ts'

/** The requested scopes, or the default ones. Throws for a scope that is unknown or that the application lacks. */
export function scopesFor(
  world: World,
  wanted: string | undefined,
  application: OauthApplication | undefined,
): Scope[] {
  const own = application?.scopes ?? []
  // What registered itself has its one scope, whatever it asks for.
  if (application?.dynamic) return [...own]
  if (wanted === undefined) return own.length === 0 || own.includes('api') ? ['api'] : [...own]
  const asked = wanted.split(/[ +]/).filter((scope) => scope !== '')
  const known: readonly string[] = [...scopesHere(world), ...identityScopes]
  const allowed = own.length === 0 ? known : (own as readonly string[])
  if (asked.length === 0 || !asked.every((scope) => known.includes(scope) && allowed.includes(scope)))
    throw refused('invalid_scope')
  return asked as Scope[]
}
