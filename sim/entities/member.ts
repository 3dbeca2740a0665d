import type { Member } from '../model/members/member.ts'
import type { User } from '../model/users/user.ts'
import { takesSeat } from '../policy/seats.ts'
import {
  constant,
  day,
  entity,
  fieldsOf,
  flag,
  integer,
  nullable,
  one,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { memberRoleEntity } from './member-role.ts'
import { userRefEntity } from './user-ref.ts'

function userOf({ userId }: Member, { world }: View): User {
  return world.users.require(userId)
}

/** A member of a project or a group: the user, and what the membership adds. */
export const memberEntity = entity<Member>('Member', {
  ...fieldsOf(userRefEntity.fields, userOf),
  access_level: integer(({ accessLevel }) => accessLevel),
  created_at: timestamp(({ createdAt }) => createdAt),
  created_by: when(
    ({ createdById }, { world }) => world.users.get(createdById ?? 0) !== undefined,
    one(userRefEntity, ({ createdById }, { world }) => world.users.get(createdById ?? 0)),
  ),
  expires_at: nullable(day(({ expiresAt }) => expiresAt)),
  is_using_seat: when(
    (_, view) => view.asked('show_seat_info') === true,
    flag((member, view) => takesSeat(view.world, userOf(member, view))),
  ),
  membership_state: constant('active'),
  member_role: when(
    ({ memberRoleId }, { world }) => world.memberRoles.get(memberRoleId ?? 0) !== undefined,
    one(memberRoleEntity, ({ memberRoleId }: Member, { world }) => world.memberRoles.get(memberRoleId ?? 0)),
  ),
})
