import type { AccessRequest } from '../model/access-requests/access-request.ts'
import { entity, fieldsOf, timestamp } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

/** A request for access: as a member is, it is shown as the user and what it adds. */
export const accessRequestEntity = entity<AccessRequest>('AccessRequest', {
  ...fieldsOf(userRefEntity.fields, ({ userId }: AccessRequest, { world }) => world.users.require(userId)),
  requested_at: timestamp(({ createdAt }) => createdAt),
})
