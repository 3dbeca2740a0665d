import { accountEntity } from '../../entities/user.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { changeUser, linkIdentity, unlinkIdentity } from '../../model/users/change-user.ts'
import { removeUser, solelyOwnedGroups } from '../../model/users/remove-user.ts'
import type { User } from '../../model/users/user.ts'
import { userDefaults } from '../../model/users/users.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { allOrNoneOf, boolean, required, string, withDefault } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { accountId } from '../shared/account-places.ts'
import { withAvatar } from '../shared/avatar-params.ts'
import { refusedAccount, userParams, userValuesFrom } from './params.ts'

const changes = {
  email: string({ about: 'New address, which the user has to confirm unless `skip_reconfirmation` is sent' }),
  password: string(),
  skip_reconfirmation: boolean({ about: 'Whether the new address counts as confirmed' }),
  name: string(),
  username: string(),
  ...userParams,
}
export const updateUser = operation(
  {
    method: 'PUT',
    path: '/users/:id',
    summary: 'Update a user',
    auth: 'admin',
    params: { ...accountId, ...changes },
    rules: [allOrNoneOf('extern_uid', 'provider')],
    answers: { one: accountEntity },
    refuses: [404, 409],
    beyond: true,
  },
  function* ({ world, caller, params, now }) {
    const user = userWith(world, params.id)
    const { email, password, name, username, provider, extern_uid: externUid } = params
    const given = {
      ...userValuesFrom(params),
      ...(params.private_profile === null && { privateProfile: userDefaults(world, '').privateProfile }),
      ...(email != null && { email: email.trim() }),
      ...(password && { password }),
      ...(name != null && { name }),
      ...(username != null && { username }),
    }
    try {
      const renamed = yield* changeUser(
        world,
        user,
        given,
        caller.user as User,
        now,
        params.skip_reconfirmation === true,
      )
      const changed = withAvatar(world, 'user', renamed, params.avatar)
      return provider && externUid
        ? linkIdentity(world, changed, { provider, externUid, updatedAt: now })
        : changed
    } catch (problem) {
      throw problem instanceof InvalidRow ? refusedAccount(problem) : problem
    }
  },
)

export const deleteUser = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/users/:id',
    summary: 'Delete a user',
    auth: 'admin',
    params: {
      ...accountId,
      hard_delete: withDefault(
        boolean({
          about:
            'Whether contributions are deleted, not moved to the ghost user; sole owners of groups need it',
        }),
        false,
      ),
    },
    answers: { status: 204 },
    refuses: [404, 409],
    beyond: true,
  },
  ({ world, caller, params, now, unmodified }) => {
    const user = userWith(world, params.id)
    if (!params.hard_delete && solelyOwnedGroups(world, user).length > 0)
      throw message(409, 'User cannot be removed while is the sole-owner of a group')
    return removeUser(world, unmodified(user), params.hard_delete, caller.user as User, now)
  },
)

export const deleteUserIdentity = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/users/:id/identities/:provider',
    summary: 'Delete an identity of a user',
    auth: 'admin',
    params: { ...accountId, provider: required(string({ about: 'Name of the external provider' })) },
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, unmodified }) => {
    const user = userWith(world, params.id)
    const provider = params.provider ?? ''
    const identity = user.identities?.find((it) => it.provider === provider)
    if (identity === undefined) throw notFound('Identity')
    unlinkIdentity(world, user, unmodified(identity).provider)
  },
)

function userWith(world: World, id: number | null): User {
  const user = world.users.get(id ?? 0)
  if (user === undefined) throw notFound('User')
  return user
}
