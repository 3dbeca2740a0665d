import { sshKeyEntity } from '../../entities/key.ts'
import { keyUsages, type SshKey } from '../../model/keys/key.ts'
import { addUserKey } from '../../model/keys/keys.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  datetime,
  integer,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { accountId, userNumber } from '../shared/account-places.ts'
import { laterLimit } from '../shared/later-limits.ts'

const keyId = { key_id: required(integer({ about: 'ID of the key' })) }
const creation = {
  key: required(string({ about: 'Public key: type, base64 and an optional comment' })),
  title: required(string()),
  expires_at: datetime(),
  usage_type: withDefault(oneOf(keyUsages), 'auth_and_signing'),
}

export const listOwnSshKeys = operation(
  {
    method: 'GET',
    path: '/user/keys',
    summary: 'List the SSH keys of the current user',
    scopes: ['read_user'],
    answers: { many: sshKeyEntity, unordered: true },
    beyond: true,
  },
  ({ world, caller }) => indexListing(world.keys.by('byUser', caller.user?.id ?? 0), 'ascending'),
)

export const getOwnSshKey = operation(
  {
    method: 'GET',
    path: '/user/keys/:key_id',
    summary: 'Get an SSH key of the current user',
    scopes: ['read_user'],
    params: keyId,
    answers: { one: sshKeyEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params }) => keyOf(world, caller.user as User, params.key_id),
)

export const addOwnSshKey = operation(
  {
    method: 'POST',
    path: '/user/keys',
    summary: 'Add an SSH key to the current user',
    params: creation,
    answers: { status: 201, one: sshKeyEntity },
    beyond: true,
  },
  ({ world, caller, params, now }) =>
    refuseInvalidRow(() => addUserKey(world, caller.user as User, newKey(params), now)),
)

export const deleteOwnSshKey = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/user/keys/:key_id',
    summary: 'Delete an SSH key of the current user',
    params: keyId,
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, unmodified }) =>
    world.keys.delete(unmodified(keyOf(world, caller.user as User, params.key_id)).id),
)

export const listUserSshKeys = operation(
  {
    method: 'GET',
    path: '/users/:user_id/keys',
    summary: 'List the SSH keys of a user',
    auth: 'public',
    rateLimit: laterLimit('keys#later-limits', 'users_api_limit_ssh_keys'),
    scopes: ['read_user'],
    subject: 'user',
    answers: { many: sshKeyEntity, unordered: true },
    beyond: true,
  },
  ({ world, user }) => indexListing(world.keys.by('byUser', user.id), 'ascending'),
)

export const getUserSshKey = operation(
  {
    method: 'GET',
    path: '/users/:user_id/keys/:key_id',
    summary: 'Get an SSH key of a user',
    auth: 'public',
    rateLimit: laterLimit('keys#later-limits', 'users_api_limit_ssh_key'),
    scopes: ['read_user'],
    subject: 'user',
    params: { user_id: accountId.id, ...keyId },
    answers: { one: sshKeyEntity },
    beyond: true,
  },
  ({ world, user, params }) => keyOf(world, user, params.key_id),
)

export const addUserSshKey = operation(
  {
    method: 'POST',
    path: '/users/:user_id/keys',
    summary: 'Add an SSH key to a user',
    auth: 'admin',
    subject: 'user',
    params: { ...userNumber, ...creation },
    answers: { status: 201, one: sshKeyEntity },
    beyond: true,
  },
  ({ world, user, params, now }) => refuseInvalidRow(() => addUserKey(world, user, newKey(params), now)),
)

export const deleteUserSshKey = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/users/:user_id/keys/:key_id',
    summary: 'Delete an SSH key of a user',
    auth: 'admin',
    subject: 'user',
    params: { user_id: accountId.id, ...keyId },
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, user, params, unmodified }) =>
    world.keys.delete(unmodified(keyOf(world, user, params.key_id)).id),
)

function newKey({ title, key, expires_at, usage_type }: ParamsOf<typeof creation>) {
  return { title: title ?? '', key: key ?? '', expiresAt: expires_at ?? null, usage: usage_type }
}

function keyOf(world: World, user: User, id: number | null): SshKey {
  const key = world.keys.get(id ?? 0)
  if (key === undefined || key.kind !== 'user' || key.userId !== user.id) throw notFound('Key')
  return key
}
