import type { Steps } from '../lib/steps.ts'
import { deleteGroup, deleteProject } from '../model/projects/delete-project.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'

/** Deletes a group or project at the end of its delayed deletion. */
export function* deleteMarkedForDeletion(
  world: World,
  { groupId, projectId, userId }: Job['args'],
  now: Instant,
): Steps<void> {
  const author = world.users.get(Number(userId))
  const group = groupId === undefined ? undefined : world.groups.get(Number(groupId))
  const project = projectId === undefined ? undefined : world.projects.get(Number(projectId))
  if (author === undefined) return
  if (group?.markedForDeletionOn != null) yield* deleteGroup(world, group, author, now)
  if (project?.markedForDeletionOn != null) yield* deleteProject(world, project, author, now)
}
