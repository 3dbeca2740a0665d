import { newTokenEntity, tokenEntity } from '../../entities/access-token.ts'
import { serviceAccountEntity } from '../../entities/service-account.ts'
import { issueToken } from '../../model/access-tokens/access-tokens.ts'
import { revokeToken, rotateToken } from '../../model/access-tokens/issue-tokens.ts'
import {
  changeServiceAccount,
  createServiceAccount,
  type ServiceValues,
  serviceAccounts,
} from '../../model/access-tokens/service-accounts.ts'
import type { Token } from '../../model/access-tokens/token.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { removeUser } from '../../model/users/remove-user.ts'
import type { ServiceOwner, User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  integer,
  oneOf,
  type ParamsOf,
  required,
  string,
  stringList,
  withDefault,
} from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'
import { personalToken } from '../shared/secrets.ts'
import { dayFrom, filteredTokens, inAWeek, knownScopes, refuseLongLife, tokenFilter } from './params.ts'

// Accounts of machines, of the installation, of groups and of projects alike.

const common = { tier: 'premium', beyond: true } as const
const values = {
  name: string({ about: '`Service account user` unless said' }),
  username: string({ about: 'Made up unless said' }),
  email: string({ about: 'Made up unless said' }),
}
const order = {
  order_by: withDefault(oneOf(['id', 'username']), 'id'),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
}
const userId = { user_id: required(integer({ about: 'Id of the account' })) }
const tokenId = { ...userId, token_id: required(integer({ about: 'Id of the token' })) }
const tokenValues = {
  ...userId,
  name: required(string()),
  description: string(),
  scopes: required(stringList({ about: 'What the token opens' })),
  expires_at: string({ about: '`YYYY-MM-DD`' }),
}

const INSTANCE = '/service_accounts'
const instance: ServiceOwner = { source: 'instance', id: 0 }
const ofInstance = { ...common, auth: 'admin' } as const

export const listServiceAccounts = operation(
  {
    ...ofInstance,
    method: 'GET',
    path: INSTANCE,
    summary: 'List the accounts of machines of the installation',
    params: order,
    answers: { many: serviceAccountEntity },
  },
  ({ world, params }) => inOrder(world, instance, params),
)

export const createInstanceServiceAccount = operation(
  {
    ...ofInstance,
    method: 'POST',
    path: INSTANCE,
    summary: 'Make an account for a machine',
    params: values,
    answers: { status: 201, one: serviceAccountEntity },
    refuses: [400],
  },
  ({ world, caller, params, drawText, now }) =>
    made(world, instance, params, drawText, caller.user as User, now),
)

export const updateInstanceServiceAccount = operation(
  {
    ...ofInstance,
    method: 'PATCH',
    path: `${INSTANCE}/:user_id`,
    summary: 'Change the account of a machine',
    params: { ...userId, ...values },
    answers: { one: serviceAccountEntity },
    refuses: [400, 404],
  },
  ({ world, params }) => changed(world, named(world, instance, params.user_id), params),
)

interface Place {
  readonly subject: 'project' | 'group'
  readonly path: string
  readonly needs: 'admin_group' | 'admin_project'
}
type Found = { readonly project?: Project; readonly group?: Group }
const ofGroup: Place = { subject: 'group', path: '/groups/:id/service_accounts', needs: 'admin_group' }
const ofProject: Place = {
  subject: 'project',
  path: '/projects/:id/service_accounts',
  needs: 'admin_project',
}

function ownerOf({ project, group }: Found): ServiceOwner {
  return project === undefined
    ? { source: 'group', id: (group as Group).id }
    : { source: 'project', id: project.id }
}

export const listGroupServiceAccounts = list(ofGroup)
export const listProjectServiceAccounts = list(ofProject)
export const createGroupServiceAccount = create(ofGroup)
export const createProjectServiceAccount = create(ofProject)
export const updateGroupServiceAccount = update(ofGroup)
export const updateProjectServiceAccount = update(ofProject)
export const deleteGroupServiceAccount = remove(ofGroup)
export const deleteProjectServiceAccount = remove(ofProject)
export const listGroupServiceTokens = listTokens(ofGroup)
export const listProjectServiceTokens = listTokens(ofProject)
export const createGroupServiceToken = createToken(ofGroup)
export const createProjectServiceToken = createToken(ofProject)
export const revokeGroupServiceToken = revoke(ofGroup)
export const revokeProjectServiceToken = revoke(ofProject)
export const rotateGroupServiceToken = rotate(ofGroup)
export const rotateProjectServiceToken = rotate(ofProject)

function list({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'GET',
      path,
      summary: `List the accounts of machines of a ${subject}`,
      params: order,
      answers: { many: serviceAccountEntity },
    },
    ({ world, params, ...found }) => inOrder(world, ownerOf(found), params),
  )
}

function create({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'POST',
      path,
      summary: `Make an account for a machine in a ${subject}`,
      params: values,
      answers: { status: 201, one: serviceAccountEntity },
      refuses: [400],
    },
    ({ world, caller, params, drawText, now, ...found }) =>
      made(world, ownerOf(found), params, drawText, caller.user as User, now),
  )
}

