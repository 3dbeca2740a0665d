import { protectedEnvironmentEntity } from '../../entities/protected-environment.ts'
import type {
  EnvironmentAccess,
  EnvironmentRule,
  ProtectedEnvironment,
} from '../../model/deployments/protected-environment.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { environmentTiers } from '../../model/pipelines/ci.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, nextNumber, type World } from '../../model/world.ts'
import { groupLevel, hasEnded, projectLevel } from '../../policy/roles.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  hashArray,
  integer,
  nonBlankString,
  type ParamsOf,
  required,
  string,
} from '../../protocol/params.ts'
import { invalidModel, message, recordNotFound } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'

const inherits = integer({
  about: '0: direct members of the group only; 1: inherited members too',
  atLeast: 0,
  atMost: 1,
})
const access = {
  id: integer({ about: 'ID of an existing entry' }),
  access_level: integer({ about: '30 (Developer), 40 (Maintainer) or 60 (administrator)' }),
  user_id: integer(),
  group_id: integer(),
  group_inheritance_type: inherits,
  _destroy: boolean({ about: 'Removes the entry with this `id`' }),
}
const rule = { ...access, required_approvals: integer({ atLeast: 1 }) }
const lists = {
  approval_rules: hashArray(rule),
  required_approval_count: integer({ atLeast: 0, atMost: 5 }),
}
const name = required(string({ about: 'Name of the environment; for a group, the tier' }))
const named = { name }
const creation = {
  name: required(nonBlankString()),
  deploy_access_levels: required(hashArray(access)),
  ...lists,
}
const change = { ...named, deploy_access_levels: hashArray(access), ...lists }

const PROJECT = '/projects/:id/protected_environments'
const GROUP = '/groups/:id/protected_environments'
const common = { tier: 'premium', beyond: true } as const
const ofProject = { ...common, subject: 'project', needs: 'admin_project' } as const
const ofGroup = { ...common, subject: 'group', needs: 'admin_group' } as const
const one = { one: protectedEnvironmentEntity } as const
const listing = {
  method: 'GET',
  answers: { many: protectedEnvironmentEntity, unordered: true },
} as const
const getting = {
  method: 'GET',
  params: named,
  dotted: ['name'],
  answers: one,
} as const
const protecting = {
  method: 'POST',
  params: creation,
  answers: { status: 201, ...one },
  refuses: [409, 422],
} as const
const updating = {
  method: 'PUT',
  params: change,
  dotted: ['name'],
  answers: one,
  refuses: [422],
} as const
const unprotecting = {
  method: 'DELETE',
  unmodifiedSince: 'record',
  params: named,
  dotted: ['name'],
  answers: { status: 204 },
} as const

interface Owner {
  readonly owner: 'project' | 'group'
  readonly ownerId: number
}
const project = (id: number): Owner => ({ owner: 'project', ownerId: id })
const group = (id: number): Owner => ({ owner: 'group', ownerId: id })

/** Whom an entry may name; entries for others are passed over (deployments#protected-holders). */
function qualifies(world: World, { owner, ownerId }: Owner, entry: Entry, now: Instant): boolean {
  if (entry._destroy) return true
  const user = world.users.get(entry.user_id ?? 0)
  const inPlace = owner === 'project' ? inProject(world, ownerId, now) : inGroup(world, ownerId, now)
  return (
    (entry.user_id == null || (user !== undefined && inPlace.user(user))) &&
    (entry.group_id == null || inPlace.group(entry.group_id))
  )
}

interface Place {
  readonly user: (user: User) => boolean
  readonly group: (id: number) => boolean
}

function inProject(world: World, id: number, now: Instant): Place {
  const place = world.projects.require(id)
  return {
    user: (user) => projectLevel(world, user, place, now) >= accessLevels.developer,
    group: (groupId) => sharedWith(world, 'project', id, now).has(groupId),
  }
}

