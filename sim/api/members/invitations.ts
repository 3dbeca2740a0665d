import { invitationEntity } from '../../entities/invitation.ts'
import type { Dialect } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import type { AccessLevel } from '../../model/members/access-level.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { otherDomain } from '../../model/members/allowed-email-domains.ts'
import type { Invitation } from '../../model/members/invitation.ts'
import { addMember } from '../../model/members/memberships.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import type { MemberPlace } from '../../policy/members.ts'
import { groupLevel, projectLevel } from '../../policy/roles.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, oneOf, required, string, stringList } from '../../protocol/params.ts'
import { badRequest, forbidden, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { type Day, type Instant, parseDay } from '../../time/calendar.ts'
import { refuseUnknownRole } from '../shared/role-levels.ts'

/** Projects and groups invite in the same way: users become members at once, other addresses get an invitation. */
interface Place {
  readonly path: string
  readonly noun: string
  readonly gate:
    | { readonly subject: 'project'; readonly needs: 'admin_members' }
    | { readonly subject: 'group'; readonly needs: 'admin_group' }
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => MemberPlace
}

const ofProject: Place = {
  path: '/projects/:id/invitations',
  noun: 'a project',
  gate: { subject: 'project', needs: 'admin_members' },
  of: ({ project }) => ({ source: 'project', row: project as Project }),
}
const ofGroup: Place = {
  path: '/groups/:id/invitations',
  noun: 'a group',
  gate: { subject: 'group', needs: 'admin_group' },
  of: ({ group }) => ({ source: 'group', row: group as Group }),
}

const levels = [5, 10, 15, 20, 30, 40, 50] as const
const email = { email: required(string({ about: 'Invited email address' })) }
const MAIL = /^[^\s@,;]+@[^\s@,;]+$/
const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'

export const listProjectInvitations = list(ofProject)
export const listGroupInvitations = list(ofGroup)
export const inviteToProject = invite(ofProject)
export const inviteToGroup = invite(ofGroup)
export const updateProjectInvitation = update(ofProject)
export const updateGroupInvitation = update(ofGroup)
export const deleteProjectInvitation = remove(ofProject)
export const deleteGroupInvitation = remove(ofGroup)

function list({ path, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'GET',
      path,
      summary: `List the pending invitations to ${noun}`,
      params: { query: string({ about: 'Part of the email address' }) },
      answers: { many: invitationEntity, unordered: true },
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const wanted = (params.query ?? '').toLowerCase()
      return listingOf(invitationsOf(world, of(found)).filter((it) => it.email.includes(wanted)))
    },
  )
}

function invite({ path, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'POST',
      path,
      summary: `Invite people to ${noun}, by email address or user id`,
      params: {
        email: stringList({ about: 'One or more email addresses' }),
        user_id: stringList({ about: 'One or more ids of users' }),
        access_level: required(
          oneOf(levels, { about: '10 Guest, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner' }),
        ),
        expires_at: string({ about: '`YYYY-MM-DD`' }),
      },
      rules: [atLeastOneOf('email', 'user_id')],
      answers: {
        status: 201,
        value: {
          type: 'object',
          properties: {
            status: { type: 'string', enum: ['success', 'error'] },
            message: { type: 'object' },
          },
          required: ['status'],
        },
      },
      refuses: [403],
      beyond: true,
    },
    function* ({ world, caller, params, view, now, drawText, ...found }) {
      const place = of(found)
      const level = params.access_level ?? accessLevels.developer
      refuseOwner(view.situation, place, level)
      const invited: InvitationRequest = {
        place,
        level,
        expiresAt: dayFrom(params.expires_at),
        by: caller.user as User,
        now,
        dialect: view.dialect,
      }
      const errors: { [address: string]: string } = {}
      for (const address of new Set(params.email ?? [])) {
        const text = inviteAddress(world, invited, address.toLowerCase(), () => drawText(TOKEN, 20))
        if (text !== undefined) errors[address] = text
        yield
      }
      for (const id of new Set(params.user_id ?? [])) {
        const user = world.users.get(Number(id))
        const text = user === undefined ? 'User not found' : addAsMember(world, invited, user)
        if (text !== undefined) errors[user?.username ?? id] = text
        yield
      }
      return Object.keys(errors).length === 0 ? { status: 'success' } : { status: 'error', message: errors }
    },
  )
}

