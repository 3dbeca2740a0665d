import { namespaceEntity } from '../../entities/namespace.ts'
import type { Group } from '../../model/groups/group.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { namespaceTaken } from '../../model/names.ts'
import {
  type Namespace,
  nameOf,
  namespaceAt,
  namespaceWithId,
  pathOf,
} from '../../model/projects/create-project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { memberGroups } from '../../policy/member-groups.ts'
import { groupLevel } from '../../policy/roles.ts'
import { type Listing, listingOf, mapListing, mergeListings } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, string, withDefault } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { parseDay } from '../../time/calendar.ts'
import { byId, containing } from '../shared/place-list.ts'
import { listOfTable } from '../shared/table-list.ts'

export const listNamespaces = operation(
  {
    method: 'GET',
    path: '/namespaces',
    summary: 'List namespaces (administrators see all of them)',
    params: {
      owned_only: withDefault(boolean({ about: 'Only namespaces that the current user owns' }), false),
      search: string({ about: 'Part of the name or path' }),
    },
    answers: { many: namespaceEntity, unordered: true },
    beyond: true,
  },
  ({ caller, params: { owned_only: ownedOnly, search }, view }) =>
    caller.admin && !ownedOnly
      ? allNamespaces(view.situation.world, search)
      : ownNamespaces(view.situation, ownedOnly, search ?? ''),
)

function allNamespaces(world: World, search: string | null | undefined): Listing<Namespace> {
  const { groups, users } = world
  const asGroups = listOfTable<Group>({
    world,
    rows: groups,
    run: groups.all(),
    ...byId,
    direction: 'asc',
    filters: containing({ world, rows: groups }, search, (group) => searched(ofGroup(group))),
  })
  const asUsers = listOfTable<User>({
    world,
    rows: users,
    run: users.by('byNamespace'),
    order: 'namespace',
    rank: ({ namespaceId }) => namespaceId,
    direction: 'asc',
    filters: containing({ world, rows: users }, search, (user) => searched(ofUser(user))),
  })
  return mergeListings<Namespace>([mapListing(asGroups, ofGroup), mapListing(asUsers, ofUser)], byIds)
}

function ownNamespaces(
  { world, caller, now }: Situation,
  ownedOnly: boolean,
  search: string,
): Listing<Namespace> {
  const user = caller.user as User
  const least = ownedOnly ? accessLevels.owner : accessLevels.guest
  const groups = memberGroups(world, user).filter((group) => groupLevel(world, user, group, now) >= least)
  const namespaces = [...groups.map(ofGroup), ofUser(user)]
  const wanted = search.toLowerCase()
  return listingOf(namespaces.filter((it) => searched(it).toLowerCase().includes(wanted)).sort(byIds))
}

/** The texts in which a search looks. */
function searched(namespace: Namespace): string {
  return `${nameOf(namespace)}\n${pathOf(namespace)}`
}

function ofGroup(group: Group): Namespace {
  return { kind: 'group', group }
}

function ofUser(user: User): Namespace {
  return { kind: 'user', user }
}

function byIds(a: Namespace, b: Namespace): number {
  return idOf(a) - idOf(b)
}

function idOf(namespace: Namespace): number {
  return namespace.kind === 'group' ? namespace.group.id : namespace.user.namespaceId
}

export const getNamespace = operation(
  {
    method: 'GET',
    path: '/namespaces/:id',
    summary: 'Get a namespace',
    params: { id: required(string({ about: 'ID or full path' })) },
    answers: { one: namespaceEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, view }) => {
    const namespace = findNamespace(world, params.id ?? '')
    if (namespace === undefined || !seesNamespace(view.situation, namespace)) throw notFound('Namespace')
    return namespace
  },
)

export const updateNamespace = operation(
  {
    method: 'PUT',
    path: '/namespaces/:id',
    summary: 'Update the limits of a namespace',
    auth: 'admin',
    tier: 'premium',
    params: {
      id: required(string({ about: 'ID or full path' })),
      shared_runners_minutes_limit: integer({
        about: 'Minutes of instance runners a month; 0 for any number',
      }),
      extra_shared_runners_minutes_limit: integer({ about: 'Minutes beyond these' }),
      additional_purchased_storage_size: integer({ about: 'In megabytes' }),
      additional_purchased_storage_ends_on: string({ about: '`YYYY-MM-DD`' }),
    },
    answers: { one: namespaceEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    const namespace = findNamespace(world, params.id ?? '')
    if (namespace === undefined) throw notFound('Namespace')
    return changeLimits(world, namespace, params)
  },
)

interface Limits {
  readonly shared_runners_minutes_limit?: number | null | undefined
  readonly extra_shared_runners_minutes_limit?: number | null | undefined
  readonly additional_purchased_storage_size?: number | null | undefined
  readonly additional_purchased_storage_ends_on?: string | null | undefined
}

function changeLimits(world: World, namespace: Namespace, limits: Limits): Namespace {
  const { shared_runners_minutes_limit: runnerMinutes, extra_shared_runners_minutes_limit: extra } = limits
  const minutes = {
    ...(runnerMinutes !== undefined && { runnerMinutes }),
    ...(extra !== undefined && { extraRunnerMinutes: extra }),
  }
  const { additional_purchased_storage_size: size, additional_purchased_storage_ends_on: end } = limits
  const before = namespace.kind === 'group' ? namespace.group.purchased : namespace.user.purchased
  const purchased = {
    size: size ?? before?.size ?? 0,
    endsOn: end === undefined ? (before?.endsOn ?? null) : end ? (parseDay(end) ?? null) : null,
  }
  const storage = size == null && end === undefined ? {} : { purchased }
  if (namespace.kind === 'user')
    return { ...namespace, user: world.users.update(namespace.user.id, { ...minutes, ...storage }) }
  const choices = { ...namespace.group.choices, ...minutes }
  return { ...namespace, group: world.groups.update(namespace.group.id, { choices, ...storage }) }
}

// A group is shown to its members alone, a public one as well (groups#namespace-get).
function seesNamespace({ world, caller, now }: Situation, namespace: Namespace): boolean {
  if (caller.admin) return true
  const user = caller.user as User
  if (namespace.kind === 'user') return namespace.user.id === user.id
  return groupLevel(world, user, namespace.group, now) >= accessLevels.minimal
}

function findNamespace(world: World, token: string): Namespace | undefined {
  return /^\d{1,18}$/.test(token) ? namespaceWithId(world, Number(token)) : namespaceAt(world, token)
}

export const verifyNamespacePath = operation(
  {
    method: 'GET',
    path: '/namespaces/:namespace/exists',
    summary: 'Verify whether a namespace path is taken',
    params: {
      namespace: required(string({ about: 'Path of the namespace' })),
      parent_id: integer({ about: 'ID of the parent group' }),
    },
    dotted: ['namespace'],
    answers: {
      value: {
        type: 'object',
        properties: { exists: { type: 'boolean' }, suggests: { type: 'array', items: { type: 'string' } } },
        required: ['exists', 'suggests'],
      },
    },
    beyond: true,
  },
  ({ world, params }) => {
    const path = params.namespace ?? ''
    const parent = world.groups.get(params.parent_id ?? 0)
    const taken = (name: string) =>
      namespaceTaken(world, parent === undefined ? name : `${parent.fullPath}/${name}`)
    if (!taken(path)) return { exists: false, suggests: [] }
    let number = 1
    while (taken(`${path}${number}`)) number++
    return { exists: true, suggests: [`${path}${number}`] }
  },
)
