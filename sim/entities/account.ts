import type { Member } from '../model/members/member.ts'
import type { Email, GpgKey } from '../model/users/account.ts'
import type { User } from '../model/users/user.ts'
import { entity, integer, nullable, oneOfTexts, text, timestamp, type View } from './entity.ts'

export const emailEntity = entity<Email>('Email', {
  id: integer(({ id }) => id),
  email: text(({ email }) => email),
  confirmed_at: nullable(timestamp(({ confirmedAt }) => confirmedAt)),
})

export const gpgKeyEntity = entity<GpgKey>('GpgKey', {
  id: integer(({ id }) => id),
  key: text(({ key }) => key),
  created_at: timestamp(({ createdAt }) => createdAt),
})

/** What a user says of themselves for the moment. */
export const userStatusEntity = entity<User>('UserStatus', {
  emoji: nullable(text((user, view) => (current(user, view)?.emoji ?? null) as string)),
  message: nullable(text((user, view) => (current(user, view)?.message ?? null) as string)),
  availability: nullable(text((user, view) => (current(user, view)?.availability ?? null) as string)),
  message_html: text((user, view) => escaped(current(user, view)?.message ?? '')),
  clear_status_at: nullable(timestamp((user, view) => current(user, view)?.clearAt ?? null)),
})

function current({ status }: User, { hasCome }: View) {
  return status === undefined || (status.clearAt !== null && hasCome(status.clearAt)) ? undefined : status
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** A membership as its user has it. */
export const membershipEntity = entity<Member>('Membership', {
  source_id: integer(({ sourceId }) => sourceId),
  source_name: text(({ source, sourceId }, { world }) =>
    source === 'project' ? world.projects.require(sourceId).name : world.groups.require(sourceId).name,
  ),
  source_type: oneOfTexts(['Project', 'Namespace'], ({ source }) =>
    source === 'project' ? 'Project' : 'Namespace',
  ),
  access_level: integer(({ accessLevel }) => accessLevel),
})
