import {
  billableMemberEntity,
  billableMembershipEntity,
  pendingMemberEntity,
} from '../../entities/billable.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Member } from '../../model/members/member.ts'
import { isLastOwner, removeMember } from '../../model/members/memberships.ts'
import { type User, userTexts } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { listingOf, mapListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string } from '../../protocol/params.ts'
import { badRequest, notFound } from '../../protocol/refusal.ts'
import { byId, saying, where } from '../shared/place-list.ts'
import { gathered } from '../shared/planned-list.ts'
import { listOfTable } from '../shared/table-list.ts'
import { BillablePlaces } from './billable-places.ts'
import { pendingMembers } from './pending-members.ts'

// The billable members of a top-level group are its members and those of the subgroups and projects below it.

const BILLABLE = '/groups/:id/billable_members'
const ofGroups = { subject: 'group', needs: 'read_group', tier: 'premium', beyond: true } as const
// Users have no order by level, by membership or by what nobody is told of: those that sort so stay in that of the ids.
const sorts = [
  'access_level_asc',
  'access_level_desc',
  'last_joined',
  'name_asc',
  'name_desc',
  'oldest_joined',
  'oldest_sign_in',
  'recent_sign_in',
  'last_activity_on_asc',
  'last_activity_on_desc',
] as const
const userId = { user_id: required(integer({ about: 'ID of the user' })) }

export const listBillableMembers = operation(
  {
    ...ofGroups,
    method: 'GET',
    path: BILLABLE,
    summary: 'List the billable members of a group',
    params: {
      search: string({ about: 'Part of the name, username or email address' }),
      sort: oneOf(sorts, { about: 'By id unless it is a name' }),
    },
    answers: { many: billableMemberEntity },
    refuses: [400],
  },
  ({ world, group, params, view }) => {
    refuseOthers(view.situation, group)
    const places = new BillablePlaces(world, group)
    const few = places.few()
    const rows = world.users
    const isNamed = params.sort === 'name_asc' || params.sort === 'name_desc'
    const order = {
      ...(isNamed ? byName : byId),
      direction: params.sort === 'name_desc' ? 'desc' : 'asc',
      ties: 'oldest',
    } as const
    const active = where({ world, rows }, 'active', ({ state }: User) => state === 'active')
    const filters = [active, ...saying({ world, rows: world.users }, params.search, 1, userTexts.withAddress)]
    const users =
      few === undefined
        ? listOfTable<User>({
            world,
            rows,
            ...order,
            run: isNamed ? rows.by('byName') : rows.all(),
            filters: [places.users, ...filters],
          })
        : gathered<User>(
            order,
            [...few.keys()].map((id) => rows.require(id)),
            (user) => filters.every(({ passes }) => passes(user)),
          )
    return mapListing(users, (user) => {
      const member = few?.get(user.id) ?? (places.of(user.id)[0] as Member)
      return { user, direct: member.source === 'group', lastOwner: isLastOwner(world, member) }
    })
  },
)

const byName = { order: 'name', rank: ({ name }: User): string => name } as const

export const listBillableMemberships = operation(
  {
    ...ofGroups,
    method: 'GET',
    path: `${BILLABLE}/:user_id/memberships`,
    summary: 'List the memberships of a billable member of a group',
    params: userId,
    answers: { many: billableMembershipEntity, unordered: true },
    refuses: [400],
  },
  ({ group, params, view }) => listingOf(membershipsOf(view.situation, group, params.user_id)),
)

export const removeBillableMember = operation(
  {
    ...ofGroups,
    method: 'DELETE',
    path: `${BILLABLE}/:user_id`,
    summary: 'Remove a billable member from a group',
    params: userId,
    answers: { status: 204 },
    refuses: [400],
  },
  ({ world, caller, group, params, view, now }) => {
    for (const { id } of membershipsOf(view.situation, group, params.user_id)) {
      const member = world.members.get(id)
      if (member === undefined) continue
      if (isLastOwner(world, member)) throw badRequest('The last owner of a group stays')
      removeMember(world, member, caller.user as User, now)
    }
  },
)

export const listPendingMembers = operation(
  {
    ...ofGroups,
    method: 'GET',
    path: '/groups/:id/pending_members',
    summary: 'List the pending members of a group, who are those invited to it and to what lies below it',
    answers: { many: pendingMemberEntity, unordered: true },
    refuses: [400],
  },
  ({ world, group, view }) => {
    refuseOthers(view.situation, group)
    return pendingMembers(world, group)
  },
)

function membershipsOf(situation: Situation, group: Group, user: number | null): Member[] {
  refuseOthers(situation, group)
  const members = new BillablePlaces(situation.world, group).of(user ?? 0)
  if (members.length === 0) throw notFound('User')
  return members
}

function refuseOthers(situation: Situation, group: Group): void {
  if (group.parentId !== null || !can(situation, 'admin_group', group)) throw badRequest()
}
