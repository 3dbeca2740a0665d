import { accessRequestEntity } from '../../entities/access-request.ts'
import { memberEntity } from '../../entities/member.ts'
import type { AccessRequest } from '../../model/access-requests/access-request.ts'
import { requestAccess } from '../../model/access-requests/access-requests.ts'
import type { Group } from '../../model/groups/group.ts'
import { choiceOf } from '../../model/groups/group-settings.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { addMember } from '../../model/members/memberships.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { type AbilityName, can, type Situation } from '../../policy/abilities.ts'
import type { MemberPlace } from '../../policy/members.ts'
import { groupLevel, projectLevel } from '../../policy/roles.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { forbidden, invalidModel, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { refuseUnknownRole } from '../shared/role-levels.ts'

/** Access requests work alike in projects and in groups. */
interface Place {
  readonly path: string
  readonly noun: string
  readonly subject: 'project' | 'group'
  readonly admin: AbilityName & ('admin_members' | 'admin_group')
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => MemberPlace
}
const inProject: Place = {
  path: '/projects/:id/access_requests',
  noun: 'project',
  subject: 'project',
  admin: 'admin_members',
  of: ({ project }) => ({ source: 'project', row: project as Project }),
}
const inGroup: Place = {
  path: '/groups/:id/access_requests',
  noun: 'group',
  subject: 'group',
  admin: 'admin_group',
  of: ({ group }) => ({ source: 'group', row: group as Group }),
}
const userId = { user_id: required(integer({ about: 'ID of the user' })) }

export const listProjectAccessRequests = list(inProject)
export const listGroupAccessRequests = list(inGroup)
export const requestProjectAccess = create(inProject)
export const requestGroupAccess = create(inGroup)
export const approveProjectAccessRequest = approve(inProject)
export const approveGroupAccessRequest = approve(inGroup)
export const denyProjectAccessRequest = deny(inProject)
export const denyGroupAccessRequest = deny(inGroup)

function list({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the access requests of a ${noun}`,
      subject,
      needs,
      answers: { many: accessRequestEntity, unordered: true },
      beyond: true,
    },
    ({ world, ...found }) => {
      const { source, row } = of(found)
      return indexListing(world.accessRequests.by('bySource', source, row.id), 'ascending')
    },
  )
}

function create({ path, noun, subject, of }: Place) {
  return operation(
    {
      method: 'POST',
      path,
      summary: `Request access to a ${noun}`,
      subject,
      answers: { status: 201, one: accessRequestEntity },
      refuses: [400, 403],
      beyond: true,
    },
    ({ world, caller, view, now, ...found }) => {
      const place = of(found)
      const user = caller.user as User
      if (!mayRequest(view.situation, place, user)) throw forbidden()
      const { source, row } = place
      if (world.accessRequests.find('bySource', source, row.id, user.id) !== undefined)
        throw invalidModel({ user_id: ['already exists in source'] })
      return requestAccess(world, { source, sourceId: row.id }, user, now)
    },
  )
}

/** Members have no access to request, and some projects and groups take no requests. */
function mayRequest({ world, caller, now }: Situation, place: MemberPlace, user: User): boolean {
  if (caller.admin) return false
  if (place.source === 'project')
    return place.row.settings.requestAccess && projectLevel(world, user, place.row, now) === accessLevels.none
  return (
    choiceOf(place.row, 'requestsAccess') && groupLevel(world, user, place.row, now) === accessLevels.none
  )
}

function approve({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/:user_id/approve`,
      summary: `Approve an access request of a ${noun}`,
      subject,
      needs,
      params: {
        ...userId,
        access_level: integer({ about: 'Role of the new member; 30 (Developer) by default' }),
      },
      answers: { status: 201, one: memberEntity },
      refuses: [404],
      beyond: true,
    },
    ({ world, caller, params, view, now, ...found }) => {
      const place = of(found)
      const { source, sourceId, userId: requesterId } = findRequest(view.situation, place, params.user_id)
      const user = world.users.require(requesterId)
      const accessLevel = params.access_level ?? accessLevels.developer
      if (accessLevel >= accessLevels.owner && !isOwner(view.situation, place)) throw forbidden()
      const member = { source, sourceId, user, accessLevel, expiresAt: null }
      return refuseInvalidRow(() => {
        refuseUnknownRole(view.dialect, accessLevel)
        return addMember(world, member, caller.user as User, now)
      })
    },
  )
}

function isOwner({ world, caller, now }: Situation, { source, row }: MemberPlace): boolean {
  if (caller.admin) return true
  const user = caller.user as User
  const level = source === 'project' ? projectLevel(world, user, row, now) : groupLevel(world, user, row, now)
  return level >= accessLevels.owner
}

function deny({ path, noun, subject, admin, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/:user_id`,
      summary: `Deny an access request of a ${noun}, or withdraw one's own`,
      subject,
      params: userId,
      answers: { status: 204 },
      refuses: [403, 404],
      beyond: true,
    },
    ({ world, caller, params, view, unmodified, ...found }) => {
      const place = of(found)
      const request = findRequest(view.situation, place, params.user_id)
      if (request.userId !== caller.user?.id && !can(view.situation, admin, place.row as never))
        throw forbidden()
      world.accessRequests.delete(unmodified(request).id)
    },
  )
}

function findRequest(
  { world }: Situation,
  { source, row }: MemberPlace,
  userId: number | null,
): AccessRequest {
  const request = world.accessRequests.find('bySource', source, row.id, userId ?? 0)
  if (request === undefined) throw recordNotFound()
  return request
}
