import { gpgKeyEntity } from '../../entities/account.ts'
import type { LaterCountName } from '../../model/settings/attributes.ts'
import type { GpgKey } from '../../model/users/account.ts'
import { addGpgKey } from '../../model/users/accounts.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { type Auth, operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { type AccountPlace, anyAccount, ownAccount } from '../shared/account-places.ts'
import { laterLimit } from '../shared/later-limits.ts'

const keyId = { key_id: required(integer({ about: 'ID of the key' })) }

// The GPG keys of a user are public, since others verify signatures with them.
const readable: AccountPlace = { ...anyAccount, auth: 'public' }

const limitOf = (auth: Auth, count: LaterCountName) =>
  auth === 'public' ? { rateLimit: laterLimit('keys#later-limits', count) } : {}

export const listOwnGpgKeys = list(ownAccount)
export const listUserGpgKeys = list(readable)
export const getOwnGpgKey = get(ownAccount)
export const getUserGpgKey = get(readable)
export const addOwnGpgKey = add(ownAccount)
export const addUserGpgKey = add(anyAccount)
export const deleteOwnGpgKey = remove(ownAccount)
export const deleteUserGpgKey = remove(anyAccount)
export const revokeOwnGpgKey = revoke(ownAccount)
export const revokeUserGpgKey = revoke(anyAccount)

function list({ path, noun, auth, params, userOf }: AccountPlace) {
  return operation(
    {
      method: 'GET',
      path: `${path}/gpg_keys`,
      summary: `List the GPG keys of ${noun}`,
      auth,
      ...limitOf(auth, 'users_api_limit_gpg_keys'),
      scopes: ['read_user'],
      params,
      answers: { many: gpgKeyEntity, unordered: true },
      refuses: auth === 'user' ? [] : [404],
      beyond: true,
    },
    (found) => indexListing(found.world.gpgKeys.by('byUser', userOf(found).id), 'ascending'),
  )
}

function get({ path, noun, auth, params, userOf }: AccountPlace) {
  return operation(
    {
      method: 'GET',
      path: `${path}/gpg_keys/:key_id`,
      summary: `Get a GPG key of ${noun}`,
      auth,
      ...limitOf(auth, 'users_api_limit_gpg_key'),
      scopes: ['read_user'],
      params: { ...params, ...keyId },
      answers: { one: gpgKeyEntity },
      refuses: [404],
      beyond: true,
    },
    (found) => keyOf(found.world, userOf(found), found.params.key_id),
  )
}

function add({ path, noun, auth, params, userOf }: AccountPlace) {
  return operation(
    {
      method: 'POST',
      path: `${path}/gpg_keys`,
      summary: `Add a GPG key to ${noun}`,
      auth,
      params: { ...params, key: required(string({ about: 'Public key in ASCII armour' })) },
      answers: { status: 201, one: gpgKeyEntity },
      refuses: auth === 'user' ? [] : [404],
      beyond: true,
    },
    (found) => {
      const { world, params, now } = found
      const user = userOf(found)
      return refuseInvalidRow(() => addGpgKey(world, user, params.key ?? '', now))
    },
  )
}

function remove({ path, noun, auth, params, userOf }: AccountPlace) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/gpg_keys/:key_id`,
      summary: `Delete a GPG key of ${noun}`,
      auth,
      params: { ...params, ...keyId },
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    (found) => {
      const { world, params } = found
      world.gpgKeys.delete(found.unmodified(keyOf(world, userOf(found), params.key_id)).id)
    },
  )
}

/** Deletes the key. In the service its signatures become unverified too; here no signature is ever verified. */
function revoke({ path, noun, auth, params, userOf }: AccountPlace) {
  return operation(
    {
      method: 'POST',
      path: `${path}/gpg_keys/:key_id/revoke`,
      summary: `Revoke a GPG key of ${noun}`,
      auth,
      params: { ...params, ...keyId },
      answers: { status: 202, value: { type: 'null' } },
      refuses: [404],
      beyond: true,
    },
    (found) => {
      const { world, params } = found
      world.gpgKeys.delete(keyOf(world, userOf(found), params.key_id).id)
      return null
    },
  )
}

function keyOf(world: World, user: User, id: number | null): GpgKey {
  const key = world.gpgKeys.get(id ?? 0)
  if (key?.userId !== user.id) throw notFound('GPG Key')
  return key
}
