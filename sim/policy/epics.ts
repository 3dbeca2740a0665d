import type { Epic } from '../model/epics/epic.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { can } from './abilities.ts'
import { callerFor } from './caller.ts'

/** True when the user may read the epic; confidential ones are for those who administer epics of the group. */
export function readsEpic(world: World, epic: Epic, user: User, now: Instant): boolean {
  const group = world.groups.require(epic.groupId)
  return can({ world, caller: callerFor(user), now }, epic.confidential ? 'admin_epic' : 'read_epic', group)
}
