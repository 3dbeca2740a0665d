import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const artifactFormats = ['zip', 'gzip', 'raw'] as const
export type ArtifactFormat = (typeof artifactFormats)[number]

/** The format that an artifact of each type must have, and the name that runners give to reports. */
export const artifactTypes = {
  archive: { format: 'zip' },
  metadata: { format: 'gzip' },
  trace: { format: 'raw' },
  metrics_referee: { format: 'gzip' },
  network_referee: { format: 'gzip' },
  junit: { format: 'gzip', name: 'junit.xml' },
  metrics: { format: 'gzip', name: 'metrics.txt' },
  dotenv: { format: 'gzip', name: '.env' },
  cobertura: { format: 'gzip', name: 'cobertura-coverage.xml' },
  cluster_applications: { format: 'gzip', name: 'gl-cluster-applications.json' },
  cyclonedx: { format: 'gzip', name: 'gl-sbom.cdx.json' },
  lsif: { format: 'zip', name: 'lsif.json' },
  sast: { format: 'raw', name: 'gl-sast-report.json' },
  secret_detection: { format: 'raw', name: 'gl-secret-detection-report.json' },
  dependency_scanning: { format: 'raw', name: 'gl-dependency-scanning-report.json' },
  container_scanning: { format: 'raw', name: 'gl-container-scanning-report.json' },
  cluster_image_scanning: { format: 'raw', name: 'gl-cluster-image-scanning-report.json' },
  dast: { format: 'raw', name: 'gl-dast-report.json' },
  license_scanning: { format: 'raw', name: 'gl-license-scanning-report.json' },
  accessibility: { format: 'raw', name: 'gl-accessibility.json' },
  codequality: { format: 'raw', name: 'gl-code-quality-report.json' },
  performance: { format: 'raw', name: 'performance.json' },
  browser_performance: { format: 'raw', name: 'browser-performance.json' },
  load_performance: { format: 'raw', name: 'load-performance.json' },
  terraform: { format: 'raw', name: 'tfplan.json' },
  requirements: { format: 'raw', name: 'requirements.json' },
  requirements_v2: { format: 'raw', name: 'requirements_v2.json' },
  coverage_fuzzing: { format: 'raw', name: 'gl-coverage-fuzzing.json' },
  api_fuzzing: { format: 'raw', name: 'gl-api-fuzzing-report.json' },
} as const satisfies { readonly [type: string]: ArtifactForm }
export type ArtifactType = keyof typeof artifactTypes

interface ArtifactForm {
  readonly format: ArtifactFormat
  readonly name?: string
}

/** How a report is sent; undefined for what is no type of report. */
export function reportForm(type: string): Required<ArtifactForm> | undefined {
  const form: ArtifactForm | undefined = Object.hasOwn(artifactTypes, type)
    ? artifactTypes[type as ArtifactType]
    : undefined
  return form?.name === undefined ? undefined : { format: form.format, name: form.name }
}

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
