import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The archive of a group that can be downloaded; the id is the group's. */
export interface GroupExportFile {
  readonly id: number
  readonly groupId: number
  readonly name: string
  readonly bytes: Uint8Array
  readonly createdAt: Instant
}

export const groupExportFilesTable = table<GroupExportFile>()('groupExportFiles', {
  byGroup: index((file) => [file.groupId]),
})

/** The archive that a new group is imported from; the id is the group's. */
export interface GroupImport {
  readonly id: number
  readonly groupId: number
  readonly userId: number
  readonly bytes: Uint8Array
}

export const groupImportsTable = table<GroupImport>()('groupImports', {
  byGroup: index((it) => [it.groupId]),
})