function inGroup(world: World, id: number, now: Instant): Place {
  const place = world.groups.require(id)
  const below = () => [place, ...groupsBelow(world, place)]
  return {
    user: (user) => groupLevel(world, user, place, now) >= accessLevels.maintainer,
    group: (groupId) =>
      below().some((it) => it.id === groupId) || sharedWith(world, 'group', id, now).has(groupId),
  }
}

function sharedWith(world: World, source: 'project' | 'group', id: number, now: Instant): Set<number> {
  const shares = world.shares.by('bySource', source, id).list()
  return new Set(shares.filter((share) => !hasEnded(share, now)).map(({ groupId }) => groupId))
}

export const listProjectProtectedEnvironments = operation(
  { ...listing, ...ofProject, path: PROJECT, summary: 'List the protected environments of a project' },
  (it) => protectedIn(it.world, project(it.project.id)),
)
export const getProjectProtectedEnvironment = operation(
  { ...getting, ...ofProject, path: `${PROJECT}/:name`, summary: 'Get a protected environment of a project' },
  (it) => findProtected(it.world, project(it.project.id), it.params.name),
)
export const protectProjectEnvironment = operation(
  { ...protecting, ...ofProject, path: PROJECT, summary: 'Protect an environment of a project' },
  (it) => protect(it.world, project(it.project.id), it.params, it.now),
)
export const updateProjectProtectedEnvironment = operation(
  {
    ...updating,
    ...ofProject,
    path: `${PROJECT}/:name`,
    summary: 'Update a protected environment of a project',
  },
  (it) =>
    updateProtected(
      it.world,
      findProtected(it.world, project(it.project.id), it.params.name),
      it.params,
      it.now,
    ),
)
export const unprotectProjectEnvironment = operation(
  {
    ...unprotecting,
    ...ofProject,
    path: `${PROJECT}/:name`,
    summary: 'Unprotect an environment of a project',
  },
  (it) => {
    const environment = findProtected(it.world, project(it.project.id), it.params.name)
    it.world.protectedEnvironments.delete(it.unmodified(environment).id)
  },
)

export const listGroupProtectedEnvironments = operation(
  { ...listing, ...ofGroup, path: GROUP, summary: 'List the protected environments of a group' },
  (it) => protectedIn(it.world, group(it.group.id)),
)
export const getGroupProtectedEnvironment = operation(
  { ...getting, ...ofGroup, path: `${GROUP}/:name`, summary: 'Get a protected environment of a group' },
  (it) => findProtected(it.world, group(it.group.id), it.params.name),
)
export const protectGroupEnvironmentTier = operation(
  { ...protecting, ...ofGroup, path: GROUP, summary: 'Protect an environment tier of a group' },
  (it) => {
    if (!environmentTiers.some((tier) => tier === it.params.name))
      throw invalidModel(
        { name: ['must be one of environment tiers: production, staging, testing, development, other.'] },
        422,
      )
    return protect(it.world, group(it.group.id), it.params, it.now)
  },
)
export const updateGroupProtectedEnvironment = operation(
  { ...updating, ...ofGroup, path: `${GROUP}/:name`, summary: 'Update a protected environment of a group' },
  (it) =>
    updateProtected(it.world, findProtected(it.world, group(it.group.id), it.params.name), it.params, it.now),
)
export const unprotectGroupEnvironmentTier = operation(
  {
    ...unprotecting,
    ...ofGroup,
    path: `${GROUP}/:name`,
    summary: 'Unprotect an environment tier of a group',
  },
  (it) => {
    const environment = findProtected(it.world, group(it.group.id), it.params.name)
    it.world.protectedEnvironments.delete(it.unmodified(environment).id)
  },
)

function protectedIn(world: World, { owner, ownerId }: Owner) {
  return indexListing(world.protectedEnvironments.by('byOwner', owner, ownerId), 'ascending')
}

function findProtected(world: World, { owner, ownerId }: Owner, name: string | null): ProtectedEnvironment {
  const environment = world.protectedEnvironments.find('byOwner', owner, ownerId, name ?? '')
  if (environment === undefined) throw recordNotFound()
  return environment
}