function update({ path, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'PUT',
      path: `${path}/:email`,
      summary: `Update an invitation to ${noun}`,
      params: { ...email, access_level: oneOf(levels), expires_at: string({ about: '`YYYY-MM-DD`' }) },
      dotted: ['email'],
      answers: { one: invitationEntity },
      refuses: [400, 404],
      beyond: true,
    },
    ({ world, params, view, ...found }) => {
      const invitation = named(world, of(found), params.email)
      if (params.access_level == null && params.expires_at === undefined) throw badRequest()
      refuseOwner(view.situation, of(found), params.access_level ?? 0)
      return world.invitations.put({
        ...invitation,
        ...(params.access_level != null && { accessLevel: params.access_level as AccessLevel }),
        ...(params.expires_at !== undefined && { expiresAt: dayFrom(params.expires_at) }),
      })
    },
  )
}

function remove({ path, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/:email`,
      summary: `Delete an invitation to ${noun}`,
      params: email,
      dotted: ['email'],
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, unmodified, ...found }) => {
      world.invitations.delete(unmodified(named(world, of(found), params.email)).id)
    },
  )
}

interface InvitationRequest {
  readonly place: MemberPlace
  readonly level: number
  readonly expiresAt: Day | null
  readonly by: User
  readonly now: Instant
  readonly dialect: Dialect
}

/** Invites an email address. Returns the reason of a refusal, or undefined. */
function inviteAddress(
  world: World,
  invited: InvitationRequest,
  address: string,
  token: () => string,
): string | undefined {
  if (!MAIL.test(address)) return 'Invite email is invalid'
  const known = world.users.find('byEmail', address)
  if (known !== undefined) return addAsMember(world, invited, known)
  const { source, row } = invited.place
  if (world.invitations.find('byEmail', source, row.id, address) !== undefined)
    return `The member's email address has already been taken`
  const told = otherDomain(world, source, row.id, address)
  if (told !== undefined) return `Invite email ${told}`
  world.invitations.insert({
    id: nextId(world, 'invitations'),
    source,
    sourceId: row.id,
    email: address,
    accessLevel: invited.level as AccessLevel,
    expiresAt: invited.expiresAt,
    token: token(),
    createdById: invited.by.id,
    createdAt: invited.now,
  })
  return undefined
}

function addAsMember(
  world: World,
  { place, level, expiresAt, by, now, dialect }: InvitationRequest,
  user: User,
): string | undefined {
  const { source, row } = place
  if (world.members.find('bySource', source, row.id, user.id) !== undefined)
    return 'User already exists in source'
  const member = { source, sourceId: row.id, user, accessLevel: level, expiresAt }
  refuseInvalidRow(() => {
    refuseUnknownRole(dialect, level)
    return addMember(world, member, by, now)
  })
  return undefined
}

function invitationsOf(world: World, { source, row }: MemberPlace): Invitation[] {
  return world.invitations.by('bySource', source, row.id).list()
}

function named(world: World, { source, row }: MemberPlace, address: string | null): Invitation {
  const found = world.invitations.find('byEmail', source, row.id, (address ?? '').toLowerCase())
  if (found === undefined) throw notFound()
  return found
}

/** Only owners invite owners. */
function refuseOwner({ world, caller, now }: Situation, { source, row }: MemberPlace, level: number): void {
  if (level < accessLevels.owner || caller.admin) return
  const user = caller.user as User
  const own = source === 'project' ? projectLevel(world, user, row, now) : groupLevel(world, user, row, now)
  if (own < accessLevels.owner) throw forbidden()
}

function dayFrom(text: string | null | undefined): Day | null {
  return (text && parseDay(text)) || null
}
