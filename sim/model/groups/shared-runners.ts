import { groupsAbove } from '../milestones/milestones.ts'
import type { World } from '../world.ts'
import type { Group } from './group.ts'
import type { SharedRunners } from './group-choices.ts'
import { choiceOf } from './group-settings.ts'

const FORBIDDEN = 'disabled_and_unoverridable'

/** What a group allows of the runners of the installation; a group above may forbid them (groups#shared-runners-setting). */
export function sharedRunnersOf(world: World, group: Group): SharedRunners {
  for (const at of groupsAbove(world, { group }))
    if (choiceOf(at, 'sharedRunners') === FORBIDDEN) return FORBIDDEN
  return choiceOf(group, 'sharedRunners')
}

/** True where not even a project may enable the runners of the installation. */
export function forbidsSharedRunners(world: World, group: Group): boolean {
  return sharedRunnersOf(world, group) === FORBIDDEN
}
