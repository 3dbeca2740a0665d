import type { Invitation } from '../model/members/invitation.ts'
import { day, entity, integer, nullable, text, timestamp, when } from './entity.ts'

/** An invitation that nobody has accepted yet. */
export const invitationEntity = entity<Invitation>('Invitation', {
  access_level: integer(({ accessLevel }) => accessLevel),
  created_at: timestamp(({ createdAt }) => createdAt),
  expires_at: nullable(day(({ expiresAt }) => expiresAt)),
  invite_email: text(({ email }) => email),
  invite_token: when(
    (_, { admin }) => admin,
    text(({ token }) => token),
  ),
  created_by_name: text(({ createdById }, { world }) => world.users.get(createdById)?.name ?? ''),
})
