import type { Group } from '../model/groups/group.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'

/**
 * Projects in which a user may have a role: their own, those they are a member of, those of their groups, and those
 * shared with their groups. Whether the role still holds is for the roles to say.
 */
export function memberProjects(world: World, user: User): Project[] {
  const found = new Map<number, Project>()
  const add = (project: Project | undefined) => {
    if (project !== undefined) found.set(project.id, project)
  }
  for (const project of world.projects.by('byNamespace', 'user', user.namespaceId).ascending()) add(project)
  const groups = new Set<number>()
  for (const member of world.members.by('byUser', user.id).ascending())
    if (member.source === 'project') add(world.projects.get(member.sourceId))
    else gatherGroups(world, world.groups.get(member.sourceId), groups)
  for (const groupId of [...groups])
    for (const share of world.shares.by('byGroup', groupId).ascending())
      if (share.source === 'project') add(world.projects.get(share.sourceId))
      else gatherGroups(world, world.groups.get(share.sourceId), groups)
  for (const groupId of groups)
    for (const project of world.projects.by('byNamespace', 'group', groupId).ascending()) add(project)
  return [...found.values()]
}

function gatherGroups(world: World, group: Group | undefined, into: Set<number>): void {
  if (group === undefined || into.has(group.id)) return
  into.add(group.id)
  for (const child of world.groups.by('byParent', group.id).ascending()) gatherGroups(world, child, into)
}
