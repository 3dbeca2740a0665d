import type { Epic } from '../model/epics/epic.ts'
import type { Group } from '../model/groups/group.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { can } from './abilities.ts'
import { callerFor } from './caller.ts'

/** True when the user may read the epic. */
export function readsEpic(world: World, { groupId, confidential }: Epic, user: User, now: Instant): boolean {
  return readsEpicsOf(world, world.groups.require(groupId), user, now, confidential)
}

/** True when the user may read epics of the group; confidential ones are for those who administer its epics. */
export function readsEpicsOf(
  world: World,
  group: Group,
  user: User,
  now: Instant,
  confidential = false,
): boolean {
  return can({ world, caller: callerFor(user), now }, confidential ? 'admin_epic' : 'read_epic', group)
}
