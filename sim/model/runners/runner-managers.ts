import type { Instant } from '../../time/calendar.ts'
import { isReleased } from '../installation/released.ts'
import { nextId, type World } from '../world.ts'
import type { Runner } from './runner.ts'
import type { RunnerManager } from './runner-manager.ts'

/** The name of a machine that tells none. */
const LEGACY = '<legacy>'

/** Records the contact of a machine, in releases that tell machines apart. */
export function recordManager(
  world: World,
  runner: Runner,
  systemId: string | null | undefined,
  now: Instant,
): RunnerManager | undefined {
  if (!isReleased(world, 'runners#later-managers')) return undefined
  const { id: runnerId, version, revision, platform, architecture, ipAddress } = runner
  const name = systemId || LEGACY
  const known = world.runnerManagers.find('byRunner', runnerId, name)
  const told = { version, revision, platform, architecture, ipAddress, contactedAt: now }
  if (known !== undefined) return world.runnerManagers.put({ ...known, ...told })
  const id = nextId(world, 'runnerManagers')
  return world.runnerManagers.insert({ id, runnerId, systemId: name, ...told, createdAt: now })
}
