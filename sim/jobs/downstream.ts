import type { Steps } from '../lib/steps.ts'
import type { CiJob, Pipeline } from '../model/pipelines/ci.ts'
import { layered } from '../model/pipelines/ci-config/expression.ts'
import { expandVariables } from '../model/pipelines/ci-config/plan.ts'
import { CiConfigError, type JobPlan } from '../model/pipelines/ci-config.ts'
import { commitAt, configContextFor, pipelinePlanOf } from '../model/pipelines/pipeline-config.ts'
import { projectAt } from '../model/projects/project-paths.ts'
import type { World } from '../model/world.ts'
import { can } from '../policy/abilities.ts'
import { callerFor } from '../policy/caller.ts'
import { mayIncludeFrom } from '../policy/includes.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { openPipeline, PipelineRefused, type PipelineStart } from './open-pipeline.ts'
import { finishBridge } from './settle-pipeline.ts'

/** Pipelines that start one another, one below the other. */
const DEEPEST = 2

/** Starts the pipeline that a job triggers: one of another project, or a child configured by files of the same. */
export function* startDownstreamPipeline(world: World, { jobId }: Job['args'], now: Instant): Steps<void> {
  const job = world.ciJobs.get(Number(jobId))
  if (job?.status !== 'pending' || job.bridge === undefined) return
  const pipeline = world.pipelines.require(job.pipelineId)
  const start = yield* downstreamOf(world, job, pipeline, now)
  const started = start && (yield* attempt(world, start, now))
  if (started === undefined) {
    finishBridge(world, job, { status: 'failed', reason: 'downstream_pipeline_creation_failed' }, now)
    return
  }
  const running = world.ciJobs.put({
    ...job,
    status: 'running',
    startedAt: now,
    bridge: { ...job.bridge, downstreamId: started.id },
  })
  if (!job.bridge.depend) finishBridge(world, running, { status: 'success' }, now)
}

function* attempt(world: World, start: PipelineStart, now: Instant): Steps<Pipeline | undefined> {
  try {
    return yield* openPipeline(world, start, now)
  } catch (problem) {
    if (problem instanceof PipelineRefused) return undefined
    throw problem
  }
}

function* downstreamOf(
  world: World,
  job: CiJob,
  pipeline: Pipeline,
  now: Instant,
): Steps<PipelineStart | undefined> {
  const plan = yield* planFor(world, job, pipeline, now)
  const project = world.projects.require(job.projectId)
  if (plan?.trigger === undefined || depthOf(world, pipeline) >= DEEPEST) return undefined
  const known = configContextFor(world, pipeline, () => false)
  const all = layered(known.occasion.variables, plan.variables, known.given)
  const variables = [...plan.variables].map(([key, value]) => ({
    key,
    value: expandVariables(value, all),
  }))
  const about = { userId: pipeline.userId, variables, bridgeId: job.id }
  if (plan.trigger.include.length > 0 || plan.trigger.project === undefined) {
    const { sha, ref, tag = false } = pipeline
    return { ...about, project, sha, ref, tag, source: 'parent_pipeline', configs: plan.trigger.include }
  }
  const other = projectAt(world, expandVariables(plan.trigger.project, all))
  const user = world.users.get(pipeline.userId ?? 0)
  if (other === undefined || user === undefined) return undefined
  if (!can({ world, caller: callerFor(user), now }, 'create_pipeline', other)) return undefined
  const ref =
    plan.trigger.branch === undefined ? other.defaultBranch : expandVariables(plan.trigger.branch, all)
  const sha = commitAt(world, other, `refs/heads/${ref}`)
  return sha === undefined ? undefined : { ...about, project: other, sha, ref, source: 'pipeline' }
}

function depthOf(world: World, pipeline: Pipeline): number {
  const bridge = world.ciJobs.get(pipeline.bridgeId ?? 0)
  const parent = bridge && world.pipelines.get(bridge.pipelineId)
  return parent === undefined ? 0 : 1 + depthOf(world, parent)
}

function* planFor(world: World, job: CiJob, pipeline: Pipeline, now: Instant): Steps<JobPlan | undefined> {
  try {
    const { jobs } = yield* pipelinePlanOf(world, pipeline, mayIncludeFrom(world, pipeline.userId, now))
    return jobs.find(({ name }) => name === job.name)
  } catch (problem) {
    if (problem instanceof CiConfigError) return undefined
    throw problem
  }
}
