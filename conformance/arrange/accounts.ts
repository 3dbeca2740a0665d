import { gpgKey } from '../oracle/gpg-keys.ts'
import { keyNamed } from '../oracle/ssh-keys.ts'
import type { Furniture, Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'
import { uploadAvatar } from './avatars-and-uploads.ts'
import type { Made } from './create.ts'

/** What belongs to users: addresses, tokens, an account elsewhere. Nothing of it is made where it would stay. */
export async function createAccountRecords(stage: Stage, made: Made): Promise<Furniture> {
  if (!stage.goesBack) return {}
  const owner = stage.user('owner').id
  const found: { [place: string]: string | number | undefined } = {
    'user.emails': await made(stage, 'POST /user/emails', { email: `${stage.prefix}-own@example.com` }),
  }
  const key = gpgKey(`${stage.prefix} own`)
  found['user.gpg_keys'] = await made(stage, 'POST /user/gpg_keys', { key })
  const line = keyNamed(`${stage.prefix} user`).line
  found['user.keys'] = await made(stage, 'POST /user/keys', { title: 'Furniture', key: line })
  if (!stage.has('admin')) return found
  const admin: Who = 'admin'
  const named = { user_id: owner, name: 'Furniture', scopes: ['read_api'] }
  for (const _ of [1, 2, 3]) {
    const issued = 'POST /users/:user_id/personal_access_tokens'
    found.personal_access_tokens = await made(stage, issued, named, 'id', admin)
    const impersonating = 'POST /users/:user_id/impersonation_tokens'
    found.impersonation_token_id = await made(stage, impersonating, named, 'id', admin)
  }
  const email = { id: owner, email: `${stage.prefix}-other@example.com` }
  found['users.emails'] = await made(stage, 'POST /users/:id/emails', email, 'id', admin)
  const signing = { id: owner, key: gpgKey(`${stage.prefix} other`) }
  found['users.gpg_keys'] = await made(stage, 'POST /users/:id/gpg_keys', signing, 'id', admin)
  found['users.keys'] = found['user.keys']
  const attribute = { user_id: owner, key: 'team', value: 'blue' }
  const set = 'PUT /users/:user_id/custom_attributes/:key'
  found['users.custom_attributes'] = await made(stage, set, attribute, 'key', admin)
  if (stage.inGroup) {
    const onGroup = { id: stage.group.id, key: 'team', value: 'blue' }
    const set = 'PUT /groups/:id/custom_attributes/:key'
    found['groups.custom_attributes'] = await made(stage, set, onGroup, 'key', admin)
  }
  const identity = { id: owner, provider: 'furniture', extern_uid: stage.prefix }
  await stage.call('PUT /users/:id', identity, { as: admin })
  // A picture of the service itself, wherever the owner is named.
  await uploadAvatar(stage, 'PUT /users/:id', { id: owner }, { as: admin })
  return { ...found, provider: 'furniture' }
}
