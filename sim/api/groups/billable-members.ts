import { billableMemberEntity, billableMembershipEntity } from '../../entities/billable.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow, projectsBelow } from '../../model/groups/group-tree.ts'
import type { Member } from '../../model/members/member.ts'
import { isLastOwner, removeMember } from '../../model/members/memberships.ts'
import { matcher } from '../../model/search/search.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { badRequest, notFound } from '../../protocol/refusal.ts'

// Who takes up a seat of a group at the top: members of it, and of all that is below it.

const BILLABLE = '/groups/:id/billable_members'
const ofGroups = { subject: 'group', needs: 'admin_group', tier: 'premium', beyond: true } as const
const userId = { user_id: required(integer({ about: 'Id of the user' })) }

export const listBillableMembers = operation(
  {
    ...ofGroups,
    method: 'GET',
    path: BILLABLE,
    summary: 'List the users who take up seats of a group',
    params: {
      search: string({ about: 'Part of name, username or address' }),
      sort: withDefault(oneOf(['id_asc', 'id_desc', 'name_asc', 'name_desc']), 'id_desc'),
    },
    answers: { many: billableMemberEntity },
    refuses: [400],
  },
  ({ world, group, params }) => {
    refuseLower(group)
    const found = matcher(params.search ?? '', 1)
    const seats = new Map<number, Member>()
    for (const member of membersIn(world, group))
      if (!seats.has(member.userId)) seats.set(member.userId, member)
    const rows = [...seats.values()].flatMap((member) => {
      const user = world.users.require(member.userId)
      if (user.state !== 'active' || !found([user.name, user.username, user.email])) return []
      return [{ user, direct: member.source === 'group', lastOwner: isLastOwner(world, member) }]
    })
    const turned = params.sort.endsWith('asc') ? 1 : -1
    const name = (row: (typeof rows)[number]) => row.user.name
    return listed(
      rows.sort((a, b) => {
        const by = params.sort.startsWith('name') ? (name(a) < name(b) ? -1 : 1) : a.user.id - b.user.id
        return turned * by
      }),
    )
  },
)

export const listBillableMemberships = operation(
  {
    ...ofGroups,
    method: 'GET',
    path: `${BILLABLE}/:user_id/memberships`,
    summary: 'List the memberships for which a user takes up a seat of a group',
    params: userId,
    answers: { many: billableMembershipEntity },
    refuses: [400],
  },
  ({ world, group, params }) => listed(seatOf(world, group, params.user_id)),
)

export const removeBillableMember = operation(
  {
    ...ofGroups,
    method: 'DELETE',
    path: `${BILLABLE}/:user_id`,
    summary: 'Take a user out of a group and of everything below it',
    params: userId,
    answers: { status: 204 },
    refuses: [400],
  },
  ({ world, caller, group, params, now }) => {
    for (const { id } of seatOf(world, group, params.user_id)) {
      const member = world.members.get(id)
      if (member === undefined) continue
      if (isLastOwner(world, member)) throw badRequest('The last owner of a group stays')
      removeMember(world, member, caller.user as User, now)
    }
  },
)

function* membersIn(world: World, group: Group): Generator<Member> {
  for (const { id } of [group, ...groupsBelow(world, group)])
    yield* world.members.by('bySource', 'group', id).list()
  for (const { id } of projectsBelow(world, group)) yield* world.members.by('bySource', 'project', id).list()
}

function seatOf(world: World, group: Group, user: number | null): Member[] {
  refuseLower(group)
  const members = [...membersIn(world, group)].filter(({ userId }) => userId === user)
  if (members.length === 0) throw notFound('User')
  return members
}

function refuseLower({ parentId }: Group): void {
  if (parentId !== null) throw badRequest('only top level groups')
}
