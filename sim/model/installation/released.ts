import { type ChangeId, changes } from '../../lib/releases/changes.ts'
import { compareReleases } from '../../lib/releases/release.ts'
import { instanceOf, type World } from '../world.ts'

/** True where the installation is of a release that has the change. Handlers ask by the dialect, which the contract tells. */
export function isReleased(world: World, change: ChangeId): boolean {
  return compareReleases(instanceOf(world).version, changes[change].release) >= 0
}
