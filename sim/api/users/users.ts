import { accountEntity, listedUserEntity, ownUserEntity, userDetailEntity } from '../../entities/user.ts'
import { changed, since } from '../../lib/dialect.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { linkIdentity } from '../../model/users/change-user.ts'
import { type User, userTexts } from '../../model/users/user.ts'
import { createUser, userDefaults } from '../../model/users/users.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
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
import { type Instant, isoTime } from '../../time/calendar.ts'
import { accountId } from '../shared/account-places.ts'
import { withAvatar } from '../shared/avatar-params.ts'
import { nothing, oneOfThese, saying, where } from '../shared/place-list.ts'
import { BY_ID, type RowFilter } from '../shared/row-filters.ts'
import { listOfTable, within } from '../shared/table-list.ts'
import { refusedAccount, userParams, userValuesFrom } from './params.ts'
import { withoutProjects } from './without-projects.ts'

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

const keysetOrders = {
  id: ({ id }: User) => id,
  name: ({ name }: User) => name,
  username: ({ username }: User) => username.toLowerCase(),
  created_at: ({ createdAt }: User) => isoTime(createdAt),
}

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
      pagination: since('users#later-keyset', string({ about: '`keyset` for keyset pagination' })),
    },
    rules: [allOrNoneOf('extern_uid', 'provider')],
    answers: changed('users#later-keyset', {
      before: { many: listedUserEntity },
      after: {
        many: listedUserEntity,
        paging: 'both',
        keyset: { by: 'cursor', orderBy: 'id', sort: 'desc', orders: keysetOrders },
        ceiling: since('conventions#later-offset-of-users', 'User'),
      },
    }),
    refuses: [401, 403, since('conventions#later-offset-of-users', 405)],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const { username, search } = params
    if (params.extern_uid && params.provider && !caller.admin)
      throw caller.user === undefined ? unauthorized() : forbidden()
    if ((caller.user === undefined && !username) || hidesProfiles(world, caller))
      throw forbidden('Not authorized to access /api/v4/users')
    const filters = filtersOf(world, caller, params, now)
    const place = { world, rows: world.users, filters }
    if (search && !caller.admin && params.pagination !== 'keyset')
      return listingOf(bestFirst([...listOfTable({ ...place, ...byId(world) }).rows()], search))
    if (username)
      return indexListing(world.users.by('byUsername', username.toLowerCase()), 'ascending', (user) =>
        filters.every(({ passes }) => passes(user)),
      )
    if (!caller.admin) return listOfTable({ ...place, ...byId(world) })
    const direction = params.sort === 'asc' ? 'asc' : 'desc'
    return listOfTable({ ...place, ...orders[params.order_by](world), direction })
  },
)

const byId = ({ users }: World) =>
  ({ order: BY_ID, run: users.all(), rank: ({ id }: User) => id, direction: 'desc' }) as const
const orders = {
  id: byId,
  name: ({ users }: World) => ({ order: 'name', run: users.by('byName'), rank: ({ name }: User) => name }),
  username: ({ users }: World) => ({
    order: 'username',
    run: users.by('byUsername'),
    rank: ({ username }: User) => username.toLowerCase(),
  }),
  created_at: ({ users }: World) => ({
    order: CREATED,
    run: users.by('byCreated'),
    rank: ({ createdAt }: User) => createdAt,
  }),
}
const CREATED = 'created'

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
function filtersOf(
  world: World,
  { admin }: Caller,
  params: UserFilter,
  now: Instant,
): readonly RowFilter<User>[] {
  const place = { world, rows: world.users }
  // Administrators find users by their addresses, too.
  const texts = admin ? userTexts.all : userTexts.shown
  const filters = saying(place, params.search, SHORTEST_WORD, texts)
  const wanted = (name: string, has: (user: User) => boolean) => filters.push(where(place, name, has))
  if (!admin) wanted('not blocked', ({ state }) => state !== 'blocked' && state !== 'banned')
  if (params.active) wanted('active', ({ state }) => state === 'active')
  if (params.blocked) wanted('blocked', ({ state }) => state === 'blocked')
  if (params.external) wanted('external', ({ external }) => external)
  if (params.exclude_external) wanted('not external', ({ external }) => !external)
  if (params.without_project_bots) wanted('no bot', ({ bot }) => !bot)
  if (params.exclude_internal) wanted('not internal', ({ internal }) => !internal)
  if (!admin) return filters
  const { provider, extern_uid: externUid, custom_attributes: attributes } = params
  if (provider && externUid)
    wanted(`at ${JSON.stringify([provider, externUid])}`, ({ identities = [] }) =>
      identities.some((it) => it.provider === provider && it.externUid === externUid),
    )
  for (const [key, value] of Object.entries(attributes ?? {}))
    filters.push(
      oneOfThese(
        world.ownedAttributes
          .by('byKey', 'user', key, value)
          .list()
          .flatMap(({ ownerId }) => world.users.get(ownerId) ?? []),
      ),
    )
  // Nobody has two factors here.
  if (params.two_factor === 'enabled') filters.push(nothing)
  if (params.without_projects) filters.push(withoutProjects(world, now))
  if (params.admins) wanted('administrators', ({ admin }) => admin)
  if (params.auditors) wanted('auditors', ({ auditor }) => auditor === true)
  const { created_after: after, created_before: before } = params
  return [
    ...filters,
    // A bound of nothing is none.
    ...within(
      () => world.users.by('byCreated'),
      CREATED,
      ({ createdAt }) => createdAt,
      after || null,
      before || null,
    ),
  ]
}

const SHORTEST_WORD = 3

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
