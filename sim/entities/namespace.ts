import { avatarPath } from '../model/avatars/avatars.ts'
import type { PurchasedStorage } from '../model/groups/group.ts'
import { choiceOf } from '../model/groups/group-settings.ts'
import { groupsBelow } from '../model/groups/group-tree.ts'
import type { Namespace } from '../model/projects/create-project.ts'
import { licensed } from '../policy/tier.ts'
import type { Day } from '../time/calendar.ts'
import {
  constant,
  day,
  entity,
  type Fields,
  flag,
  integer,
  nullable,
  oneOfTexts,
  text,
  url,
  type View,
  when,
} from './entity.ts'
import { avatarOf } from './user-ref.ts'

/** A group, or a user as the owner of projects, as other rows show it (projects#namespace). */
export const namespaceBasicEntity = entity<Namespace>('NamespaceBasic', {
  id: integer((it) => (it.kind === 'group' ? it.group.id : it.user.namespaceId)),
  name: text((it) => (it.kind === 'group' ? it.group.name : it.user.name)),
  path: text((it) => (it.kind === 'group' ? it.group.path : it.user.username)),
  kind: oneOfTexts(['group', 'user'], ({ kind }) => kind),
  full_path: text((it) => (it.kind === 'group' ? it.group.fullPath : it.user.username)),
  parent_id: nullable(integer((it) => (it.kind === 'group' ? it.group.parentId : null) as number)),
  avatar_url: nullable(
    url((it, { world }) =>
      it.kind === 'group' ? relative(avatarPath('group', it.group)) : avatarOf(world, it.user),
    ),
  ),
  web_url: url((it, view) =>
    view.url(it.kind === 'group' ? `groups/${it.group.fullPath}` : it.user.username),
  ),
})

/** The same on its own. */
export const namespaceEntity = entity<Namespace>('Namespace', {
  ...(namespaceBasicEntity.fields as Fields<Namespace>),
  shared_runners_minutes_limit: when(
    ofAdmin,
    nullable(integer((it) => minutesOf(it, 'runnerMinutes') as number)),
  ),
  extra_shared_runners_minutes_limit: when(
    ofAdmin,
    nullable(integer((it) => minutesOf(it, 'extraRunnerMinutes') as number)),
  ),
  additional_purchased_storage_size: when(
    ofAdmin,
    integer((it) => storageOf(it)?.size ?? 0),
  ),
  additional_purchased_storage_ends_on: when(
    ofAdmin,
    nullable(day((it) => (storageOf(it)?.endsOn ?? null) as Day)),
  ),
  members_count_with_descendants: when(administers, integer(memberCount)),
  billable_members_count: when(administers, integer(memberCount)),
  plan: text(() => 'default'),
  trial_ends_on: constant(null),
  trial: flag(() => false),
})

function ofAdmin(_: Namespace, { world, admin }: View): boolean {
  return admin && licensed(world, 'premium')
}

function minutesOf(namespace: Namespace, name: 'runnerMinutes' | 'extraRunnerMinutes'): number | null {
  return namespace.kind === 'group' ? choiceOf(namespace.group, name) : (namespace.user[name] ?? null)
}

function storageOf(namespace: Namespace): PurchasedStorage | undefined {
  return namespace.kind === 'group' ? namespace.group.purchased : namespace.user.purchased
}

function administers(namespace: Namespace, { can }: View): boolean {
  return namespace.kind === 'group' && can('admin_group', namespace.group)
}

function memberCount(namespace: Namespace, { world }: View): number {
  if (namespace.kind === 'user') return 0
  const groups = [namespace.group, ...groupsBelow(world, namespace.group)]
  const members = groups.flatMap(({ id }) => world.members.by('bySource', 'group', id).list())
  return new Set(members.map(({ userId }) => userId)).size
}

// Of a group only the path is told here.
function relative(path: string | null): string | null {
  return path === null ? null : `/${path}`
}
