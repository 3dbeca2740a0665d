import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { lowerVisibility } from '../installation/restricted-visibility.ts'
import { InvalidRow } from '../invalid-row.ts'
import { type Namespace, nameFaults, nameOf, namespaceOf, pathOf } from '../projects/create-project.ts'
import type { Project } from '../projects/project.ts'
import { moveProject } from '../projects/project-paths.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { Group } from './group.ts'
import { groupsBelow, projectsBelow } from './group-tree.ts'
import { renameBelow } from './groups.ts'

/** Moves a project into another namespace, where it is no more visible than its place. Throws InvalidRow. */
export function transferProject(
  world: World,
  project: Project,
  to: Namespace,
  author: User,
  now: Instant,
): Project {
  const refuse = (text: string): never => {
    throw new InvalidRow({ new_namespace: [text] })
  }
  const id = to.kind === 'group' ? to.group.id : to.user.namespaceId
  if (id === project.namespaceId) refuse('Project is already in this namespace.')
  if (Object.keys(nameFaults(world, to, project, project)).length > 0)
    refuse('Project with same name or path in target namespace already exists')
  const from = namespaceOf(world, project)
  const visibility =
    to.kind === 'group' ? lowerVisibility(project.visibility, to.group.visibility) : project.visibility
  const moved = moveProject(world, project, {
    ...project,
    namespaceId: id,
    namespaceKind: to.kind,
    fullPath: `${pathOf(to)}/${project.path}`,
    fullName: `${nameOf(to)} / ${project.name}`,
    visibility,
    updatedAt: now,
  })
  const change = { change: 'namespace', from: pathOf(from), to: pathOf(to) }
  recordAudit(world, { author, scope: { project: moved }, change }, now)
  return moved
}

/** Why a group cannot be moved. */
export class TransferFailure extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'TransferFailure'
  }
}

/** Moves a group into another one, or to the top, step by step; nothing in it stays more visible than its new place. */
export function* transferGroup(
  world: World,
  group: Group,
  parent: Group | undefined,
  author: User,
  now: Instant,
): Steps<Group> {
  if (parent === undefined && group.parentId === null)
    throw new TransferFailure('Group is already a root group.')
  if (parent?.id === group.parentId && parent !== undefined)
    throw new TransferFailure('Group is already associated to the parent group.')
  const below = [...groupsBelow(world, group)]
  if (parent !== undefined && [group, ...below].some(({ id }) => id === parent.id))
    throw new TransferFailure('Cannot transfer group to one of its subgroup.')
  const fullPath = parent === undefined ? group.path : `${parent.fullPath}/${group.path}`
  const path = fullPath.toLowerCase()
  const taken =
    world.groups.find('byFullPath', path) ??
    world.projects.find('byFullPath', path) ??
    (parent === undefined ? world.users.find('byUsername', path) : undefined)
  if (taken !== undefined)
    throw new TransferFailure('The parent group already has a subgroup or a project with the same path.')
  if (parent !== undefined) {
    const pace = new Pace()
    yield* forEach([...projectsBelow(world, group)], pace, (project) => {
      const visibility = lowerVisibility(project.visibility, parent.visibility)
      if (visibility !== project.visibility) world.projects.update(project.id, { visibility })
    })
    yield* forEach(below, pace, (child) => {
      const visibility = lowerVisibility(child.visibility, parent.visibility)
      if (visibility !== child.visibility) world.groups.update(child.id, { visibility })
    })
  }
  const moved = world.groups.put({
    ...group,
    parentId: parent?.id ?? null,
    fullPath,
    fullName: parent === undefined ? group.name : `${parent.fullName} / ${group.name}`,
    visibility:
      parent === undefined ? group.visibility : lowerVisibility(group.visibility, parent.visibility),
    updatedAt: now,
  })
  yield* renameBelow(world, group, moved)
  const change = { change: 'path', from: group.fullPath, to: fullPath }
  recordAudit(world, { author, scope: { group: moved }, change }, now)
  return moved
}
