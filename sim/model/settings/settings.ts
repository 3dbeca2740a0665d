import type { Json } from '../../lib/json.ts'
import { table } from '../../store/database.ts'
import type { Instant } from '../../time/calendar.ts'

/** Values by the names of `settings/attributes.ts`; a setting that is missing has its default. */
export interface SettingValues {
  readonly [name: string]: Json
}

/** What administrators decide for the whole installation; one row, id 1. */
export interface Settings {
  readonly id: 1
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** As reading the settings shows them. */
  readonly stored: SettingValues
  /** As everything else acts on them: a copy that lags behind (settings#cache-clock). */
  readonly inForce: SettingValues
}

export const settingsTable = table<Settings>()('settings', {})
