import { gzip } from '../lib/gzip.ts'
import type { Steps } from '../lib/steps.ts'
import { updateJobDeployment } from '../model/deployments/job-deployments.ts'
import { advancePipeline } from '../model/jobs/ci-jobs.ts'
import { reportForm } from '../model/jobs/job-artifact.ts'
import { artifactsExpireAt, isFinishedJob, storeArtifact, zipFiles } from '../model/jobs/job-artifacts.ts'
import { appendTrace } from '../model/jobs/job-trace.ts'
import { outputFiles, transcriptOf } from '../model/jobs/script-output.ts'
import type { CiJob } from '../model/pipelines/ci.ts'
import type { JobPlan } from '../model/pipelines/ci-config.ts'
import { CiConfigError } from '../model/pipelines/ci-config.ts'
import { pipelinePlanOf } from '../model/pipelines/pipeline-config.ts'
import { releaseResource } from '../model/pipelines/resource-groups.ts'
import type { World } from '../model/world.ts'
import { mayIncludeFrom } from '../policy/includes.ts'
import type { Instant } from '../time/calendar.ts'
import { beginPipeline } from './open-pipeline.ts'
import type { WorldChange } from './pushed-pipelines.ts'

/**
 * Applies the effects of changed jobs: deployments follow the jobs that make them, and a job that the
 * clock finished gets the log and artifacts that a runner would have sent, as far as its configuration tells.
 */
export function* applyJobEffects({ before, after, now }: WorldChange): Steps<void> {
  let plans: Map<number, Plans> | undefined
  for (const { before: was, after: job } of after.ciJobs.since(before.ciJobs)) {
    if (job === undefined || was?.status === job.status) continue
    if (job.environment) updateJobDeployment(after, job, job.environment, now)
    if (job.resourceGroup !== undefined && isFinishedJob(job)) goOn(after, job, now)
    const clocked = was !== undefined && !job.taken && !job.bridge && job.tags !== undefined
    if (clocked && (job.status === 'success' || job.status === 'failed')) {
      plans ??= new Map()
      leave(after, job, yield* plansOf(after, job, plans, now), now)
    }
    yield
  }
}

function goOn(world: World, job: CiJob, now: Instant): void {
  const next = releaseResource(world, job, now)
  if (next === undefined) return
  const pipeline = advancePipeline(world, world.pipelines.require(next.pipelineId), now)
  beginPipeline(world, world.projects.require(next.projectId), pipeline, now)
}

/** The jobs of a pipeline by their names. */
type Plans = ReadonlyMap<string, JobPlan>

function leave(world: World, job: CiJob, plans: Plans, now: Instant): void {
  const pipeline = world.pipelines.require(job.pipelineId)
  const plan = plans.get(job.name)
  if (plan === undefined) return
  appendTrace(world, job, 0, transcriptOf(plan, job))
  const { artifacts } = plan
  const kept = artifacts?.when ?? 'on_success'
  if (
    artifacts === undefined ||
    (kept !== 'always' && kept !== (job.status === 'success' ? 'on_success' : 'on_failure'))
  )
    return
  const expiresAt = artifactsExpireAt(world, artifacts.expireIn, now)
  const files = outputFiles(world, pipeline, plan, artifacts.paths)
  if (files.length > 0)
    storeArtifact(
      world,
      job,
      {
        type: 'archive',
        format: 'zip',
        name: `${artifacts.name ?? 'artifacts'}.zip`,
        bytes: zipFiles(files, now),
        expiresAt,
      },
      now,
    )
  for (const [type, paths] of artifacts.reports) {
    const [report] = outputFiles(world, pipeline, plan, paths)
    const form = reportForm(type)
    if (report === undefined || form === undefined) continue
    const sent =
      form.format === 'gzip'
        ? { name: `${form.name}.gz`, bytes: gzip([report.bytes]) }
        : { name: form.name, bytes: report.bytes }
    storeArtifact(world, job, { type, format: form.format, ...sent, expiresAt }, now)
  }
}

// Many jobs of a pipeline may end at once, and a configuration takes long to read.
function* plansOf(
  world: World,
  { pipelineId }: CiJob,
  known: Map<number, Plans>,
  now: Instant,
): Steps<Plans> {
  const before = known.get(pipelineId)
  if (before !== undefined) return before
  const plans = new Map((yield* plannedJobs(world, pipelineId, now)).map((plan) => [plan.name, plan]))
  known.set(pipelineId, plans)
  return plans
}

function* plannedJobs(world: World, pipelineId: number, now: Instant): Steps<readonly JobPlan[]> {
  const pipeline = world.pipelines.require(pipelineId)
  try {
    return (yield* pipelinePlanOf(world, pipeline, mayIncludeFrom(world, pipeline.userId, now))).jobs
  } catch (problem) {
    if (problem instanceof CiConfigError) return []
    throw problem
  }
}
