import { protectedEnvironmentEntity } from '../../entities/protected-environment.ts'
import type {
  EnvironmentAccess,
  EnvironmentRule,
  ProtectedEnvironment,
} from '../../model/deployments/protected-environment.ts'
import { environmentTiers } from '../../model/pipelines/ci.ts'
import { nextId, nextNumber, type World } from '../../model/world.ts'
import { walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  filled,
  hashArray,
  integer,
  type ParamsOf,
  required,
  string,
} from '../../protocol/params.ts'
import { invalidModel, message, recordNotFound } from '../../protocol/refusal.ts'

const inherits = integer({ about: '1 where members that the group inherits count', atLeast: 0, atMost: 1 })
const access = {
  id: integer({ about: 'Of an entry that is there' }),
  access_level: integer({ about: '30, 40 or 60' }),
  user_id: integer(),
  group_id: integer(),
  group_inheritance_type: inherits,
  _destroy: boolean({ about: 'Takes the entry with this id away' }),
}
const rule = { ...access, required_approvals: integer({ atLeast: 1 }) }
const lists = {
  approval_rules: hashArray(rule),
  required_approval_count: integer({ atLeast: 0, atMost: 5 }),
}
const name = required(string({ about: 'Of an environment, or in a group of a tier' }))
const named = { name }
const creation = { name: required(filled()), deploy_access_levels: required(hashArray(access)), ...lists }
const change = { ...named, deploy_access_levels: hashArray(access), ...lists }

