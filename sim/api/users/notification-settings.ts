import {
  globalNotificationSettingEntity,
  notificationSettingEntity,
} from '../../entities/notification-setting.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import {
  type ChosenEvents,
  type NotificationEvent,
  type NotificationLevel,
  notificationEvents,
  notificationLevels,
} from '../../model/users/notification-setting.ts'
import {
  changeNotificationSetting,
  type NotificationPlace,
  notificationSettingOf,
} from '../../model/users/notification-settings.ts'
import type { User } from '../../model/users/user.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, type Param, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const events = Object.fromEntries(
  notificationEvents.map((event) => [
    event,
    boolean({ about: 'Whether this event notifies at the level `custom`' }),
  ]),
) as { readonly [event in NotificationEvent]: Param<boolean | null> }
const choices = { level: string({ about: `One of ${notificationLevels.join(', ')}` }), ...events }

export const getNotificationSettings = operation(
  {
    method: 'GET',
    path: '/notification_settings',
    summary: 'Get the global notification settings of the current user',
    answers: { one: globalNotificationSettingEntity },
    beyond: true,
  },
  ({ world, caller }) => notificationSettingOf(world, caller.user as User, 'everywhere'),
)

export const updateNotificationSettings = operation(
  {
    method: 'PUT',
    path: '/notification_settings',
    summary: 'Update the global notification settings of the current user',
    params: { ...choices, notification_email: string({ about: 'Email address of the caller to notify' }) },
    answers: { one: globalNotificationSettingEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, params }) => {
    const email = params.notification_email || undefined
    const changes = { ...chosen(params), ...(email !== undefined && { email }) }
    return refuseInvalidRow(() =>
      changeNotificationSetting(world, caller.user as User, 'everywhere', changes),
    )
  },
)

export const getGroupNotificationSettings = get('group')
export const getProjectNotificationSettings = get('project')
export const updateGroupNotificationSettings = update('group')
export const updateProjectNotificationSettings = update('project')

function get(subject: 'group' | 'project') {
  return operation(
    {
      method: 'GET',
      path: `/${subject}s/:id/notification_settings`,
      summary: `Get the current user's notification settings for a ${subject}`,
      subject,
      answers: { one: notificationSettingEntity },
      beyond: true,
    },
    ({ world, caller, ...found }) => notificationSettingOf(world, caller.user as User, placeOf(found)),
  )
}

function update(subject: 'group' | 'project') {
  return operation(
    {
      method: 'PUT',
      path: `/${subject}s/:id/notification_settings`,
      summary: `Update the current user's notification settings for a ${subject}`,
      subject,
      params: choices,
      answers: { one: notificationSettingEntity },
      refuses: [400],
      beyond: true,
    },
    ({ world, caller, params, ...found }) =>
      changeNotificationSetting(world, caller.user as User, placeOf(found), chosen(params)),
  )
}

function placeOf(found: { readonly group?: Group; readonly project?: Project }): NotificationPlace {
  return found.group === undefined ? { project: found.project as Project } : { group: found.group }
}

type Choices = { readonly level?: string | null | undefined } & {
  readonly [event in NotificationEvent]?: boolean | null | undefined
}

function chosen(params: Choices) {
  const { level } = params
  if (level != null && !isLevel(level)) throw message(400, `'${level}' is not a valid level`)
  const switched = notificationEvents.flatMap((event) =>
    params[event] == null ? [] : [[event, params[event]] as const],
  )
  return { ...(level != null && { level }), events: Object.fromEntries(switched) as ChosenEvents }
}

function isLevel(level: string): level is NotificationLevel {
  return (notificationLevels as readonly string[]).includes(level)
}
