import { table } from '../store/database.ts'

/** What administrators decide for the whole installation; one row, id 1. */
export interface Settings {
  readonly id: 1
  /** Whether groups can be migrated by direct transfer. */
  readonly bulkImportEnabled: boolean
}

export const settingsTable = table<Settings>()('settings', {})
