import type { Share } from '../model/members/member.ts'
import { day, entity, integer, nullable } from './entity.ts'

/** A project opened to the members of a group. */
export const projectShareEntity = entity<Share>('ProjectShare', {
  id: integer(({ id }) => id),
  project_id: integer(({ sourceId }) => sourceId),
  group_id: integer(({ groupId }) => groupId),
  group_access: integer(({ accessLevel }) => accessLevel),
  expires_at: nullable(day(({ expiresAt }) => expiresAt)),
})
