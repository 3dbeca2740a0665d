import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { Group } from './group.ts'

/** The group at the top of everything that a project lies in; undefined in a personal namespace. */
export function rootGroupOf(world: World, project: Project): Group | undefined {
  const group = project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
  return group && topGroupOf(world, group)
}

/** The group at the top of everything that a group lies in; itself if it lies in none. */
export function topGroupOf(world: World, group: Group): Group {
  return group.parentId === null ? group : topGroupOf(world, world.groups.require(group.parentId))
}

/** The groups that a project lies in, the innermost first. */
export function groupsAbove(
  world: World,
  { namespaceKind, namespaceId }: Pick<Project, 'namespaceKind' | 'namespaceId'>,
): Group[] {
  const groups: Group[] = []
  let id = namespaceKind === 'group' ? namespaceId : null
  while (id !== null) {
    const group = world.groups.require(id)
    groups.push(group)
    id = group.parentId
  }
  return groups
}

/** The groups below a group, at any depth. */
export function* groupsBelow(world: World, group: Group): Generator<Group> {
  for (const child of world.groups.by('byParent', group.id).list()) {
    yield child
    yield* groupsBelow(world, child)
  }
}

/** The projects of a group and of all groups below it. */
export function* projectsBelow(world: World, group: Group): Generator<Project> {
  yield* world.projects.by('byNamespace', 'group', group.id).list()
  for (const child of groupsBelow(world, group))
    yield* world.projects.by('byNamespace', 'group', child.id).list()
}
