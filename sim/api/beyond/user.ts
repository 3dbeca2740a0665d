import { accountEntity, listedUserEntity, ownUserEntity, userEntity } from '../../entities/user.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { TAKEN } from '../../model/names.ts'
import { matcher } from '../../model/search.ts'
import type { User } from '../../model/user.ts'
import { createUser, userDefaults } from '../../model/users.ts'
import type { Caller } from '../../policy/caller.ts'
import { hidesProfiles } from '../../policy/visible.ts'
import { walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  datetime,
  integer,
  oneOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, invalidModel, message, notFound } from '../../protocol/refusal.ts'

const TEN_MINUTES = 600_000

export const getOwnUser = operation(
  {
    method: 'GET',
    path: '/user',
    summary: 'The caller',
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
      username: string({ about: 'Exact, in any case' }),
      search: string({ about: 'Name, user name or public e-mail address' }),
      active: withDefault(boolean(), false),
      external: withDefault(boolean(), false),
      exclude_external: withDefault(boolean(), false),
      blocked: withDefault(boolean(), false),
      created_after: datetime({ only: 'admin' }),
      created_before: datetime({ only: 'admin' }),
      without_project_bots: withDefault(boolean(), false),
      admins: withDefault(boolean({ only: 'admin' }), false),
      order_by: withDefault(oneOf(['id', 'name', 'username', 'created_at'], { only: 'admin' }), 'id'),
      sort: withDefault(oneOf(['asc', 'desc'], { only: 'admin' }), 'desc'),
    },
    answers: { many: listedUserEntity },
    refuses: [403],
    beyond: true,
  },
  ({ world, caller, params }) => {
    const { username } = params
    if ((caller.user === undefined && !username) || hidesProfiles(world, caller))
      throw forbidden('Not authorized to access /api/v4/users')
    const passes = filterOf(caller, params)
    if (username) return walked(world.users.by('byUsername', username.toLowerCase()), 'ascending', passes)
    const orders = {
      id: world.users.all(),
      name: world.users.by('byName'),
      username: world.users.by('byUsername'),
      created_at: world.users.by('byCreated'),
    }
    const order = caller.admin && params.sort === 'asc' ? 'ascending' : 'descending'
    return walked(orders[caller.admin ? params.order_by : 'id'], order, passes)
  },
)

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
}

/** Blocked users are hidden from everybody but administrators. */
function filterOf({ admin }: Caller, params: UserFilter): (user: User) => boolean {
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
  if (admin && params.admins) wanted.push((user) => user.admin)
  const { created_after: after, created_before: before } = params
  if (admin && after) wanted.push((user) => user.createdAt >= after)
  if (admin && before) wanted.push((user) => user.createdAt <= before)
  return (user) => wanted.every((wants) => wants(user))
}

export const getUser = operation(
  {
    method: 'GET',
    path: '/users/:id',
    summary: 'One user',
    auth: 'public',
    scopes: ['read_user'],
    params: { id: required(integer({ about: 'Id of the user' })) },
    rateLimit: {
      name: 'users_get_by_id',
      user: 'users_get_by_id_limit',
      period: TEN_MINUTES,
      except: 'users_get_by_id_limit_allowlist_raw',
    },
    answers: { one: userEntity },
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
      password: string({ about: 'As long as the settings ask; asked for by approvals that need one' }),
      reset_password: boolean({ about: 'Lets the user choose a password' }),
      force_random_password: boolean({ about: 'Makes a password up' }),
      name: required(string()),
      username: required(string()),
      admin: boolean(),
      external: boolean(),
      private_profile: boolean(),
      bio: string(),
      location: string(),
      organization: string(),
      job_title: string(),
      public_email: string(),
      projects_limit: integer(),
      can_create_group: boolean(),
    },
    rules: [atLeastOneOf('password', 'reset_password', 'force_random_password')],
    answers: { status: 201, one: accountEntity },
    refuses: [409],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    try {
      const email = (params.email ?? '').trim()
      const defaults = userDefaults(world, email)
      const made = params.reset_password === true || params.force_random_password === true
      return createUser(
        world,
        {
          email,
          username: params.username ?? '',
          name: params.name ?? '',
          password: made ? undefined : (params.password ?? ''),
          admin: params.admin ?? false,
          external: params.external ?? defaults.external,
          privateProfile: params.private_profile ?? defaults.privateProfile,
          bio: params.bio ?? '',
          location: params.location ?? '',
          organization: params.organization ?? '',
          jobTitle: params.job_title ?? '',
          publicEmail: params.public_email ?? '',
          projectsLimit: params.projects_limit ?? defaults.projectsLimit,
          canCreateGroup: params.can_create_group ?? defaults.canCreateGroup,
        },
        caller.user as User,
        now,
      )
    } catch (problem) {
      throw problem instanceof InvalidRow ? refusedAccount(problem) : problem
    }
  },
)

function refusedAccount({ errors }: InvalidRow) {
  if (errors.email?.includes(TAKEN)) return message(409, 'Email has already been taken')
  if (errors.username?.includes(TAKEN)) return message(409, 'Username has already been taken')
  return invalidModel(errors)
}
