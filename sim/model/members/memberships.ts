import type { Day, Instant } from '../../time/calendar.ts'
import { dayOf } from '../../time/calendar.ts'
import { deleteAccessRequest } from '../access-requests/access-requests.ts'
import type { AuditScope } from '../audit-events/audit-log.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import type { Group } from '../groups/group.ts'
import { groupsAbove } from '../groups/group-tree.ts'
import { licensed } from '../installation/tier.ts'
import { InvalidRow } from '../invalid-row.ts'
import { recordEvent } from '../users/events.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { type AccessLevel, accessLevels } from './access-level.ts'
import { refuseOtherDomain } from './allowed-email-domains.ts'
import { BOUND, isBoundBot } from './bound-bot.ts'
import type { Member, MemberSource } from './member.ts'

export interface NewMember {
  readonly source: MemberSource
  readonly sourceId: number
  readonly user: User
  readonly accessLevel: number
  readonly expiresAt: Day | null
  /** The level that the user inherits already, and from which group. */
  readonly inherited?: { readonly level: AccessLevel; readonly from: string }
}

export const levelNames: { readonly [level: number]: string } = {
  5: 'Minimal Access',
  10: 'Guest',
  15: 'Planner',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
}
const given: readonly number[] = [10, 15, 20, 30, 40, 50]

/** Makes a user a member. Throws InvalidRow. */
export function addMember(world: World, member: NewMember, by: User, now: Instant): Member {
  const { source, sourceId, user, accessLevel, expiresAt, inherited } = member
  refuseInvalidMembership(world, member, now)
  if (isBoundBot(world, user)) throw new InvalidRow({ user_id: [BOUND] })
  refuseOtherDomain(world, source, sourceId, user)
  if (inherited !== undefined && accessLevel < inherited.level)
    throw new InvalidRow({
      access_level: [
        `should be greater than or equal to ${levelNames[inherited.level]} inherited membership from group ${inherited.from}`,
      ],
    })
  const row = world.members.insert({
    id: nextId(world, 'members'),
    source,
    sourceId,
    userId: user.id,
    accessLevel: accessLevel as AccessLevel,
    notificationLevel: 3,
    expiresAt,
    createdById: by.id,
    createdAt: now,
  })
  deleteAccessRequest(world, source, sourceId, user.id)
  if (source === 'project')
    recordEvent(world, { projectId: sourceId, authorId: user.id, action: 'joined' }, now)
  audit(world, row, { add: 'user_access', as: levelNames[accessLevel] ?? '', member_id: row.id }, by, now)
  return row
}

/** Changes the access level and the expiry of a member. Throws InvalidRow. */
export function changeMember(
  world: World,
  member: Member,
  {
    accessLevel,
    expiresAt = member.expiresAt,
  }: { readonly accessLevel: number; readonly expiresAt?: Day | null },
  by: User,
  now: Instant,
): Member {
  refuseInvalidMembership(world, { ...member, accessLevel, expiresAt }, now, member)
  // Members of projects stay what they are when the domains change.
  if (member.source === 'group')
    refuseOtherDomain(world, 'group', member.sourceId, world.users.require(member.userId))
  const changed = world.members.put({ ...member, accessLevel: accessLevel as AccessLevel, expiresAt })
  const change = {
    change: 'access_level',
    from: levelNames[member.accessLevel] ?? '',
    to: levelNames[accessLevel] ?? '',
    expiry_from: member.expiresAt,
    expiry_to: expiresAt,
    member_id: member.id,
  }
  audit(world, changed, change, by, now)
  return changed
}

/** Removes a member; from a group also from everything below it, unless told otherwise. */
export function removeMember(
  world: World,
  member: Member,
  by: User,
  now: Instant,
  { leavesAll = true }: { readonly leavesAll?: boolean } = {},
): void {
  world.members.delete(member.id)
  if (member.source === 'project')
    recordEvent(world, { projectId: member.sourceId, authorId: member.userId, action: 'left' }, now)
  audit(world, member, { remove: 'user_access', member_id: member.id }, by, now)
  const group = member.source === 'group' ? world.groups.get(member.sourceId) : undefined
  if (group === undefined || !leavesAll) return
  for (const other of world.members.by('byUser', member.userId).list())
    if (isBelow(world, other, group)) world.members.delete(other.id)
}

function isBelow(world: World, { source, sourceId }: Member, group: Group): boolean {
  if (source === 'project')
    return groupsAbove(world, world.projects.require(sourceId)).some(({ id }) => id === group.id)
  const { parentId } = world.groups.require(sourceId)
  const above = parentId === null ? [] : groupsAbove(world, { namespaceKind: 'group', namespaceId: parentId })
  return above.some(({ id }) => id === group.id)
}

/** True for the last owner of a group. */
export function isLastOwner(world: World, { source, sourceId, userId }: Member): boolean {
  if (source !== 'group') return false
  const owners = world.members.by('byLevel', source, sourceId, accessLevels.owner)
  return owners.count(2) === 1 && owners.first()?.userId === userId
}

/** Refuses a level that does not exist there and an end that has passed. Throws InvalidRow. */
export function refuseInvalidMembership(
  world: World,
  {
    source,
    sourceId,
    accessLevel,
    expiresAt,
  }: Pick<NewMember, 'source' | 'sourceId' | 'accessLevel' | 'expiresAt'>,
  now: Instant,
  before?: { readonly expiresAt: Day | null },
): void {
  const faults = levelFaults(world, { source, sourceId, accessLevel })
  if (faults.length > 0) throw new InvalidRow({ access_level: faults })
  if (expiresAt !== null && expiresAt !== before?.expiresAt && expiresAt < dayOf(now))
    throw new InvalidRow({ expires_at: ['cannot be a date in the past'] })
}

/** Minimal Access is for topmost groups, and says so to groups alone. */
function levelFaults(
  world: World,
  { source, sourceId, accessLevel }: Pick<NewMember, 'source' | 'sourceId' | 'accessLevel'>,
): string[] {
  if (accessLevel !== accessLevels.minimal || source === 'project')
    return given.includes(accessLevel) ? [] : ['is not included in the list']
  const faults = [
    ...(world.groups.require(sourceId).parentId === null ? [] : ['supported on top level groups only']),
    ...(licensed(world, 'premium') ? [] : ['not supported by license']),
  ]
  return faults.length === 0 ? [] : ['is not included in the list', ...faults]
}

function audit(
  world: World,
  member: Member,
  change: Parameters<typeof recordAudit>[1]['change'],
  by: User,
  now: Instant,
): void {
  const scope: AuditScope =
    member.source === 'project'
      ? { project: world.projects.require(member.sourceId) }
      : { group: world.groups.require(member.sourceId) }
  const { id, name } = world.users.require(member.userId)
  const target = { targetId: id, targetType: 'User', targetDetails: name }
  recordAudit(world, { author: by, scope, target, change }, now)
}
