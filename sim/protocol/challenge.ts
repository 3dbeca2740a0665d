import type { Situation } from '../policy/abilities.ts'
import { Refusal } from './refusal.ts'

/** Asks an anonymous caller for credentials, which clients of registries do not send before; others are refused. */
export function challenged({ caller }: Situation, otherwise: Refusal): Refusal {
  if (caller.token !== undefined || caller.user !== undefined) return otherwise
  const headers = { 'WWW-Authenticate': 'Basic realm="GitLab Packages Registry"' }
  return new Refusal(401, { message: '401 Unauthorized' }, { headers })
}
