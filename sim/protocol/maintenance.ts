import { type Dialect, isInForce } from '../lib/dialect.ts'
import { settingInForce } from '../model/settings/in-force.ts'
import { instanceOf, type World } from '../model/world.ts'
import { inMaintenance } from '../policy/maintenance.ts'
import type { ResolvedDefinition } from './bind.ts'
import type { PlainRequest } from './message.ts'
import { message, Refusal } from './refusal.ts'

interface Asked {
  readonly world: World
  readonly request: PlainRequest
  readonly definition: ResolvedDefinition | undefined
  readonly dialect: Dialect
}

const READS = ['GET', 'HEAD', 'OPTIONS']

const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'application/vnd.git-lfs+json']

/** Refuses writes in maintenance mode, except those that can end it; what is no JSON is led back to a page. */
export function refuseInMaintenance({ world, request, definition, dialect }: Asked): void {
  if (READS.includes(request.method) || definition?.inMaintenance || !inMaintenance(world)) return
  const { 'content-type': type, referer } = request.headers
  if (JSON_TYPES.includes(type?.split(';')[0]?.trim().toLowerCase())) throw refusal(world, dialect)
  throw new Refusal(301, null, { text: '', headers: { location: referer ?? `${instanceOf(world).url}/` } })
}

function refusal(world: World, dialect: Dialect): Refusal {
  if (!isInForce('conventions#later-maintenance', dialect))
    return message(403, 'You cannot perform write operations on a read-only instance')
  const told = settingInForce(world, 'maintenance_mode_message') || 'GitLab is undergoing maintenance'
  return new Refusal(503, { message: told }, { headers: { 'Retry-After': '900' } })
}
