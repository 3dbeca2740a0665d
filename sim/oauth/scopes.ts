import { identityScopes, type Scope, scopes } from '../model/access-tokens/token.ts'
import type { OauthApplication } from '../model/installation/oauth-application.ts'
import { refused } from './refusals.ts'

const known: readonly string[] = [...scopes, ...identityScopes]

/** The requested scopes, or the default ones. Throws for a scope that is unknown or that the application lacks. */
export function scopesFor(wanted: string | undefined, application: OauthApplication | undefined): Scope[] {
  const own = application?.scopes ?? []
  if (wanted === undefined) return own.length === 0 || own.includes('api') ? ['api'] : [...own]
  const asked = wanted.split(/[ +]/).filter((scope) => scope !== '')
  const allowed = own.length === 0 ? known : (own as readonly string[])
  if (asked.length === 0 || !asked.every((scope) => known.includes(scope) && allowed.includes(scope)))
    throw refused('invalid_scope')
  return asked as Scope[]
}
