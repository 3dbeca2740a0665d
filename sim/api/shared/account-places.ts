import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Auth } from '../../protocol/operation.ts'
import { integer, type Param, required } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

/** Where the resources of an account are served: `/user` for the caller, `/users/:id` for administrators. */
export interface AccountPlace {
  readonly path: string
  readonly noun: string
  readonly auth: Auth
  readonly params: { readonly id?: Param<number | null, never> }
  readonly userOf: (found: {
    readonly world: World
    readonly caller: { readonly user?: User | undefined }
    readonly params: { readonly id?: number | null }
  }) => User
}

export const ownAccount: AccountPlace = {
  path: '/user',
  noun: 'the current user',
  auth: 'user',
  params: {},
  userOf: ({ caller }) => caller.user as User,
}

/** Accounts below `/users/:id` are found by their number, never by a name (users#digits). */
export const accountId = { id: required(integer({ about: 'ID of the user', nonNumber: 'no-path' })) }

/** Where `:user_id` is a number and no name. */
export const userNumber = { user_id: required(integer({ about: 'ID of the user' })) }

export const anyAccount: AccountPlace = {
  path: '/users/:id',
  noun: 'a user',
  auth: 'admin',
  params: accountId,
  userOf: ({ world, params }) => {
    const user = world.users.get(params.id ?? 0)
    if (user === undefined) throw notFound('User')
    return user
  },
}
