import type { Entity } from '../../entities/entity.ts'
import { memberEntity } from '../../entities/member.ts'
import { areSeveralAdded, type MembersAdded, membersAddedEntity } from '../../entities/members-added.ts'
import { changed, since } from '../../lib/dialect.ts'
import { sentence } from '../../lib/lists.ts'
import type { Group } from '../../model/groups/group.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Member } from '../../model/members/member.ts'
import { changeMember, isLastOwner, removeMember } from '../../model/members/memberships.ts'
import { unassign } from '../../model/members/unassign.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName, Situation } from '../../policy/abilities.ts'
import { memberWith } from '../../policy/all-members.ts'
import { isInvitingClosed, isMembershipLocked, type MemberPlace } from '../../policy/members.ts'
import { licensed } from '../../policy/tier.ts'
import { type Allowance, operation, type RateLimit } from '../../protocol/operation.ts'
import { boolean, integer, integerList, required, string } from '../../protocol/params.ts'
import {
  badRequest,
  forbidden,
  message,
  methodNotAllowed,
  notFound,
  recordNotFound,
} from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { refuseUnknownRole } from '../shared/role-levels.ts'
import {
  dayFrom,
  directMember,
  join,
  ownLevel,
  refusalOfJoining,
  refuseOwner,
  userNumbered,
} from './admission.ts'
import { memberList } from './member-list.ts'

/** Membership works in the same way in projects and in groups. */
interface Place {
  readonly path: string
  readonly noun: string
  readonly subject: 'project' | 'group'
  readonly read: AbilityName
  readonly admin: AbilityName
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => MemberPlace
}

const inProject: Place = {
  path: '/projects/:id/members',
  noun: 'project',
  subject: 'project',
  read: 'read_members',
  admin: 'admin_members',
  of: ({ project }) => ({ source: 'project', row: project as Project }),
}
const inGroup: Place = {
  path: '/groups/:id/members',
  noun: 'group',
  subject: 'group',
  read: 'read_group',
  admin: 'admin_group',
  of: ({ group }) => ({ source: 'group', row: group as Group }),
}

/** Users that one call adds. */
const MOST_AT_ONCE = 100

const memberRole = integer({
  tier: 'ultimate',
  about: 'ID of a custom role with this access level as its base',
})
const userId = { user_id: required(integer({ about: 'ID of the user' })) }
const listParams = {
  query: string({ about: 'Part of the name or user name' }),
  user_ids: integerList(),
  show_seat_info: boolean({ about: 'Includes whether a member takes a seat of the licence' }),
}

export const listProjectMembers = list(inProject, 'direct')
export const listGroupMembers = list(inGroup, 'direct')
export const listAllProjectMembers = list(inProject, 'all')
export const listAllGroupMembers = list(inGroup, 'all')
export const getProjectMember = get(inProject, 'direct')
export const getGroupMember = get(inGroup, 'direct')
export const getAnyProjectMember = get(inProject, 'all')
export const getAnyGroupMember = get(inGroup, 'all')
export const addProjectMember = add(inProject)
export const addGroupMember = add(inGroup)
export const updateProjectMember = update(inProject)
export const updateGroupMember = update(inGroup)
export const removeProjectMember = remove(inProject)
export const removeGroupMember = remove(inGroup)

type Which = 'direct' | 'all'

function list({ path, noun, subject, read: needs, of }: Place, which: Which) {
  return operation(
    {
      method: 'GET',
      path: which === 'all' ? `${path}/all` : path,
      summary:
        which === 'all'
          ? `List all members of a ${noun}, inherited ones included`
          : `List the members of a ${noun}`,
      subject,
      ...(which === 'all' && {
        rateLimit: laterLimit('members#later-list-limit', 'project_members_api_limit'),
      }),
      needs,
      params: listParams,
      answers: { many: memberEntity, unordered: true },
      beyond: true,
    },
    ({ world, params, view, ...found }) => memberList(view.situation, of(found), which, params),
  )
}

function get({ path, noun, subject, read: needs, of }: Place, which: Which) {
  return operation(
    {
      method: 'GET',
      path: `${path}${which === 'all' ? '/all' : ''}/:user_id`,
      summary:
        which === 'all' ? `Get a member of a ${noun}, inherited ones included` : `Get a member of a ${noun}`,
      subject,
      needs,
      params: userId,
      answers: { one: memberEntity },
      beyond: true,
    },
    ({ params, view, ...found }) => memberIn(view.situation, of(found), params.user_id, which),
  )
}

function memberIn(
  situation: Situation,
  place: MemberPlace,
  userId: number | null,
  which: Which = 'direct',
): Member {
  const member = memberWith(situation.world, place, which, userId ?? 0, situation.now)
  if (member === undefined) throw recordNotFound()
  return member
}

