import {
  type NotificationSetting,
  notificationEvents,
  notificationLevels,
} from '../model/users/notification-setting.ts'
import { entity, type Fields, flag, object, oneOfTexts, text, when } from './entity.ts'

type Shown = Omit<NotificationSetting, 'id'>

const fields: Fields<Shown> = {
  level: oneOfTexts(notificationLevels, ({ level }) => level),
  events: when(
    ({ level }) => level === 'custom',
    object<Shown>(
      Object.fromEntries(
        notificationEvents.map((event) => [event, flag<Shown>(({ events }) => events[event] ?? isOn(event))]),
      ),
    ),
  ),
}

// Pipelines that fail, and those that work again, are told of unless somebody does not want it.
function isOn(event: string): boolean {
  return event === 'failed_pipeline' || event === 'fixed_pipeline' || event === 'moved_project'
}

/** Notification settings of a group or a project. */
export const notificationSettingEntity = entity<Shown>('NotificationSetting', fields)

/** Global notification settings, with the email address. */
export const globalNotificationSettingEntity = entity<Shown>('GlobalNotificationSetting', {
  ...fields,
  notification_email: text(({ userId, email }, { world }) => email ?? world.users.require(userId).email),
})
