import type { Steps } from '../lib/steps.ts'
import { finishClockedJobs, hasJobs, isRunByRunners, nextEnd, startJobs } from '../model/jobs/ci-jobs.ts'
import { type CiJob, type PipelineStatus, pipelineStatuses } from '../model/pipelines/ci.ts'
import { isActive } from '../model/pipelines/head-pipeline.ts'
import { setPipelineStatus, stepLater } from '../model/pipelines/pipelines.ts'
import type { World } from '../model/world.ts'
import { mayRetry } from '../policy/job-retries.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { settlePipeline } from './settle-pipeline.ts'

/** The next step of a pipeline that runs by itself. One that has ended in the meantime stays as it is. */
export function* stepPipeline(world: World, { pipelineId, status }: Job['args'], now: Instant): Steps<void> {
  const pipeline = world.pipelines.get(Number(pipelineId))
  if (pipeline === undefined || !isActive(pipeline) || !isStatus(status)) return
  if (!isActive({ ...pipeline, status }) && hasJobs(world, pipeline)) {
    const retries = (job: CiJob) => mayRetry(world, job, now)
    settlePipeline(world, yield* finishClockedJobs(world, pipeline, status, retries, now), now)
    // What sleeps goes on until it wakes.
    const due = nextEnd(world, pipeline)
    if (due !== undefined) stepLater(world, pipeline.id, status, due)
  } else if (!isRunByRunners(world, pipeline)) {
    yield* startJobs(world, pipeline, now)
    settlePipeline(world, setPipelineStatus(world, pipeline, status, now), now)
  }
}

function isStatus(value: unknown): value is PipelineStatus {
  return pipelineStatuses.includes(value as PipelineStatus)
}
