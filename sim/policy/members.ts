import type { Group } from '../model/groups/group.ts'
import { choiceOf } from '../model/groups/group-settings.ts'
import type { Member } from '../model/members/member.ts'
import type { Project } from '../model/projects/project.ts'
import { changedLaterSetting } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import type { Caller } from './caller.ts'
import { groupOf } from './roles.ts'
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
