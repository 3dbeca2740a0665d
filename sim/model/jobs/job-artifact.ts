import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const artifactFormats = ['zip', 'gzip', 'raw'] as const
export type ArtifactFormat = (typeof artifactFormats)[number]

/** An artifact of a job. */
export interface JobArtifact {
  readonly id: number
  readonly projectId: number
  readonly jobId: number
  /** `archive` for the files listed under `artifacts:paths`, otherwise a kind of report. */
  readonly type: string
  readonly format: ArtifactFormat
  readonly name: string
  readonly bytes: Uint8Array
  /** Null for artifacts that never expire. */
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
}

export const jobArtifactsTable = table<JobArtifact>()('jobArtifacts', {
  byJob: index((artifact) => [artifact.jobId, artifact.type]),
  byProject: index((artifact) => [artifact.projectId]),
})
