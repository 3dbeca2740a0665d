import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import type { AuditedChange } from '../audit-events/audit.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { lowerVisibility, restrictionFaults } from '../installation/restricted-visibility.ts'
import type { Errors } from '../invalid-row.ts'
import { isBoundBot } from '../members/bound-bot.ts'
import { groupNameErrors, namespacePathErrors, namespaceTaken, TAKEN } from '../names.ts'
import { refuseErrors } from '../projects/create-project.ts'
import { moveProject } from '../projects/project-paths.ts'
import { type Visibility, visibilities, visibilityNames } from '../projects/visibility.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Group } from './group.ts'
import type { GroupChoices, ProjectCreation } from './group-choices.ts'
import { groupsBelow, projectsBelow } from './group-tree.ts'

export interface GroupValues {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly visibility: Visibility
  readonly projectCreation?: ProjectCreation
  readonly defaultBranchProtection?: number
  readonly choices?: Partial<GroupChoices>
}

interface NewGroup extends GroupValues {
  readonly parent: Group | undefined
  readonly creator: User
  /** The secret with which runners register. */
  readonly runnersToken: string
}

/** Creates a group, whose owner is its creator, unless that is a bot of another place. Throws InvalidRow. */
export function createGroup(
  world: World,
  { parent, creator, runnersToken, ...values }: NewGroup,
  now: Instant,
): Group {
  refuseErrors(restrictionFaults(world, creator, values.visibility))
  refuseErrors(faultsOf(world, values, parent))
  const group = world.groups.insert({
    id: nextId(world, 'groups'),
    parentId: parent?.id ?? null,
    ...values,
    ...fullNames(values, parent),
    // A lock of the members is handed down to what is created below.
    ...(parent?.choices?.membershipLocked && { choices: { ...values.choices, membershipLocked: true } }),
    runnersToken,
    createdAt: now,
    updatedAt: now,
  })
  // Who could not be added fails silently; a member of the new group would end with it.
  if (!isBoundBot(world, creator))
    world.members.insert({
      id: nextId(world, 'members'),
      source: 'group',
      sourceId: group.id,
      userId: creator.id,
      accessLevel: 50,
      notificationLevel: 3,
      expiresAt: null,
      createdById: creator.id,
      createdAt: now,
    })
  recordAudit(world, { author: creator, scope: { group }, change: { add: 'group' } }, now)
  return group
}

/** Changes a group, step by step: a new path or name is carried to everything below it. Throws InvalidRow. */
export function* changeGroup(
  world: World,
  group: Group,
  changes: Partial<GroupValues>,
  author: User,
  now: Instant,
): Steps<Group> {
  const parent = group.parentId === null ? undefined : world.groups.get(group.parentId)
  const { name, path, description, visibility } = { ...group, ...changes }
  const values = { ...changes, name, path, description, visibility }
  if (visibility !== group.visibility) refuseErrors(restrictionFaults(world, author, visibility))
  refuseErrors({ ...faultsOf(world, values, parent, group), ...shrinkFaults(world, group, visibility) })
  const changed = world.groups.put({ ...group, ...values, ...fullNames(values, parent), updatedAt: now })
  if (changed.fullPath !== group.fullPath || changed.fullName !== group.fullName)
    yield* renameBelow(world, group, changed)
  for (const change of watched(group, changed))
    recordAudit(world, { author, scope: { group: changed }, change }, now)
  return changed
}

// The service audits these, though its documentation does not list them.
function watched(before: Group, after: Group): AuditedChange[] {
  const columns = [
    ['name', before.name, after.name],
    ['path', before.path, after.path],
    ['visibility', visibilityNames[before.visibility], visibilityNames[after.visibility]],
  ] as const
  return columns.filter(([, from, to]) => from !== to).map(([change, from, to]) => ({ change, from, to }))
}

/** The visibility of a new group where none is asked for. */
export function defaultGroupVisibility(world: World, parent: Group | undefined): Visibility {
  const byDefault = settingInForce(world, 'default_group_visibility')
  return parent === undefined ? byDefault : lowerVisibility(byDefault, parent.visibility)
}

function fullNames(
  { name, path }: Pick<GroupValues, 'name' | 'path'>,
  parent: Group | undefined,
): Pick<Group, 'fullPath' | 'fullName'> {
  return {
    fullPath: parent === undefined ? path : `${parent.fullPath}/${path}`,
    fullName: parent === undefined ? name : `${parent.fullName} / ${name}`,
  }
}

function faultsOf(world: World, values: GroupValues, parent: Group | undefined, self?: Group): Errors {
  const { name, path, visibility } = values
  const errors: { [attribute: string]: readonly string[] } = {}
  const add = (attribute: string, texts: readonly string[]) => {
    if (texts.length > 0) errors[attribute] = texts
  }
  const wrongName = groupNameErrors(name)
  add('name', wrongName.length === 0 && nameTaken(world, name, parent, self) ? [TAKEN] : wrongName)
  const { fullPath } = fullNames(values, parent)
  const wrongPath = namespacePathErrors(path)
  add('path', wrongPath.length === 0 && pathTaken(world, fullPath, self) ? [TAKEN] : wrongPath)
  if (parent !== undefined && rank(visibility) > rank(parent.visibility))
    add('visibility_level', [
      `${visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`,
    ])
  return errors
}

// Top-level groups may share a name.
function nameTaken(world: World, name: string, parent: Group | undefined, self: Group | undefined): boolean {
  if (parent === undefined) return false
  const twins = world.groups.by('byParent', parent.id, name).list()
  return twins.some((twin) => twin.id !== self?.id)
}

function pathTaken(world: World, fullPath: string, self: Group | undefined): boolean {
  if (namespaceTaken(world, fullPath, self)) return true
  return world.projects.find('byFullPath', fullPath.toLowerCase()) !== undefined
}

function rank(visibility: Visibility): number {
  return visibilities.indexOf(visibility)
}

// A group is at least as visible as whatever is in it.
function shrinkFaults(world: World, group: Group, visibility: Visibility): Errors {
  if (rank(visibility) >= rank(group.visibility)) return {}
  for (const project of projectsBelow(world, group))
    if (rank(project.visibility) > rank(visibility))
      return {
        visibility_level: [
          `${visibility} is not allowed since this group contains projects with higher visibility.`,
        ],
      }
  for (const child of groupsBelow(world, group))
    if (rank(child.visibility) > rank(visibility))
      return {
        visibility_level: [`${visibility} is not allowed since there are sub-groups with higher visibility.`],
      }
  return {}
}

/** Carries new names of a group to everything below it, step by step. */
export function* renameBelow(world: World, before: Group, after: Group): Steps<void> {
  const moved = <Row extends { readonly fullPath: string; readonly fullName: string }>(row: Row): Row => ({
    ...row,
    fullPath: after.fullPath + row.fullPath.slice(before.fullPath.length),
    fullName: after.fullName + row.fullName.slice(before.fullName.length),
  })
  const pace = new Pace()
  yield* forEach([...groupsBelow(world, after)], pace, (child) => void world.groups.put(moved(child)))
  yield* forEach([...projectsBelow(world, after)], pace, (project) => {
    moveProject(world, project, moved(project))
  })
}
