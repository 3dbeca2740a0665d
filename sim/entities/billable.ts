import type { Invitation } from '../model/members/invitation.ts'
import type { Member } from '../model/members/member.ts'
import { levelNames } from '../model/members/memberships.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import {
  constant,
  day,
  entity,
  flag,
  integer,
  nullable,
  object,
  oneOfTexts,
  text,
  timestamp,
  url,
} from './entity.ts'
import { avatarOf, gravatar } from './user-ref.ts'

interface Billable {
  readonly user: User
  readonly direct: boolean
  readonly lastOwner: boolean
}

/** A billable member of a group. */
export const billableMemberEntity = entity<Billable>('BillableMember', {
  id: integer(({ user }) => user.id),
  username: text(({ user }) => user.username),
  name: text(({ user }) => user.name),
  state: text(({ user }) => user.state),
  avatar_url: nullable(url(({ user }, { world }) => avatarOf(world, user))),
  web_url: url(({ user }, view) => view.url(user.username)),
  email: nullable(text(({ user }) => (user.publicEmail || null) as string)),
  last_activity_on: constant(null),
  membership_type: oneOfTexts(['group_member', 'project_member'], ({ direct }) =>
    direct ? 'group_member' : 'project_member',
  ),
  removable: flag(({ lastOwner }) => !lastOwner),
  created_at: timestamp(({ user }) => user.createdAt),
  last_login_at: constant(null),
  is_last_owner: flag(({ lastOwner }) => lastOwner),
  membership_state: constant('active'),
})

/** A membership of a billable member. */
export const billableMembershipEntity = entity<Member>('BillableMembership', {
  id: integer(({ id }) => id),
  source_id: integer(({ sourceId }) => sourceId),
  source_full_name: text((member, { world }) => sourceOf(world, member).fullName),
  source_members_url: url((member, view) => {
    const { fullPath } = sourceOf(view.world, member)
    return view.url(
      member.source === 'group' ? `groups/${fullPath}/-/group_members` : `${fullPath}/-/project_members`,
    )
  }),
  created_at: timestamp(({ createdAt }) => createdAt),
  expires_at: nullable(day(({ expiresAt }) => expiresAt)),
  access_level: object({
    string_value: text(({ accessLevel }) => levelNames[accessLevel] ?? ''),
    integer_value: integer(({ accessLevel }) => accessLevel),
  }),
})

function sourceOf(world: World, { source, sourceId }: Member) {
  return source === 'group' ? world.groups.require(sourceId) : world.projects.require(sourceId)
}

/** Somebody invited to a group, or to what lies below it. */
export const pendingMemberEntity = entity<Invitation>('PendingMember', {
  id: integer(({ id }) => id),
  email: text(({ email }) => email),
  invited: constant(true),
  avatar_url: nullable(url(({ email }, { world }) => gravatar(world, email, null) as string)),
  // Nobody waits for seats here: whoever is invited joins at once.
  approved: constant(true),
})
