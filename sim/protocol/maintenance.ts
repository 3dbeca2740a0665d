import type { World } from '../model/world.ts'
import { inMaintenance } from '../policy/maintenance.ts'
import type { ResolvedDefinition } from './bind.ts'
import type { PlainRequest } from './message.ts'
import { message } from './refusal.ts'

interface Asked {
  readonly world: World
  readonly request: PlainRequest
  readonly definition: ResolvedDefinition | undefined
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/** Refuses writes in maintenance mode, except those that can end it. */
export function refuseInMaintenance({ world, request, definition }: Asked): void {
  if (READS.includes(request.method) || definition?.inMaintenance) return
  if (inMaintenance(world)) throw message(503, 'You cannot perform write operations on a read-only instance')
}
