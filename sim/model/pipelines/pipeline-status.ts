import type { CommitStatus } from '../commits/commit-status.ts'
import type { World } from '../world.ts'
import type { CiJob, Pipeline, PipelineStatus } from './ci.ts'

/** The status of a pipeline by its jobs and external statuses. */
export function statusFrom(world: World, pipeline: Pipeline): PipelineStatus {
  const jobs = world.ciJobs.by('byPipeline', pipeline.id).list()
  const told = world.commitStatuses.by('byPipeline', pipeline.id).list()
  return statusOfAll([...jobs, ...told.filter(({ retried }) => !retried)])
}

/** One status for several jobs and external statuses, as pipelines and the jobs behind them see it. */
export function statusOfAll(parts: readonly (CiJob | CommitStatus)[]): PipelineStatus {
  return statusOfFound(new Set(parts.map(countedStatus)))
}

/** One status for several, of those that were found among them. */
export function statusOfFound(found: ReadonlySet<PipelineStatus>): PipelineStatus {
  const only = (...statuses: PipelineStatus[]) => [...found].every((status) => statuses.includes(status))
  if (only('skipped')) return 'skipped'
  if (only('success', 'skipped')) return 'success'
  if (only('created', 'skipped')) return 'created'
  if (only('canceled', 'success', 'skipped')) return 'canceled'
  if (only('pending', 'created', 'skipped')) return 'pending'
  if (found.has('running') || found.has('pending')) return 'running'
  if (found.has('waiting_for_resource')) return 'waiting_for_resource'
  if (found.has('manual')) return 'manual'
  if (found.has('scheduled')) return 'scheduled'
  return found.has('created') ? 'running' : 'failed'
}

/**
 * The same of the jobs that a job needs. Where one of them does not run at all, the status is `skipped`; undefined
 * while one may still run.
 */
export function statusOfNeeds(needs: readonly CiJob[]): PipelineStatus | undefined {
  const found = needs.map(countedStatus)
  if (found.includes('skipped')) return 'skipped'
  return found.every((status) => ['success', 'failed', 'canceled'].includes(status))
    ? statusOfAll(needs)
    : undefined
}

/** What a part counts as: jobs that may fail, and manual jobs that block nothing, do not count. */
export function countedStatus(part: CiJob | CommitStatus): PipelineStatus {
  const allowed = 'allowFailure' in part && part.allowFailure === true
  if (allowed && (part.status === 'failed' || part.status === 'canceled')) return 'success'
  return allowed && part.status === 'manual' ? 'skipped' : part.status
}
