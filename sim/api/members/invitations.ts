import { invitationEntity } from '../../entities/invitation.ts'
import { sentence } from '../../lib/lists.ts'
import type { Group } from '../../model/groups/group.ts'
import type { AccessLevel } from '../../model/members/access-level.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { otherDomain } from '../../model/members/allowed-email-domains.ts'
import type { Invitation } from '../../model/members/invitation.ts'
import { refuseInvalidMembership } from '../../model/members/memberships.ts'
import type { Project } from '../../model/projects/project.ts'
import { userOfEmail } from '../../model/users/accounts.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { isInvitingClosed, type MemberPlace } from '../../policy/members.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, required, string, stringList } from '../../protocol/params.ts'
import { badRequest, forbidden, invalid, notFound } from '../../protocol/refusal.ts'
import { errorSentences, refusedRow, refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { type Admission, dayFrom, refusalOfJoining, refuseOwner, userNumbered } from './admission.ts'

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
      params: { query: string({ about: 'The email address' }) },
      answers: { many: invitationEntity, unordered: true },
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const { source, row } = of(found)
      const { invitations } = world
      const { query } = params
      return indexListing(
        query
          ? invitations.by('byEmail', source, row.id, query.toLowerCase())
          : invitations.by('bySource', source, row.id),
        'ascending',
      )
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
        user_id: string({ about: 'ID of a user, or several separated by commas' }),
        access_level: required(
          oneOf(levels, { about: '10 Guest, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner' }),
        ),
        expires_at: string({ about: '`YYYY-MM-DD`' }),
      },
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
      refuses: [400, 403],
      beyond: true,
    },
    function* ({ world, caller, params, view, drawText, ...found }) {
      const emails = sentIn(params.email)
      const users = sentIn(params.user_id?.split(','))
      if (emails.length === 0 && users.length === 0)
        throw badRequest('Must provide either email or user_id as a parameter')
      if (!emails.every((address) => MAIL.test(address)))
        throw invalid('email contains an invalid email address')
      if (isInvitingClosed(world, caller)) throw forbidden()
      const place = of(found)
      const accessLevel = params.access_level ?? accessLevels.developer
      refuseOwner(view.situation, place, accessLevel)
      const expiresAt = dayFrom(params.expires_at)
      const admission = { place, accessLevel, expiresAt, dialect: view.dialect }
      // Whatever is sent for an id is a key here, `__proto__` too.
      const errors = new Map<string, string>()
      for (const address of emails) {
        const text = inviteAddress(view.situation, admission, address.toLowerCase(), () =>
          drawText(TOKEN, 20),
        )
        if (text !== undefined) errors.set(address, text)
        yield
      }
      for (const id of users) {
        const user = userNumbered(world, id)
        const text = user === undefined ? 'User not found' : refusalOfJoining(view.situation, admission, user)
        if (text !== undefined) errors.set(user?.username ?? id, text)
        yield
      }
      return errors.size === 0
        ? { status: 'success' }
        : { status: 'error', message: Object.fromEntries(errors) }
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
    ({ world, params, view, now, ...found }) => {
      const invitation = named(world, of(found), params.email)
      if (params.access_level == null && params.expires_at === undefined) throw badRequest()
      refuseOwner(view.situation, of(found), params.access_level ?? 0, invitation.accessLevel)
      const accessLevel = (params.access_level ?? invitation.accessLevel) as AccessLevel
      const expiresAt = params.expires_at === undefined ? invitation.expiresAt : dayFrom(params.expires_at)
      const changed = { ...invitation, accessLevel, expiresAt }
      refuseInvalidRow(() => refuseInvalidMembership(world, changed, now, invitation))
      return world.invitations.put(changed)
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
    ({ world, params, view, unmodified, ...found }) => {
      const invitation = named(world, of(found), params.email)
      refuseOwner(view.situation, of(found), invitation.accessLevel)
      world.invitations.delete(unmodified(invitation).id)
    },
  )
}

/** Invites an email address; one of a user makes a member. Returns the reason of a refusal, or undefined. */
function inviteAddress(
  situation: Situation,
  admission: Admission,
  address: string,
  token: () => string,
): string | undefined {
  const { world, caller, now } = situation
  const { place, accessLevel, expiresAt } = admission
  const user = userOfEmail(world, address)
  if (user !== undefined) return refusalOfJoining(situation, admission, user)
  const { source, row } = place
  const told = otherDomain(world, source, row.id, address)
  if (told !== undefined) return `Invite email ${told}`
  const refused = refusedRow(() =>
    refuseInvalidMembership(world, { source, sourceId: row.id, accessLevel, expiresAt }, now),
  )
  if (refused !== undefined) return sentence(errorSentences(refused))
  const sent = { accessLevel: accessLevel as AccessLevel, expiresAt }
  const open = world.invitations.find('byEmail', source, row.id, address)
  if (open !== undefined) world.invitations.put({ ...open, ...sent })
  else
    world.invitations.insert({
      id: nextId(world, 'invitations'),
      source,
      sourceId: row.id,
      email: address,
      ...sent,
      token: token(),
      createdById: (caller.user as User).id,
      createdAt: now,
    })
  return undefined
}

function sentIn(list: readonly string[] | null | undefined): string[] {
  return [...new Set(list)].filter((text) => text.trim() !== '')
}

function named(world: World, { source, row }: MemberPlace, address: string | null): Invitation {
  const found = world.invitations.find('byEmail', source, row.id, (address ?? '').toLowerCase())
  if (found === undefined) throw notFound()
  return found
}
