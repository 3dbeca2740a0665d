import { startScheduledJob } from '../model/jobs/ci-jobs.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { beginPipeline } from './open-pipeline.ts'

/** Starts a delayed job, unless it was played, canceled or unscheduled in the meantime. */
export function startDelayedJob(world: World, { jobId }: Job['args'], now: Instant): void {
  const job = world.ciJobs.get(Number(jobId))
  if (job?.status !== 'scheduled' || job.startAt === undefined || job.startAt > now) return
  const pipeline = startScheduledJob(world, job, now)
  beginPipeline(world, world.projects.require(job.projectId), pipeline, now)
}