const PROJECT = '/projects/:id/protected_environments'
const GROUP = '/groups/:id/protected_environments'
const common = { tier: 'premium', beyond: true } as const
const ofProject = { ...common, subject: 'project', needs: 'admin_project' } as const
const ofGroup = { ...common, subject: 'group', needs: 'admin_group' } as const
const one = { one: protectedEnvironmentEntity } as const
const listing = {
  method: 'GET',
  summary: 'List protected environments',
  answers: { many: protectedEnvironmentEntity },
} as const
const getting = {
  method: 'GET',
  summary: 'One protected environment',
  params: named,
  dotted: ['name'],
  answers: one,
} as const
const protecting = {
  method: 'POST',
  summary: 'Let not everybody deploy to an environment',
  params: creation,
  answers: { status: 201, ...one },
  refuses: [409, 422],
} as const
const changing = {
  method: 'PUT',
  summary: 'Change who deploys to an environment',
  params: change,
  dotted: ['name'],
  answers: one,
  refuses: [422],
} as const
const opening = {
  method: 'DELETE',
  summary: 'Let everybody deploy to an environment again',
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

export const listProtectedEnvironments = operation({ ...listing, ...ofProject, path: PROJECT }, (it) =>
  all(it.world, project(it.project.id)),
)
export const getProtectedEnvironment = operation(
  { ...getting, ...ofProject, path: `${PROJECT}/:name` },
  (it) => found(it.world, project(it.project.id), it.params.name),
)
export const protectEnvironment = operation({ ...protecting, ...ofProject, path: PROJECT }, (it) =>
  protect(it.world, project(it.project.id), it.params),
)
export const updateProtectedEnvironment = operation(
  { ...changing, ...ofProject, path: `${PROJECT}/:name` },
  (it) => changed(it.world, found(it.world, project(it.project.id), it.params.name), it.params),
)
export const unprotectEnvironment = operation({ ...opening, ...ofProject, path: `${PROJECT}/:name` }, (it) =>
  it.world.protectedEnvironments.delete(found(it.world, project(it.project.id), it.params.name).id),
)

export const listGroupProtectedEnvironments = operation({ ...listing, ...ofGroup, path: GROUP }, (it) =>
  all(it.world, group(it.group.id)),
)
export const getGroupProtectedEnvironment = operation(
  { ...getting, ...ofGroup, path: `${GROUP}/:name` },
  (it) => found(it.world, group(it.group.id), it.params.name),
)
export const protectGroupEnvironments = operation({ ...protecting, ...ofGroup, path: GROUP }, (it) => {
  if (!environmentTiers.some((tier) => tier === it.params.name))
    throw invalidModel(
      { name: ['must be one of environment tiers: production, staging, testing, development, other.'] },
      422,
    )
  return protect(it.world, group(it.group.id), it.params)
})
export const updateGroupProtectedEnvironment = operation(
  { ...changing, ...ofGroup, path: `${GROUP}/:name` },
  (it) => changed(it.world, found(it.world, group(it.group.id), it.params.name), it.params),
)
export const unprotectGroupEnvironments = operation(
  { ...opening, ...ofGroup, path: `${GROUP}/:name` },
  (it) => it.world.protectedEnvironments.delete(found(it.world, group(it.group.id), it.params.name).id),
)

function all(world: World, { owner, ownerId }: Owner) {
  return walked(world.protectedEnvironments.by('byOwner', owner, ownerId), 'ascending')
}

function found(world: World, { owner, ownerId }: Owner, name: string | null): ProtectedEnvironment {
  const environment = world.protectedEnvironments.find('byOwner', owner, ownerId, name ?? '')
  if (environment === undefined) throw recordNotFound()
  return environment
}

function protect(world: World, owner: Owner, params: ParamsOf<typeof creation>): ProtectedEnvironment {
  const { name, required_approval_count: count } = params
  if (world.protectedEnvironments.find('byOwner', owner.owner, owner.ownerId, name) !== undefined)
    throw message(409, `Protected environment '${name}' already exists`)
  return world.protectedEnvironments.insert({
    id: nextId(world, 'protectedEnvironments'),
    ...owner,
    name,
    deploy: entries(world, [], params.deploy_access_levels),
    rules: ruled(world, [], params.approval_rules),
    requiredApprovals: count ?? 0,
  })
}

function changed(
  world: World,
  environment: ProtectedEnvironment,
  params: ParamsOf<typeof change>,
): ProtectedEnvironment {
  const { deploy_access_levels: deploy, approval_rules: rules, required_approval_count: count } = params
  return world.protectedEnvironments.put({
    ...environment,
    ...(deploy != null && { deploy: entries(world, environment.deploy, deploy) }),
    ...(rules != null && { rules: ruled(world, environment.rules, rules) }),
    ...(count != null && { requiredApprovals: count }),
  })
}

type Entry = ParamsOf<typeof access>
type Given = ParamsOf<typeof rule>

function entries(
  world: World,
  before: readonly EnvironmentAccess[],
  given: readonly Entry[] | null | undefined,
): EnvironmentAccess[] {
  const list = [...before]
  for (const entry of given ?? []) {
    const at = list.findIndex(({ id }) => id === entry.id)
    if (entry._destroy && at >= 0) list.splice(at, 1)
    else if (at >= 0) list[at] = { ...(list[at] as EnvironmentAccess), ...toWhom(world, entry) }
    else if (!entry._destroy)
      list.push({ id: nextNumber(world, 'protectedEnvironments'), ...toWhom(world, entry) })
  }
  if (list.length === 0) throw invalidModel({ deploy_access_levels: ["can't be blank"] }, 422)
  return list
}

function ruled(
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
      list[at] = { ...(list[at] as EnvironmentRule), ...toWhom(world, entry, list[at]), required }
    else if (!entry._destroy)
      list.push({ id: nextNumber(world, 'protectedEnvironments'), ...toWhom(world, entry), required })
  }
  return list
}

function toWhom(world: World, entry: Entry, before?: EnvironmentAccess): Omit<EnvironmentAccess, 'id'> {
  const {
    user_id: userId,
    group_id: groupId,
    access_level: accessLevel,
    group_inheritance_type: type,
  } = entry
  const inheritance = type ?? before?.inheritance ?? 0
  const named = userId != null || groupId != null || accessLevel != null
  if (!named && before !== undefined) return { ...before, inheritance }
  if (userId != null) {
    if (world.users.get(userId) === undefined) throw invalidModel({ user: ["can't be blank"] }, 422)
    return { userId, groupId: null, accessLevel: null, inheritance }
  }
  if (groupId != null) {
    if (world.groups.get(groupId) === undefined) throw invalidModel({ group: ["can't be blank"] }, 422)
    return { userId: null, groupId, accessLevel: null, inheritance }
  }
  if (![30, 40, 60].includes(accessLevel ?? 40))
    throw invalidModel({ access_level: ['is not included in the list'] }, 422)
  return { userId: null, groupId: null, accessLevel: accessLevel ?? 40, inheritance }
}