function protect(
  world: World,
  owner: Owner,
  params: ParamsOf<typeof creation>,
  now: Instant,
): ProtectedEnvironment {
  const { name, required_approval_count: count } = params
  if (world.protectedEnvironments.find('byOwner', owner.owner, owner.ownerId, name) !== undefined)
    throw message(409, `Protected environment '${name}' already exists`)
  const known = (entry: Entry) => qualifies(world, owner, entry, now)
  return world.protectedEnvironments.insert({
    id: nextId(world, 'protectedEnvironments'),
    ...owner,
    name,
    deploy: accessFrom(world, [], params.deploy_access_levels?.filter(known)),
    rules: rulesFrom(world, [], params.approval_rules?.filter(known)),
    requiredApprovals: count ?? 0,
    updatedAt: now,
  })
}

function updateProtected(
  world: World,
  environment: ProtectedEnvironment,
  params: ParamsOf<typeof change>,
  now: Instant,
): ProtectedEnvironment {
  const { deploy_access_levels: deploy, approval_rules: rules, required_approval_count: count } = params
  const known = (entry: Entry) => qualifies(world, environment, entry, now)
  return world.protectedEnvironments.put({
    ...environment,
    ...(deploy != null && { deploy: accessFrom(world, environment.deploy, deploy.filter(known)) }),
    ...(rules != null && { rules: rulesFrom(world, environment.rules, rules.filter(known)) }),
    ...(count != null && { requiredApprovals: count }),
    updatedAt: now,
  })
}

type Entry = ParamsOf<typeof access>
type Given = ParamsOf<typeof rule>

function accessFrom(
  world: World,
  before: readonly EnvironmentAccess[],
  given: readonly Entry[] | null | undefined,
): EnvironmentAccess[] {
  const list = [...before]
  for (const entry of given ?? []) {
    const at = list.findIndex(({ id }) => id === entry.id)
    if (entry._destroy && at >= 0) list.splice(at, 1)
    else if (at >= 0) list[at] = { ...(list[at] as EnvironmentAccess), ...holderFrom(entry) }
    else if (!entry._destroy)
      list.push({ id: nextNumber(world, 'protectedEnvironments'), ...holderFrom(entry) })
  }
  if (list.length === 0) throw invalidModel({ deploy_access_levels: ["can't be blank"] }, 422)
  return list
}

function rulesFrom(
  world: World,
  before: readonly EnvironmentRule[],
  given: readonly Given[] | null | undefined,
): EnvironmentRule[] {
  const list = [...before]
  for (const entry of given ?? []) {
    const at = list.findIndex(({ id }) => id === entry.id)
    const required = entry.required_approvals ?? list[at]?.required ?? 1
    if (entry._destroy && at >= 0) list.splice(at, 1)
    else if (at >= 0)
      list[at] = { ...(list[at] as EnvironmentRule), ...holderFrom(entry, list[at]), required }
    else if (!entry._destroy)
      list.push({ id: nextNumber(world, 'protectedEnvironments'), ...holderFrom(entry), required })
  }
  return list
}

function holderFrom(entry: Entry, before?: EnvironmentAccess): Omit<EnvironmentAccess, 'id'> {
  const {
    user_id: userId,
    group_id: groupId,
    access_level: accessLevel,
    group_inheritance_type: type,
  } = entry
  const inheritance = type ?? before?.inheritance ?? 0
  const named = userId != null || groupId != null || accessLevel != null
  if (!named && before !== undefined) return { ...before, inheritance }
  if (userId != null) return { userId, groupId: null, accessLevel: null, inheritance }
  if (groupId != null) return { userId: null, groupId, accessLevel: null, inheritance }
  if (accessLevel === null || ![30, 40, 60].includes(accessLevel ?? 40))
    throw invalidModel({ access_level: ['is not included in the list'] }, 422)
  return { userId: null, groupId: null, accessLevel: accessLevel ?? 40, inheritance }
}
