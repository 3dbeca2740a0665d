import { deleteGroup } from '../model/delete-project.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'

/** The time is over that a group was kept after its deletion had been asked for. */
export function deleteMarked(world: World, { groupId, userId }: Job['args'], now: Instant): void {
  const group = world.groups.get(Number(groupId))
  const author = world.users.get(Number(userId))
  if (group?.markedForDeletionOn != null && author !== undefined) deleteGroup(world, group, author, now)
}
