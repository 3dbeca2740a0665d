import { type ChangeId, changesUntil } from '../../lib/releases/changes.ts'
import { instanceOf, type World } from '../world.ts'
import type { Instance } from './instance.ts'

/** True where the installation is of a release that has the change. Handlers ask by the dialect, which the contract tells. */
export function isReleased(world: World, change: ChangeId): boolean {
  const instance = instanceOf(world)
  let released = inForce.get(instance)
  if (released === undefined) {
    released = changesUntil(instance.version)
    inForce.set(instance, released)
  }
  return released.has(change)
}

// Every request asks of several changes.
const inForce = new WeakMap<Instance, ReadonlySet<ChangeId>>()
