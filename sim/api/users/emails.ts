import { emailEntity } from '../../entities/account.ts'
import type { Email } from '../../model/users/account.ts'
import { addEmail } from '../../model/users/accounts.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, string, withDefault } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { type AccountPlace, anyAccount, ownAccount } from '../shared/account-places.ts'

const emailId = { email_id: required(integer({ about: 'ID of the email address' })) }

export const listOwnEmails = list(ownAccount)
export const listEmailsOfUser = list(anyAccount)
export const addOwnEmail = operation(
  {
    method: 'POST',
    path: '/user/emails',
    summary: 'Add an email address to the current user',
    params: { email: required(string()) },
    answers: { status: 201, one: emailEntity },
    beyond: true,
  },
  ({ world, caller, params, now }) =>
    refuseInvalidRow(() => addEmail(world, caller.user as User, params.email ?? '', false, now)),
)
export const addEmailToUser = operation(
  {
    method: 'POST',
    path: '/users/:id/emails',
    summary: 'Add an email address to a user',
    auth: 'admin',
    params: {
      ...anyAccount.params,
      email: required(string()),
      skip_confirmation: withDefault(boolean({ about: 'Whether the address counts as confirmed' }), false),
    },
    answers: { status: 201, one: emailEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const user = anyAccount.userOf({ world, caller, params })
    return refuseInvalidRow(() => addEmail(world, user, params.email ?? '', params.skip_confirmation, now))
  },
)
export const getOwnEmail = operation(
  {
    method: 'GET',
    path: '/user/emails/:email_id',
    summary: 'Get an email address of the current user',
    scopes: ['read_user'],
    params: emailId,
    answers: { one: emailEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params }) => emailOf(world, caller.user as User, params.email_id),
)
export const deleteOwnEmail = remove(ownAccount)
export const deleteEmailOfUser = remove(anyAccount)

function list({ path, noun, auth, params, userOf }: AccountPlace) {
  return operation(
    {
      method: 'GET',
      path: `${path}/emails`,
      summary: `List the email addresses of ${noun}`,
      auth,
      scopes: ['read_user'],
      params,
      answers: { many: emailEntity, unordered: true },
      refuses: auth === 'admin' ? [404] : [],
      beyond: true,
    },
    (found) => indexListing(found.world.emails.by('byUser', userOf(found).id), 'ascending'),
  )
}

function remove({ path, noun, auth, params, userOf }: AccountPlace) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/emails/:email_id`,
      summary: `Delete an email address of ${noun}`,
      auth,
      params: { ...params, ...emailId },
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    (found) => {
      const { world, params } = found
      world.emails.delete(found.unmodified(emailOf(world, userOf(found), params.email_id)).id)
    },
  )
}

function emailOf(world: World, user: User, id: number | null): Email {
  const email = world.emails.get(id ?? 0)
  if (email?.userId !== user.id) throw notFound('Email')
  return email
}
