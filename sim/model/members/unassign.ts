import { projectsBelow } from '../groups/group-tree.ts'
import type { World } from '../world.ts'
import type { Member } from './member.ts'

/** Takes somebody who was a member from the assignees of what is planned in that project or group. */
export function unassign(world: World, { source, sourceId, userId }: Member): void {
  const projects = new Set(
    source === 'project'
      ? [sourceId]
      : [...projectsBelow(world, world.groups.require(sourceId))].map(({ id }) => id),
  )
  const without = (ids: readonly number[]) => ids.filter((id) => id !== userId)
  for (const issue of world.issues.by('byAssignee', userId).list())
    if (projects.has(issue.projectId)) world.issues.put({ ...issue, assigneeIds: without(issue.assigneeIds) })
  for (const mergeRequest of world.mergeRequests.by('byAssignee', userId).list())
    if (projects.has(mergeRequest.projectId))
      world.mergeRequests.put({ ...mergeRequest, assigneeIds: without(mergeRequest.assigneeIds) })
}
