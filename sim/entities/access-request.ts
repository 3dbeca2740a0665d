import type { AccessRequest } from '../model/access-requests/access-request.ts'
import type { User } from '../model/users/user.ts'
import { entity, type Field, type Fields, timestamp, type View } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

// As a member is, a request is shown as the user and what it adds.
const user = Object.entries(userRefEntity.fields) as [string, Field<User>][]
const userFields: Fields<AccessRequest> = Object.fromEntries(
  user.map(([name, { schema, write }]) => [
    name,
    {
      schema,
      write: ({ userId }: AccessRequest, view: View) => write(view.world.users.require(userId), view),
    },
  ]),
)

/** A request for access. */
export const accessRequestEntity = entity<AccessRequest>('AccessRequest', {
  ...userFields,
  requested_at: timestamp(({ createdAt }) => createdAt),
})
