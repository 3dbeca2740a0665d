import { finishEntity, recordFailure, stopMigration } from '../model/bulk-imports/bulk-imports.ts'
import { endRebase } from '../model/merge-requests/rebase-request.ts'
import { isActive } from '../model/pipelines/head-pipeline.ts'
import { scheduleNextRun } from '../model/pipelines/pipeline-schedules.ts'
import { pipelineFinished, setPipelineStatus } from '../model/pipelines/pipelines.ts'
import { failRelationExports } from '../model/project-export/relation-exports.ts'
import { failImport } from '../model/project-import/project-imports.ts'
import type { MirrorProgress } from '../model/remote-mirrors/remote-mirror.ts'
import { isUnfinished } from '../model/vulnerability-exports/vulnerability-exports.ts'
import { nextId, type World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'
import type { JobKind } from './index.ts'

/** What clients read of a job that failed on an unexpected error. */
export const UNEXPECTED = 'Import failed unexpectedly'

type End = (world: World, args: Job['args'], now: number) => void

/**
 * How what a job is about ends after an unexpected error: as failed, where it has a status. `again` is for work that
 * nothing shows, which is tried again a day later.
 */
const ends: { readonly [kind in JobKind]: End | 'again' } = {
  'bulk-import': failMigration,
  'bulk-import-entity': failEntity,
  'bulk-import-timeout': 'again',
  bridge: failJob,
  'delayed-job': failJob,
  'delayed-deletion': 'again',
  'diff-positions': 'again',
  'export-expiry': 'again',
  fork: failProjectImport,
  'external-import': failProjectImport,
  'gists-import': (world, { userId }) => world.gistImports.delete(Number(userId)),
  'git-housekeeping': 'again',
  'git-import': failProjectImport,
  // A group has no status: what its export or import leaves is no archive, or an empty group.
  'group-export': (world, { groupId }) => world.groupExportFiles.delete(Number(groupId)),
  'group-import': (world, { groupId }) => world.groupImports.delete(Number(groupId)),
  'hook-delivery': 'again',
  'import-timeout': failProjectImport,
  'package-cleanup': 'again',
  pipeline: failPipeline,
  'pipeline-schedule': skipRun,
  'project-export': (world, { exportId }) => world.projectExports.delete(Number(exportId)),
  'project-import': failProjectImport,
  'pull-mirror': (world, { projectId }, now) => {
    const mirror = world.pullMirrors.get(Number(projectId))
    if (mirror !== undefined) world.pullMirrors.put({ ...mirror, ...failedUpdate(now) })
  },
  rebase: failRebase,
  'relation-export': failRelationExport,
  'remote-mirror': (world, { mirrorId }, now) => {
    const mirror = world.remoteMirrors.get(Number(mirrorId))
    if (mirror !== undefined) world.remoteMirrors.put({ ...mirror, ...failedUpdate(now) })
  },
  'settings-cache': 'again',
  'vulnerability-export': failVulnerabilityExport,
}

const DAY = 24 * 3_600_000

/** Ends what a job was about, after an unexpected error, in a world without what the job did. */
export function endFailedJob(world: World, job: Job): void {
  const end = Object.hasOwn(ends, job.kind) ? ends[job.kind as JobKind] : undefined
  if (end === 'again') world.jobs.insert({ ...job, id: nextId(world, 'jobs'), due: job.due + DAY })
  else end?.(world, job.args, job.due)
}

function failProjectImport(world: World, { projectId }: Job['args']): void {
  const project = world.projects.get(Number(projectId))
  if (project === undefined) return
  if (project.importStatus !== 'scheduled' && project.importStatus !== 'started') return
  if (world.projectImports.get(project.id) !== undefined) failImport(world, project, UNEXPECTED)
  else world.projects.update(project.id, { importStatus: 'failed', importError: UNEXPECTED })
}

function failRebase(world: World, { mergeRequestId }: Job['args']): void {
  const mergeRequest = world.mergeRequests.get(Number(mergeRequestId))
  if (mergeRequest !== undefined) endRebase(world, mergeRequest, 'Rebase failed unexpectedly')
}

function failMigration(world: World, { importId }: Job['args'], now: number): void {
  const migration = world.bulkImports.get(Number(importId))
  if (migration !== undefined) stopMigration(world, migration, 'failed', now)
}

function failEntity(world: World, { entityId }: Job['args'], now: number): void {
  const entity = world.bulkImportEntities.get(Number(entityId))
  if (entity?.status !== 'started') return
  const pipelineClass = `BulkImports::${entity.kind === 'group' ? 'Groups' : 'Projects'}::Stage`
  const about = { relation: entity.kind, step: 'loader', pipelineClass } as const
  recordFailure(world, entity, { ...about, exceptionClass: 'BulkImports::Error', message: UNEXPECTED }, now)
  failProjectImport(world, { projectId: entity.projectId })
  finishEntity(world, entity, 'failed', now)
}

function failJob(world: World, { jobId }: Job['args'], now: number): void {
  const job = world.ciJobs.get(Number(jobId))
  if (job === undefined) return
  world.ciJobs.put({ ...job, status: 'failed', failureReason: 'scheduler_failure', finishedAt: now })
  failPipeline(world, { pipelineId: job.pipelineId }, now)
}

function failPipeline(world: World, { pipelineId }: Job['args'], now: number): void {
  const pipeline = world.pipelines.get(Number(pipelineId))
  if (pipeline === undefined || !(isActive(pipeline) || pipeline.status === 'scheduled')) return
  pipelineFinished(world, setPipelineStatus(world, pipeline, 'failed', now), now)
}

// The run is lost, the ones after it are not.
function skipRun(world: World, { scheduleId, userId }: Job['args'], now: number): void {
  const schedule = world.pipelineSchedules.get(Number(scheduleId))
  if (schedule !== undefined && userId === undefined) scheduleNextRun(world, schedule, now)
}

function failRelationExport(world: World, { of, id }: Job['args'], now: number): void {
  failRelationExports(world, of === 'project' ? { projectId: Number(id) } : { groupId: Number(id) }, now)
}

function failVulnerabilityExport(world: World, { exportId, step }: Job['args'], now: number): void {
  const it = world.vulnerabilityExports.get(Number(exportId))
  if (it === undefined) return
  if (step === 'expire') world.vulnerabilityExports.delete(it.id)
  else if (isUnfinished(it)) world.vulnerabilityExports.put({ ...it, status: 'failed', finishedAt: now })
}

function failedUpdate(now: number): Pick<MirrorProgress, 'status' | 'updatedAt' | 'error'> {
  return { status: 'failed', updatedAt: now, error: 'The update failed unexpectedly' }
}
