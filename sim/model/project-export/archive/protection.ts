import type { Json } from '../../../lib/json.ts'
import type { EnvironmentAccess, ProtectedEnvironment } from '../../deployments/protected-environment.ts'
import { accessLevels, type RefAccessLevel } from '../../members/access-level.ts'
import type { Project } from '../../projects/project.ts'
import type { ProtectedBranch, ProtectedTag, RefAccess } from '../../protected-tags/protected-ref.ts'
import { nextId, nextNumber } from '../../world.ts'
import { Ending, fieldsOf, InvalidArchiveRow, isObject, itemsOf, type Reading, type Type } from './field.ts'
import type { Relation } from './relation.ts'
import { flag, time, title, wholeNumber } from './types.ts'

const LEVELS: readonly RefAccessLevel[] = [0, 30, 40, 60]

/**
 * Who may. A user is found again as members are; a group is another one elsewhere, so that its entry, like that of an
 * unknown user, stands for maintainers.
 */
const access: Type<readonly RefAccess[]> = {
  write: (list) =>
    list.map(({ accessLevel, userId, groupId }) => ({
      access_level: accessLevel,
      user_id: userId,
      group_id: groupId,
    })),
  read: (given, into) => {
    const entries = new Map<string, RefAccess>()
    for (const item of itemsOf(given)) {
      const entry = entryOf(item, into)
      const key = `${entry.accessLevel}/${entry.userId}`
      if (!entries.has(key))
        entries.set(key, { id: nextNumber(into.world, 'refAccess'), groupId: null, ...entry })
    }
    return [...entries.values()]
  },
}

function entryOf(item: Json, { users }: Reading): Pick<RefAccess, 'accessLevel' | 'userId'> {
  if (!isObject(item)) throw new Ending('is invalid')
  const user = typeof item.user_id === 'number' ? users.get(item.user_id) : undefined
  if (user !== undefined) return { accessLevel: 40, userId: user.id }
  const accessLevel = LEVELS.find((level) => level === (item.access_level ?? 40))
  if (accessLevel === undefined) throw new Ending('is not included in the list')
  return { accessLevel, userId: null }
}

/** Of branches: developers and administrators would be others here, so that maintainers stand for them. */
const branchAccess: Type<readonly RefAccess[]> = {
  ...access,
  read: (given, into) => {
    if (into.keepsLevels) return access.read(given, into)
    const capped = itemsOf(given).map((item) =>
      isObject(item) && item.access_level !== accessLevels.none
        ? { ...item, access_level: accessLevels.maintainer }
        : item,
    )
    return access.read(capped, into)
  },
}

const branch = fieldsOf<ProtectedBranch>()

export const protectedBranches: Relation<ProtectedBranch, Project> = {
  name: 'protected_branches',
  shape: 'many',
  rows: (project, { world }) => byId(world.protectedBranches.by('byProject', project.id).list()),
  fields: {
    project_id: branch.told(({ projectId }) => projectId),
    name: branch.column('name', title()),
    code_owner_approval_required: branch.column('codeOwnerApproval', flag(false)),
    allow_force_push: branch.column('allowForcePush', flag(false)),
    merge_access_levels: branch.column('merge', branchAccess),
    push_access_levels: branch.column('push', branchAccess),
    unprotect_access_levels: branch.column('unprotect', access),
  },
  put: (columns, project, { world }) => {
    const row = columns as ProtectedBranch
    if (world.protectedBranches.find('byProject', project.id, row.name) !== undefined)
      throw new InvalidArchiveRow('Validation failed: Name has already been taken')
    const id = nextId(world, 'protectedBranches')
    return world.protectedBranches.insert({ ...row, id, projectId: project.id })
  },
}

const tag = fieldsOf<ProtectedTag>()

export const protectedTags: Relation<ProtectedTag, Project> = {
  name: 'protected_tags',
  shape: 'many',
  rows: (project, { world }) => byId(world.protectedTags.by('byProject', project.id).list()),
  fields: {
    project_id: tag.told(({ projectId }) => projectId),
    name: tag.column('name', title()),
    created_at: tag.column('createdAt', time),
    updated_at: tag.column('updatedAt', time),
    create_access_levels: tag.column('create', access),
  },
  put: (columns, project, { world }) => {
    const row = columns as ProtectedTag
    if (world.protectedTags.find('byName', project.id, row.name) !== undefined)
      throw new InvalidArchiveRow('Validation failed: Name has already been taken')
    const id = nextId(world, 'protectedTags')
    return world.protectedTags.insert({ ...row, id, projectId: project.id })
  },
}

const environment = fieldsOf<ProtectedEnvironment>()

/** Who may deploy: as for branches, groups stay behind. */
const deployAccess: Type<readonly EnvironmentAccess[]> = {
  write: (list) =>
    list.map(({ accessLevel, userId, groupId, inheritance }) => ({
      access_level: accessLevel,
      user_id: userId,
      group_id: groupId,
      group_inheritance_type: inheritance,
    })),
  read: (given, into) =>
    itemsOf(given).map((item) => {
      const { accessLevel, userId } = entryOf(item, into)
      const id = nextNumber(into.world, 'refAccess')
      return { id, accessLevel: userId === null ? accessLevel : null, userId, groupId: null, inheritance: 0 }
    }),
}

/** Approval rules of environments stay behind, as the service leaves them. */
export const protectedEnvironments: Relation<ProtectedEnvironment, Project> = {
  name: 'protected_environments',
  shape: 'many',
  rows: (project, { world }) => byId(world.protectedEnvironments.by('byOwner', 'project', project.id).list()),
  fields: {
    project_id: environment.told(({ ownerId }) => ownerId),
    name: environment.column('name', title()),
    deploy_access_levels: environment.column('deploy', deployAccess),
    required_approval_count: environment.column('requiredApprovals', wholeNumber(0)),
  },
  put: (columns, project, { world }) => {
    const row = columns as ProtectedEnvironment
    if (world.protectedEnvironments.find('byOwner', 'project', project.id, row.name) !== undefined)
      throw new InvalidArchiveRow('Validation failed: Name has already been taken')
    const id = nextId(world, 'protectedEnvironments')
    return world.protectedEnvironments.insert({
      ...row,
      id,
      owner: 'project',
      ownerId: project.id,
      rules: [],
    })
  },
}

function byId<Row extends { readonly id: number }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => a.id - b.id)
}
