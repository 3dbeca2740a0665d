import { accountEntity, listedUserEntity, ownUserEntity, userDetailEntity } from '../../entities/user.ts'
import { since } from '../../lib/dialect.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { matcher } from '../../model/search/search.ts'
import { linkIdentity } from '../../model/users/change-user.ts'
import type { User } from '../../model/users/user.ts'
import { createUser, userDefaults } from '../../model/users/users.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { projectLevel } from '../../policy/roles.ts'
import { hidesProfiles } from '../../policy/visible.ts'
import { indexListing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  allOrNoneOf,
  atLeastOneOf,
  boolean,
  datetime,
  oneOf,
  required,
  string,
  stringHash,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, notFound, unauthorized } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'
import { accountId } from '../shared/account-places.ts'
import { withAvatar } from '../shared/avatar-params.ts'
import { refusedAccount, userParams, userValuesFrom } from './params.ts'

const TEN_MINUTES = 600_000

export const getCurrentUser = operation(
  {
    method: 'GET',
    path: '/user',
    summary: 'Get the current user',
    scopes: ['read_user'],
    answers: { one: ownUserEntity },
    beyond: true,
  },
  ({ caller }) => caller.user as User,
)

export const listUsers = operation(
  {
    method: 'GET',
    path: '/users',
    summary: 'List users',
    auth: 'public',
    scopes: ['read_user'],
    params: {
      username: string({ about: 'Exact user name, in any case' }),
      search: string({ about: 'Name, user name or public email address' }),
      active: withDefault(boolean(), false),
      external: withDefault(boolean(), false),
      exclude_external: withDefault(boolean(), false),
      blocked: withDefault(boolean(), false),
      created_after: datetime({ only: 'admin' }),
      created_before: datetime({ only: 'admin' }),
      without_project_bots: withDefault(boolean(), false),
      exclude_internal: withDefault(boolean(), false),
      extern_uid: string({ about: 'ID of the user at `provider`; for administrators' }),
      provider: string(),
      two_factor: string({ only: 'admin', about: '`enabled` or `disabled`' }),
      without_projects: withDefault(boolean({ only: 'admin', about: 'Only members of no project' }), false),
      custom_attributes: stringHash({ only: 'admin' }),
      with_custom_attributes: withDefault(boolean({ only: 'admin' }), false),
      admins: withDefault(boolean({ only: 'admin' }), false),
      auditors: since('users#later-auditors', boolean({ only: 'admin', about: 'Only auditors' })),
      order_by: withDefault(oneOf(['id', 'name', 'username', 'created_at'], { only: 'admin' }), 'id'),
      sort: withDefault(oneOf(['asc', 'desc'], { only: 'admin' }), 'desc'),
    },
    rules: [allOrNoneOf('extern_uid', 'provider')],
    answers: { many: listedUserEntity, ceiling: since('conventions#later-offset-of-users', 'User') },
    refuses: [401, 403, since('conventions#later-offset-of-users', 405)],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const { username, search } = params
    if (params.extern_uid && params.provider && !caller.admin)
      throw caller.user === undefined ? unauthorized() : forbidden()
    if ((caller.user === undefined && !username) || hidesProfiles(world, caller))
      throw forbidden('Not authorized to access /api/v4/users')
    const passes = filterOf(world, caller, params, now)
    if (search && !caller.admin) return listingOf(bestFirst(world.users.all().list().filter(passes), search))
    if (username)
      return indexListing(world.users.by('byUsername', username.toLowerCase()), 'ascending', passes)
    const orders = {
      id: world.users.all(),
      name: world.users.by('byName'),
      username: world.users.by('byUsername'),
      created_at: world.users.by('byCreated'),
    }
    const order = caller.admin && params.sort === 'asc' ? 'ascending' : 'descending'
    return indexListing(orders[caller.admin ? params.order_by : 'id'], order, passes)
  },
)

