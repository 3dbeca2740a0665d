import type { World } from '../world.ts'
import { type CiJob, countedStatus, type Pipeline, type PipelineStatus } from './ci.ts'

/** Of so many jobs each is looked at: the index by what they count as is written anew whenever one of them moves. */
const FEW = 16

/** The status of a pipeline by its jobs and external statuses. */
export function statusFrom(world: World, { id }: Pipeline): PipelineStatus {
  const jobs = world.ciJobs.by('byPipeline', id)
  const counted =
    jobs.count() <= FEW ? jobs.list().map(countedStatus) : world.ciJobs.by('byCounted', id).heads()
  const external = world.commitStatuses.by('byCounted', id).heads()
  return statusOfFound(new Set([...(counted ?? []), ...(external ?? [])] as PipelineStatus[]))
}

/** One status for several jobs and external statuses, of those that were found among them. */
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
    ? statusOfFound(new Set(found))
    : undefined
}
