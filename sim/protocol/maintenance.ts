import { instanceOf, type World } from '../model/world.ts'
import { inMaintenance } from '../policy/maintenance.ts'
import type { ResolvedDefinition } from './bind.ts'
import type { PlainRequest } from './message.ts'
import { message, Refusal } from './refusal.ts'

interface Asked {
  readonly world: World
  readonly request: PlainRequest
  readonly definition: ResolvedDefinition | undefined
}

const READS = ['GET', 'HEAD', 'OPTIONS']

const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'application/vnd.git-lfs+json']

/** Refuses writes in maintenance mode, except those that can end it; what is no JSON is led back to a page. */
export function refuseInMaintenance({ world, request, definition }: Asked): void {
  if (READS.includes(request.method) || definition?.inMaintenance || !inMaintenance(world)) return
  const { 'content-type': type, referer } = request.headers
  if (JSON_TYPES.includes(type?.split(';')[0]?.trim().toLowerCase()))
    throw message(403, 'You cannot perform write operations on a read-only instance')
  throw new Refusal(301, null, { text: '', headers: { location: referer ?? `${instanceOf(world).url}/` } })
}
