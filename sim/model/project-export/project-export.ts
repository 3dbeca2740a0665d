import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** Where a finished archive is sent. */
export interface ExportUpload {
  readonly url: string
  readonly method: 'PUT' | 'POST'
}

/** An export that has been asked for and is not over. */
export interface ProjectExport {
  readonly id: number
  readonly projectId: number
  readonly userId: number
  /** `written`: the archive is there, and what comes after it is not done yet. */
  readonly status: 'queued' | 'started' | 'written'
  /** Stands in the archive instead of the project's own. */
  readonly description: string | null
  readonly upload: ExportUpload | null
}

export const projectExportsTable = table<ProjectExport>()('projectExports', {
  byProject: index((it) => [it.projectId, it.status]),
})

/** The archive of a project that can be downloaded. */
export interface ExportFile {
  readonly id: number
  readonly projectId: number
  /** Who asked for it. */
  readonly userId: number
  readonly name: string
  readonly bytes: Uint8Array
  readonly createdAt: Instant
}

export const exportFilesTable = table<ExportFile>()('exportFiles', {
  byProject: index((file) => [file.projectId, file.userId]),
})

export const exportStatuses = ['none', 'queued', 'started', 'finished', 'regeneration_in_progress'] as const
export type ExportStatus = (typeof exportStatuses)[number]
