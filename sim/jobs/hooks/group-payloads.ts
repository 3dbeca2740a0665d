import type { Group } from '../../model/groups/group.ts'
import type { HookEvent } from '../../model/hooks/hook.ts'
import type { Member } from '../../model/members/member.ts'
import { levelNames } from '../../model/members/memberships.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { type Instant, isoTime } from '../../time/calendar.ts'
import type { Payload } from './parts.ts'

interface Change {
  readonly before: World
  readonly after: World
  readonly now: Instant
}

/** What happened in a group, for its webhooks and those of the groups above it. */
export interface GroupEvent {
  readonly group: Group
  readonly event: HookEvent
  /** The header that names it. */
  readonly name: string
  readonly payload: Payload
}

/** The events of groups: of their members and of the groups below them. */
export function* groupEvents(change: Change): Generator<GroupEvent> {
  const { before, after } = change
  for (const { before: was, after: is } of after.members.since(before.members)) {
    const member = is ?? was
    const group = member?.source === 'group' ? after.groups.get(member.sourceId) : undefined
    const payload = member && group && memberPayload(change, { was, is, member, group })
    if (group && payload) yield { group, event: 'member_events', name: 'Member Hook', payload }
  }
  for (const { before: was, after: is } of after.groups.since(before.groups)) {
    const subgroup = is ?? was
    const group = after.groups.get(subgroup?.parentId ?? 0)
    if (subgroup === undefined || group === undefined || (was && is)) continue
    const payload = subgroupPayload(subgroup, group, was ? 'subgroup_destroy' : 'subgroup_create')
    yield { group, event: 'subgroup_events', name: 'Subgroup Hook', payload }
  }
  for (const { before: was, after: is } of after.projects.since(before.projects)) {
    const project = is ?? was
    if (project === undefined || project.namespaceKind !== 'group' || (was && is)) continue
    const group = after.groups.get(project.namespaceId)
    const payload = projectEventPayload(project, was ? 'project_destroy' : 'project_create')
    if (group) yield { group, event: 'project_events', name: 'Project Hook', payload }
  }
}

/** A project that is created or gone, for system hooks and for webhooks of groups. */
export function projectEventPayload(project: Project, event: string): Payload {
  return {
    event_name: event,
    created_at: isoTime(project.createdAt),
    updated_at: isoTime(project.updatedAt),
    name: project.name,
    path: project.path,
    path_with_namespace: project.fullPath,
    project_id: project.id,
    project_visibility: project.visibility,
  }
}

interface Told {
  readonly was: Member | undefined
  readonly is: Member | undefined
  readonly member: Member
  readonly group: Group
}

function memberPayload(
  { before, after, now }: Change,
  { was, is, member, group }: Told,
): Payload | undefined {
  const unchanged = was?.accessLevel === is?.accessLevel && was?.expiresAt === is?.expiresAt
  const user = after.users.get(member.userId) ?? before.users.get(member.userId)
  if (user === undefined || (was && is && unchanged)) return undefined
  return {
    created_at: seconds(member.createdAt),
    updated_at: seconds(was && is ? now : member.createdAt),
    group_name: group.name,
    group_path: group.path,
    group_id: group.id,
    user_username: user.username,
    user_name: user.name,
    user_email: user.publicEmail || '[REDACTED]',
    user_id: user.id,
    group_access: levelNames[member.accessLevel] ?? null,
    group_plan: null,
    expires_at: member.expiresAt === null ? null : `${member.expiresAt}T00:00:00Z`,
    event_name:
      was === undefined
        ? 'user_add_to_group'
        : is === undefined
          ? 'user_remove_from_group'
          : 'user_update_for_group',
  }
}

function subgroupPayload(subgroup: Group, parent: Group, event: string): Payload {
  return {
    created_at: seconds(subgroup.createdAt),
    updated_at: seconds(subgroup.updatedAt),
    event_name: event,
    name: subgroup.name,
    path: subgroup.path,
    full_path: subgroup.fullPath,
    group_id: subgroup.id,
    parent_group_id: parent.id,
    parent_name: parent.name,
    parent_path: parent.path,
    parent_full_path: parent.fullPath,
  }
}

function seconds(at: Instant): string {
  return isoTime(at).replace(/\.\d+Z$/, 'Z')
}