function add({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'POST',
      path,
      summary: `Add a member to a ${noun}, or several`,
      subject,
      needs,
      params: {
        access_level: required(
          integer({ about: '10 Guest, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner' }),
        ),
        user_id: required(string({ about: 'ID of the user, or several IDs separated by commas' })),
        expires_at: string({ about: '`YYYY-MM-DD`' }),
        member_role_id: memberRole,
      },
      answers: {
        status: 201,
        one: memberEntity as Entity<Member | MembersAdded>,
        variants: [
          { entity: membersAddedEntity as Entity<Member | MembersAdded>, when: { row: areSeveralAdded } },
        ],
      },
      refuses: [405, 409],
      beyond: true,
    },
    ({ world, caller, params, view, ...found }): Member | MembersAdded => {
      const place = of(found)
      const accessLevel = params.access_level ?? 0
      const named = params.user_id ?? ''
      const several = named.includes(',')
      const user = several ? undefined : userNumbered(world, named)
      if (!several && user === undefined) throw notFound('User')
      if (user !== undefined && directMember(world, place, user) !== undefined)
        throw message(409, 'Member already exists')
      if (!several && place.source === 'project' && isMembershipLocked(world, place.row))
        throw methodNotAllowed()
      if (!several && isInvitingClosed(world, caller)) throw forbidden()
      refuseOwner(view.situation, place, accessLevel)
      const roleId = roleNamed(world, accessLevel, params.member_role_id)
      const admission = {
        place,
        accessLevel,
        expiresAt: dayFrom(params.expires_at),
        ...(roleId !== undefined && { roleId }),
        dialect: view.dialect,
      }
      if (user === undefined) return { faults: addSeveral(named) }
      return refuseInvalidRow(() => join(view.situation, admission, user))

      function addSeveral(list: string): string | undefined {
        const ids = new Set(list.split(',').filter((part) => part !== ''))
        if (ids.size === 0) return 'No users specified.'
        if (ids.size > MOST_AT_ONCE) return `Too many users specified (limit is ${MOST_AT_ONCE})`
        // IDs of nobody are passed over.
        const users = [...ids].flatMap((id) => userNumbered(world, id) ?? []).sort((a, b) => a.id - b.id)
        const faults = users.flatMap((user) => {
          const refusal = refusalOfJoining(view.situation, admission, user)
          return refusal === undefined ? [] : [`${user.username}: ${refusal}`]
        })
        return sentence(faults) || undefined
      }
    },
  )
}

function update({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/:user_id`,
      summary: `Update a member of a ${noun}`,
      subject,
      needs,
      params: {
        ...userId,
        access_level: required(integer()),
        expires_at: string({ about: '`YYYY-MM-DD`' }),
        member_role_id: memberRole,
      },
      answers: { one: memberEntity },
      beyond: true,
    },
    ({ world, caller, params, view, now, ...found }) => {
      const member = memberIn(view.situation, of(found), params.user_id)
      const accessLevel = params.access_level ?? 0
      refuseOwner(view.situation, of(found), accessLevel, member.accessLevel)
      // Bots of tokens come and go with their token.
      if (isBot(world, member)) throw forbidden()
      if (isLastOwner(world, member) && accessLevel !== member.accessLevel) throw forbidden()
      const changes = {
        accessLevel,
        ...(params.expires_at !== undefined && { expiresAt: dayFrom(params.expires_at) }),
      }
      const roleId = roleNamed(world, accessLevel, params.member_role_id)
      const changed = refuseInvalidRow(() => {
        refuseUnknownRole(view.dialect, accessLevel)
        return changeMember(world, member, changes, caller.user as User, now)
      })
      return roleId === undefined ? changed : world.members.put({ ...changed, memberRoleId: roleId })
    },
  )
}

/** Id of the custom role: null for none, undefined when the parameter is absent or the plan has no such roles. */
function roleNamed(
  world: World,
  accessLevel: number,
  id: number | null | undefined,
): number | null | undefined {
  if (id == null || !licensed(world, 'ultimate')) return id === null ? null : undefined
  const role = world.memberRoles.get(id)
  if (role === undefined) throw badRequest('Member Role not found')
  if (role.baseAccessLevel !== accessLevel)
    throw message(400, {
      access_level: ["the custom role's base access level does not match the current access level"],
    })
  return id
}

function removalLimit(per: Place['subject']) {
  const limit = (user: Allowance): RateLimit => ({ name: 'members_delete', user, per })
  return since(
    'members#later-removal-limit',
    changed('settings#later-16-8', { before: limit(60), after: limit({ later: 'members_delete_limit' }) }),
  )
}

function remove({ path, noun, subject, read: needs, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/:user_id`,
      summary: `Remove a member from a ${noun}`,
      subject,
      needs,
      rateLimit: removalLimit(subject),
      params: {
        ...userId,
        skip_subresources: boolean({ about: 'Keeps the memberships in what is below a group' }),
        unassign_issuables: boolean({ about: 'Unassigns issues and merge requests there' }),
      },
      answers: { status: 204 },
      beyond: true,
    },
    ({ world, caller, params, view, now, unmodified, ...found }) => {
      const place = of(found)
      const own = params.user_id === caller.user?.id
      if (!own && !administers(view.situation, place)) throw forbidden()
      const member = memberIn(view.situation, place, params.user_id)
      if (!own) refuseOwner(view.situation, place, member.accessLevel)
      if (isBot(world, member) || isLastOwner(world, member)) throw forbidden()
      const leavesAll = params.skip_subresources !== true
      removeMember(world, unmodified(member), caller.user as User, now, { leavesAll })
      if (params.unassign_issuables === true) unassign(world, member)
    },
  )
}

function isBot(world: World, { userId }: Member): boolean {
  return world.users.require(userId).bot
}

function administers(situation: Situation, place: MemberPlace): boolean {
  const least = place.source === 'project' ? accessLevels.maintainer : accessLevels.owner
  return situation.caller.admin || ownLevel(situation, place) >= least
}
