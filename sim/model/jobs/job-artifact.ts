import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const artifactFormats = ['zip', 'gzip', 'raw'] as const
export type ArtifactFormat = (typeof artifactFormats)[number]

/** A file that a job left. */
export interface JobArtifact {
  readonly id: number
  readonly projectId: number
  readonly jobId: number
  /** `archive` for the files that it was to keep, otherwise a kind of report. */
  readonly type: string
  readonly format: ArtifactFormat
  readonly name: string
  readonly bytes: Uint8Array
  /** Null for what is kept for good. */
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
}

export const jobArtifactsTable = table<JobArtifact>()('jobArtifacts', {
  byJob: index((artifact) => [artifact.jobId, artifact.type], 1),
  byProject: index((artifact) => [artifact.projectId], 1),
})