/** Whose name, user name or public address is the word itself comes first; the others come by name (users#search-order). */
function bestFirst(users: readonly User[], search: string): User[] {
  const word = search.toLowerCase()
  const place = ({ name, username, publicEmail }: User) => {
    const at = [name, username, publicEmail].findIndex((text) => text.toLowerCase() === word)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  const byName = (a: User, b: User) => (a.name < b.name ? -1 : a.name > b.name ? 1 : b.id - a.id)
  const placed = users.map((user) => ({ user, at: place(user) }))
  return placed.sort((a, b) => (a.at === b.at ? byName(a.user, b.user) : a.at - b.at)).map(({ user }) => user)
}

interface UserFilter {
  readonly search?: string | null | undefined
  readonly active: boolean
  readonly external: boolean
  readonly exclude_external: boolean
  readonly blocked: boolean
  readonly created_after?: number | null | undefined
  readonly created_before?: number | null | undefined
  readonly without_project_bots: boolean
  readonly admins: boolean
  readonly auditors?: boolean | null | undefined
  readonly exclude_internal: boolean
  readonly extern_uid?: string | null | undefined
  readonly provider?: string | null | undefined
  readonly two_factor?: string | null | undefined
  readonly without_projects: boolean
  readonly custom_attributes?: { readonly [key: string]: string } | null | undefined
}

/** Blocked users are hidden from everybody but administrators. */
function filterOf(
  world: World,
  { admin }: Caller,
  params: UserFilter,
  now: Instant,
): (user: User) => boolean {
  const found = matcher(params.search ?? '', 3)
  const wanted: ((user: User) => boolean)[] = []
  if (params.search)
    wanted.push((user) => found([user.name, user.username, user.publicEmail, ...(admin ? [user.email] : [])]))
  if (!admin) wanted.push((user) => user.state !== 'blocked' && user.state !== 'banned')
  if (params.active) wanted.push((user) => user.state === 'active')
  if (params.blocked) wanted.push((user) => user.state === 'blocked')
  if (params.external) wanted.push((user) => user.external)
  if (params.exclude_external) wanted.push((user) => !user.external)
  if (params.without_project_bots) wanted.push((user) => !user.bot)
  if (params.exclude_internal) wanted.push((user) => !user.internal)
  const { provider, extern_uid: externUid, custom_attributes: attributes } = params
  if (admin && provider && externUid)
    wanted.push(({ identities = [] }) =>
      identities.some((it) => it.provider === provider && it.externUid === externUid),
    )
  for (const [key, value] of Object.entries(admin ? (attributes ?? {}) : {}))
    wanted.push(({ id }) => world.ownedAttributes.find('byKey', 'user', key, value, id) !== undefined)
  // Nobody has two factors here.
  if (admin && params.two_factor === 'enabled') wanted.push(() => false)
  if (admin && params.without_projects)
    wanted.push((user) => !memberProjects(world, user).some((it) => projectLevel(world, user, it, now) > 0))
  if (admin && params.admins) wanted.push((user) => user.admin)
  if (admin && params.auditors) wanted.push((user) => user.auditor === true)
  const { created_after: after, created_before: before } = params
  if (admin && after) wanted.push((user) => user.createdAt >= after)
  if (admin && before) wanted.push((user) => user.createdAt <= before)
  return (user) => wanted.every((wants) => wants(user))
}

export const getUser = operation(
  {
    method: 'GET',
    path: '/users/:id',
    summary: 'Get a user',
    auth: 'public',
    scopes: ['read_user'],
    params: { ...accountId, with_custom_attributes: withDefault(boolean({ only: 'admin' }), false) },
    rateLimit: {
      name: 'users_get_by_id',
      user: 'users_get_by_id_limit',
      period: TEN_MINUTES,
      except: 'users_get_by_id_limit_allowlist_raw',
    },
    answers: { one: userDetailEntity },
    refuses: [403, 404],
    beyond: true,
  },
  ({ world, caller, params }) => {
    if (caller.user === undefined) throw forbidden('Not authorized!')
    const user = world.users.get(params.id ?? 0)
    if (user === undefined) throw notFound('User')
    return user
  },
)

export const createUserAccount = operation(
  {
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    auth: 'admin',
    params: {
      email: required(string()),
      password: string({ about: 'At least as long as the settings require; some approvals ask for it' }),
      reset_password: boolean({ about: 'Whether the user is to choose a password by a link' }),
      force_random_password: boolean({ about: 'Whether a random password is set' }),
      name: required(string()),
      username: required(string()),
      ...userParams,
    },
    rules: [
      atLeastOneOf('password', 'reset_password', 'force_random_password'),
      allOrNoneOf('extern_uid', 'provider'),
    ],
    answers: { status: 201, one: accountEntity },
    refuses: [409],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    try {
      const email = (params.email ?? '').trim()
      const defaults = userDefaults(world, email)
      const generated = params.reset_password === true || params.force_random_password === true
      const account = createUser(
        world,
        {
          email,
          username: params.username ?? '',
          name: params.name ?? '',
          password: generated ? undefined : (params.password ?? ''),
          ...plainAccount,
          ...defaults,
          ...userValuesFrom(params),
        },
        caller.user as User,
        now,
      )
      const made = withAvatar(world, 'user', account, params.avatar)
      const { provider, extern_uid: externUid } = params
      return provider && externUid ? linkIdentity(world, made, { provider, externUid, updatedAt: now }) : made
    } catch (problem) {
      throw problem instanceof InvalidRow ? refusedAccount(problem) : problem
    }
  },
)

const plainAccount = {
  admin: false,
  bio: '',
  location: '',
  organization: '',
  jobTitle: '',
  publicEmail: '',
}
