import type { Group } from '../model/groups/group.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'

/** Where a user may have a role. Whether the role still holds is for the roles to say. */
export interface MemberPlaces {
  /** Groups in whose projects they may have one: by membership or a share, or below such a group. */
  readonly groups: ReadonlySet<number>
  /** Projects that they are a member of themselves, or that are shared with such a group. */
  readonly projects: readonly Project[]
}

export function memberPlaces(world: World, user: User): MemberPlaces {
  const projects = new Map<number, Project>()
  const add = (id: number) => {
    const project = world.projects.get(id)
    if (project !== undefined) projects.set(id, project)
  }
  const groups = new Set<number>()
  for (const member of world.members.by('byUser', user.id).ascending())
    if (member.source === 'project') add(member.sourceId)
    else gatherGroups(world, world.groups.get(member.sourceId), groups)
  for (const groupId of [...groups])
    for (const share of world.shares.by('byGroup', groupId).ascending())
      if (share.source === 'project') add(share.sourceId)
      else gatherGroups(world, world.groups.get(share.sourceId), groups)
  return { groups, projects: [...projects.values()] }
}

/** Projects in which a user may have a role: their own, and those of the places where they may have one. */
export function memberProjects(world: World, user: User): Project[] {
  const own = world.projects.by('byNamespace', 'user', user.namespaceId).list()
  const { groups, projects } = memberPlaces(world, user)
  const ofGroups = [...groups].flatMap((id) => world.projects.by('byNamespace', 'group', id).list())
  return [...new Map([...own, ...projects, ...ofGroups].map((project) => [project.id, project])).values()]
}

function gatherGroups(world: World, group: Group | undefined, into: Set<number>): void {
  if (group === undefined || into.has(group.id)) return
  into.add(group.id)
  for (const child of world.groups.by('byParent', group.id).ascending()) gatherGroups(world, child, into)
}
