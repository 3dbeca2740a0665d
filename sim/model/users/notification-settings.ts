import type { Group } from '../groups/group.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import {
  type ChosenEvents,
  type NotificationLevel,
  type NotificationSetting,
  notificationLevels,
} from './notification-setting.ts'
import type { User } from './user.ts'

export type NotificationPlace = 'everywhere' | { readonly group: Group } | { readonly project: Project }

export interface NotificationChanges {
  readonly level?: NotificationLevel
  readonly events: ChosenEvents
  readonly email?: string
}

/** The notification settings of a user; the membership may hold the level. */
export function notificationSettingOf(
  world: World,
  user: User,
  place: NotificationPlace,
): Omit<NotificationSetting, 'id'> {
  const { source, sourceId } = sourceOf(place)
  const kept = world.notificationSettings.find('byUser', user.id, source, sourceId)
  if (kept !== undefined) return kept
  const member =
    source === 'everywhere' ? undefined : world.members.find('bySource', source, sourceId, user.id)
  const unless = source === 'everywhere' ? 'participating' : 'global'
  const level = notificationLevels[member?.notificationLevel ?? -1] ?? unless
  return { userId: user.id, source, sourceId, level, events: {} }
}

/** Changes notification settings of a user, those of the membership too. Throws InvalidRow. */
export function changeNotificationSetting(
  world: World,
  user: User,
  place: NotificationPlace,
  { level, events, email }: NotificationChanges,
): NotificationSetting {
  if (email !== undefined && email !== user.email)
    throw new InvalidRow({ notification_email: ['must be an email you have verified'] })
  const before = notificationSettingOf(world, user, place)
  const { source, sourceId } = before
  const kept = world.notificationSettings.find('byUser', user.id, source, sourceId)
  const member =
    source === 'everywhere' ? undefined : world.members.find('bySource', source, sourceId, user.id)
  if (member !== undefined && level !== undefined)
    world.members.update(member.id, { notificationLevel: notificationLevels.indexOf(level) })
  return world.notificationSettings.put({
    ...before,
    id: kept?.id ?? nextId(world, 'notificationSettings'),
    level: level ?? before.level,
    events: { ...before.events, ...events },
    ...(email !== undefined && { email }),
  })
}

/** Deletes the notification settings of a deleted project or group. */
export function deleteNotificationSettings(world: World, source: 'group' | 'project', id: number): void {
  for (const it of world.notificationSettings.by('bySource', source, id).list())
    world.notificationSettings.delete(it.id)
}

function sourceOf(place: NotificationPlace): Pick<NotificationSetting, 'source' | 'sourceId'> {
  if (place === 'everywhere') return { source: 'everywhere', sourceId: 0 }
  return 'group' in place
    ? { source: 'group', sourceId: place.group.id }
    : { source: 'project', sourceId: place.project.id }
}
