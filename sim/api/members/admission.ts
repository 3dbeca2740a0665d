import type { Dialect } from '../../lib/dialect.ts'
import { sentence } from '../../lib/lists.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Member } from '../../model/members/member.ts'
import { addMember, changeMember, isLastOwner } from '../../model/members/memberships.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { isInvitingClosed, type MemberPlace, memberWith } from '../../policy/members.ts'
import { groupLevel, projectLevel } from '../../policy/roles.ts'
import { forbidden } from '../../protocol/refusal.ts'
import { errorSentences, refusedRow } from '../../protocol/refuse-invalid-row.ts'
import { type Day, parseDay } from '../../time/calendar.ts'
import { refuseUnknownRole } from '../shared/role-levels.ts'

/** What members that are added or invited by one call have in common. */
export interface Admission {
  readonly place: MemberPlace
  readonly accessLevel: number
  readonly expiresAt: Day | null
  /** Of a custom role: null for none, undefined where it stays as it is. */
  readonly roleId?: number | null
  readonly dialect: Dialect
}

/** Makes a user a member. Throws InvalidRow. */
export function join(situation: Situation, admission: Admission, user: User): Member {
  const { world, caller, now } = situation
  const { place, accessLevel, expiresAt, dialect } = admission
  const inherited = inheritedBy(situation, place, user)
  const where = { source: place.source, sourceId: place.row.id, user }
  refuseUnknownRole(dialect, accessLevel)
  const member = { ...where, accessLevel, expiresAt, ...(inherited && { inherited }) }
  return withRole(world, addMember(world, member, caller.user as User, now), admission)
}

/** Each user of several is added, or given the new level, alone. Returns why one was not, as a sentence. */
export function refusalOfJoining(situation: Situation, admission: Admission, user: User): string | undefined {
  const refused = refusedRow(() => joinOrChange(situation, admission, user))
  return refused === undefined ? undefined : sentence(errorSentences(refused))
}

function joinOrChange(situation: Situation, admission: Admission, user: User): Member {
  const { world, caller, now } = situation
  const { place, accessLevel, expiresAt, dialect } = admission
  const known = directMember(world, place, user)
  if (known === undefined && isInvitingClosed(world, caller))
    throw new InvalidRow({ base: ['not authorized to create member'] })
  if (known === undefined) return join(situation, admission, user)
  const isHeld = isLastOwner(world, known) && accessLevel !== known.accessLevel
  if (isHeld || user.bot || isOwnerAbove(situation, place, known.accessLevel))
    throw new InvalidRow({ base: ['not authorized to update member'] })
  refuseUnknownRole(dialect, accessLevel)
  const changed = changeMember(world, known, { accessLevel, expiresAt }, caller.user as User, now)
  return withRole(world, changed, admission)
}

function withRole(world: World, member: Member, { roleId }: Admission): Member {
  return roleId === undefined ? member : world.members.put({ ...member, memberRoleId: roleId })
}

export function directMember(world: World, { source, row }: MemberPlace, user: User): Member | undefined {
  return world.members.find('bySource', source, row.id, user.id)
}

/** Only Owners add, invite, update and remove Owners. */
export function refuseOwner(situation: Situation, place: MemberPlace, ...levels: readonly number[]): void {
  if (levels.some((level) => isOwnerAbove(situation, place, level))) throw forbidden()
}

function isOwnerAbove(situation: Situation, place: MemberPlace, level: number): boolean {
  return (
    level === accessLevels.owner && !situation.caller.admin && ownLevel(situation, place) < accessLevels.owner
  )
}

/** The level of the caller there. */
export function ownLevel({ world, caller, now }: Situation, { source, row }: MemberPlace): number {
  const user = caller.user as User
  return source === 'project' ? projectLevel(world, user, row, now) : groupLevel(world, user, row, now)
}

function inheritedBy({ world, now }: Situation, place: MemberPlace, user: User) {
  const member = memberWith(world, place, 'all', user.id, now)
  if (member === undefined || member.source !== 'group') return undefined
  return { level: member.accessLevel, from: world.groups.require(member.sourceId).name }
}

export function dayFrom(text: string | null | undefined): Day | null {
  return (text && parseDay(text)) || null
}

/** The user with an id that is part of a list sent as text. */
export function userNumbered(world: World, text: string): User | undefined {
  return /^\d{1,15}$/.test(text) ? world.users.get(Number(text)) : undefined
}
