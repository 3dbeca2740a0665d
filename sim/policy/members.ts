import type { Group } from '../model/groups/group.ts'
import { choiceOf } from '../model/groups/group-settings.ts'
import type { AccessLevel } from '../model/members/access-level.ts'
import type { Member, MemberSource } from '../model/members/member.ts'
import type { Project } from '../model/projects/project.ts'
import { changedLaterSetting } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Caller } from './caller.ts'
import { ancestorsAndSelf, groupOf, hasEnded } from './roles.ts'
import { licensed } from './tier.ts'

/** A project or a group, which have members. */
export type MemberPlace =
  | { readonly source: 'project'; readonly row: Project }
  | { readonly source: 'group'; readonly row: Group }

/** True for a project whose group has all members to itself (groups#membership-lock). */
export function isMembershipLocked(world: World, project: Project): boolean {
  const group = groupOf(world, project)
  return group !== undefined && licensed(world, 'premium') && choiceOf(group, 'membershipLocked')
}

/** True where nobody but administrators adds members, invites or shares (settings#later-18-0). */
export function isInvitingClosed(world: World, caller: Caller): boolean {
  const isClosed = changedLaterSetting(world, 'disable_invite_members') === true
  return isClosed && !caller.admin && licensed(world, 'premium')
}

/** The members of a project or a group themselves, the earlier ones first. */
export function directMembers(world: World, { source, row }: MemberPlace): Member[] {
  return world.members.by('byPlace', source, row.id).list()
}

/** Direct and inherited members, those of invited groups too; each user once, with the highest level. */
export function allMembers(world: World, place: MemberPlace, now: Instant): Member[] {
  const highest = new Map<number, Member>()
  for (const member of everyMembership(world, place, now)) {
    const known = highest.get(member.userId)
    if (known === undefined || member.accessLevel > known.accessLevel) highest.set(member.userId, member)
  }
  return [...highest.values()].sort((a, b) => a.id - b.id)
}

/** The membership of one user: their own in the place, or the highest of all that count there. */
export function memberWith(
  world: World,
  place: MemberPlace,
  which: 'direct' | 'all',
  userId: number,
  now: Instant,
): Member | undefined {
  if (which === 'direct') return world.members.find('bySource', place.source, place.row.id, userId)
  let highest: Member | undefined
  for (const member of everyMembership(world, place, now, userId))
    if (highest === undefined || member.accessLevel > highest.accessLevel) highest = member
  return highest
}

// Of one user, if one is given.
function* everyMembership(
  world: World,
  { source, row }: MemberPlace,
  now: Instant,
  ...user: readonly number[]
): Generator<Member> {
  const above = source === 'project' ? groupOf(world, row) : parentOf(world, row)
  const places = [
    { source, id: row.id },
    ...[...ancestorsAndSelf(world, above)].map(({ id }) => ({ source: 'group' as const, id })),
  ]
  for (const { source, id } of places) {
    const own =
      user.length === 0
        ? world.members.by('byPlace', source, id)
        : world.members.by('bySource', source, id, ...user)
    for (const member of own.list()) if (!hasEnded(member, now)) yield member
    yield* invited(world, source, id, now, user)
  }
}

function parentOf(world: World, group: Group): Group | undefined {
  return group.parentId === null ? undefined : world.groups.get(group.parentId)
}

function* invited(
  world: World,
  source: MemberSource,
  id: number,
  now: Instant,
  user: readonly number[],
): Generator<Member> {
  for (const share of world.shares
    .by('bySource', source, id)
    .list()
    .filter((it) => !hasEnded(it, now)))
    for (const group of ancestorsAndSelf(world, world.groups.get(share.groupId)))
      for (const member of world.members.by('bySource', 'group', group.id, ...user).list())
        if (!hasEnded(member, now))
          yield { ...member, accessLevel: lower(member.accessLevel, share.accessLevel) }
}

function lower(a: AccessLevel, b: AccessLevel): AccessLevel {
  return a < b ? a : b
}
