import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** Notification levels, in the order of the numbers by which members store them. */
export const notificationLevels = [
  'disabled',
  'participating',
  'watch',
  'global',
  'mention',
  'custom',
] as const
export type NotificationLevel = (typeof notificationLevels)[number]

/** The events of the level `custom`. */
export const notificationEvents = [
  'new_release',
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'issue_due',
  'new_merge_request',
  'push_to_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'change_reviewer_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'success_pipeline',
  'moved_project',
  'merge_when_pipeline_succeeds',
] as const
export type NotificationEvent = (typeof notificationEvents)[number]

export type ChosenEvents = { readonly [event in NotificationEvent]?: boolean }

/** Notification settings of a user: global, of a group or of a project. */
export interface NotificationSetting {
  readonly id: number
  readonly userId: number
  readonly source: 'everywhere' | 'group' | 'project'
  /** 0 for everywhere. */
  readonly sourceId: number
  readonly level: NotificationLevel
  readonly events: ChosenEvents
  /** Of everywhere: the address, where it is not that of the account. */
  readonly email?: string
}

export const notificationSettingsTable = table<NotificationSetting>()('notificationSettings', {
  byUser: index((it) => [it.userId, it.source, it.sourceId]),
  bySource: index((it) => [it.source, it.sourceId]),
})
