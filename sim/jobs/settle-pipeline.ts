import { finishJob } from '../model/jobs/ci-jobs.ts'
import type { CiJob, Pipeline } from '../model/pipelines/ci.ts'
import { isActive } from '../model/pipelines/head-pipeline.ts'
import { pipelineFinished } from '../model/pipelines/pipelines.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { autoMerge } from './auto-merge.ts'
import { beginPipeline } from './open-pipeline.ts'

/** Does what follows from a pipeline's status: once it has ended, its jobs end and waiting merges are carried out. */
export function settlePipeline(world: World, pipeline: Pipeline, now: Instant): void {
  if (isActive(pipeline)) return
  pipelineFinished(world, pipeline, now)
  autoMerge(world, pipeline, now)
  tellUpstream(world, pipeline, now)
}

// The job that started a pipeline ends as that pipeline does, where it was to wait for it.
function tellUpstream(world: World, pipeline: Pipeline, now: Instant): void {
  const job = world.ciJobs.get(pipeline.bridgeId ?? 0)
  if (job?.status !== 'running' || !job.bridge?.depend) return
  const good = pipeline.status === 'success' || pipeline.status === 'skipped'
  finishBridge(
    world,
    job,
    good ? { status: 'success' } : { status: 'failed', reason: 'unknown_failure' },
    now,
  )
}

/** Finishes a bridge job; jobs that waited for it start. */
export function finishBridge(
  world: World,
  job: CiJob,
  end: Parameters<typeof finishJob>[2],
  now: Instant,
): void {
  const pipeline = finishJob(world, job, end, now)
  settlePipeline(world, beginPipeline(world, world.projects.require(job.projectId), pipeline, now), now)
}