function update({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'PATCH',
      path: `${path}/:user_id`,
      summary: `Change the account of a machine of a ${subject}`,
      params: { ...userId, ...values },
      answers: { one: serviceAccountEntity },
      refuses: [400, 404],
    },
    ({ world, params, ...found }) => changed(world, named(world, ownerOf(found), params.user_id), params),
  )
}

function remove({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'DELETE',
      path: `${path}/:user_id`,
      summary: `Delete the account of a machine of a ${subject}`,
      params: { ...userId, hard_delete: withDefault(boolean({ about: 'With what it made' }), false) },
      answers: { status: 204 },
      refuses: [404],
    },
    ({ world, caller, params, now, ...found }) =>
      removeUser(
        world,
        named(world, ownerOf(found), params.user_id),
        params.hard_delete,
        caller.user as User,
        now,
      ),
  )
}

function listTokens({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'GET',
      path: `${path}/:user_id/personal_access_tokens`,
      summary: `List the tokens of a machine of a ${subject}`,
      params: { ...userId, ...tokenFilter },
      answers: { many: tokenEntity },
      refuses: [404],
    },
    ({ world, params, now, ...found }) => {
      const { id } = named(world, ownerOf(found), params.user_id)
      return listed(filteredTokens(world.tokens.by('byUser', id).list(), params, now))
    },
  )
}

function createToken({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'POST',
      path: `${path}/:user_id/personal_access_tokens`,
      summary: `Issue a token to a machine of a ${subject}`,
      params: tokenValues,
      answers: { status: 201, one: newTokenEntity },
      refuses: [400, 404, 422],
    },
    ({ world, caller, params, drawText, now, ...found }) => {
      const user = named(world, ownerOf(found), params.user_id)
      const expiresOn = dayFrom(params.expires_at)
      refuseLongLife(world, expiresOn, now)
      const value = personalToken(drawText, settingInForce(world, 'personal_access_token_prefix'))
      return issueToken(
        world,
        {
          user,
          kind: 'personal',
          name: params.name ?? '',
          scopes: knownScopes(params.scopes),
          expiresOn,
          value,
        },
        caller.user as User,
        now,
      )
    },
  )
}

function revoke({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'DELETE',
      path: `${path}/:user_id/personal_access_tokens/:token_id`,
      summary: `Revoke a token of a machine of a ${subject}`,
      params: tokenId,
      answers: { status: 204 },
      refuses: [404],
    },
    ({ world, params, ...found }) => {
      revokeToken(world, tokenOf(world, named(world, ownerOf(found), params.user_id), params.token_id))
    },
  )
}

function rotate({ subject, path, needs }: Place) {
  return operation(
    {
      ...common,
      subject,
      needs,
      method: 'POST',
      path: `${path}/:user_id/personal_access_tokens/:token_id/rotate`,
      summary: `Exchange a token of a machine of a ${subject} for a new one`,
      params: { ...tokenId, expires_at: string({ about: '`YYYY-MM-DD`; in a week unless said' }) },
      answers: { status: 200, one: newTokenEntity },
      refuses: [404],
    },
    ({ world, params, drawText, now, ...found }) => {
      const token = tokenOf(world, named(world, ownerOf(found), params.user_id), params.token_id)
      const value = personalToken(drawText, settingInForce(world, 'personal_access_token_prefix'))
      return rotateToken(world, token, { value, expiresOn: dayFrom(params.expires_at) ?? inAWeek(now) }, now)
    },
  )
}

function inOrder(world: World, owner: ServiceOwner, { order_by, sort }: ParamsOf<typeof order>) {
  const rows = serviceAccounts(world, owner)
  const turned = sort === 'asc' ? 1 : -1
  return listed(
    rows.sort((a, b) =>
      order_by === 'id' ? turned * (a.id - b.id) : turned * (a.username < b.username ? -1 : 1),
    ),
  )
}

function made(
  world: World,
  owner: ServiceOwner,
  params: ParamsOf<typeof values>,
  drawText: (alphabet: string, length: number) => string,
  author: User,
  now: number,
): User {
  const suffix = drawText('0123456789abcdef', 32)
  return valid(() => createServiceAccount(world, owner, { ...said(params), suffix }, author, now))
}

function changed(world: World, user: User, params: ParamsOf<typeof values>): User {
  return valid(() => changeServiceAccount(world, user, said(params)))
}

function said({ name, username, email }: ParamsOf<typeof values>): ServiceValues {
  return { name: name || undefined, username: username || undefined, email: email || undefined }
}

function named(world: World, owner: ServiceOwner, id: number | null): User {
  const user = world.users.get(id ?? 0)
  if (user?.serviceOf?.source !== owner.source || user.serviceOf.id !== owner.id) throw notFound('User')
  return user
}

function tokenOf(world: World, user: User, id: number | null): Token {
  const token = world.tokens.get(id ?? 0)
  if (token?.userId !== user.id) throw notFound('Personal Access Token')
  return token
}
