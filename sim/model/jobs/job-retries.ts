import type { Instant } from '../../time/calendar.ts'
import type { CiJob } from '../pipelines/ci.ts'
import type { FailureReason } from '../pipelines/failure-reason.ts'
import { retryJob } from '../pipelines/pipelines.ts'
import type { World } from '../world.ts'

/** Failures that running a job again would not mend, whatever its configuration says. */
const lasting: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'ci_quota_exceeded',
  'no_matching_runner',
  'missing_dependency_failure',
  'forward_deployment_failure',
  'environment_creation_failure',
])

const byDefault: { readonly [reason in FailureReason]?: number } = { scheduler_failure: 2 }

/** Runs a failed job again, if its `retry` has some left for the reason. Those that people began count as well. */
export function retryAutomatically(world: World, job: CiJob, reason: FailureReason, now: Instant): void {
  if (job.bridge || reason === 'deployment_rejected') return
  const earlier = world.ciJobs
    .by('byPipelineEver', job.pipelineId)
    .list()
    .filter(({ name, retried }) => retried && name === job.name)
  if (earlier.length < allowedRetries(job, reason)) retryJob(world, job, job.userId, now)
}

function allowedRetries({ retry }: CiJob, reason: FailureReason): number {
  if (lasting.has(reason)) return 0
  const meant = retry?.when.some((when) => when === 'always' || when === reason)
  return (meant ? retry?.max : undefined) ?? byDefault[reason] ?? 0
}
