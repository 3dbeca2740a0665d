import type { CiJob, Pipeline } from '../model/pipelines/ci.ts'
import { filledIn } from '../model/pipelines/ci-config/plan.ts'
import { CiConfigError, type JobPlan } from '../model/pipelines/ci-config.ts'
import { commitAt, planOf, readingFor } from '../model/pipelines/pipeline-config.ts'
import { projectAt } from '../model/projects/project-paths.ts'
import type { World } from '../model/world.ts'
import { can } from '../policy/abilities.ts'
import { actingFor } from '../policy/caller.ts'
import { includable } from '../policy/includes.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { NoPipeline, type Opening, openPipeline } from './open-pipeline.ts'
import { endBridge } from './settle.ts'

/** Pipelines that start one another, one below the other. */
const DEEPEST = 2

/** Starts the pipeline that a job triggers: one of another project, or a child configured by files of the same. */
export function startDownstream(world: World, { jobId }: Job['args'], now: Instant): void {
  const job = world.ciJobs.get(Number(jobId))
  if (job?.status !== 'pending' || job.bridge === undefined) return
  const pipeline = world.pipelines.require(job.pipelineId)
  const start = downstreamOf(world, job, pipeline, now)
  const started = start && attempt(world, start, now)
  if (started === undefined) {
    endBridge(world, job, { status: 'failed', reason: 'downstream_pipeline_creation_failed' }, now)
    return
  }
  const running = world.ciJobs.put({
    ...job,
    status: 'running',
    startedAt: now,
    bridge: { ...job.bridge, downstreamId: started.id },
  })
  if (!job.bridge.depend) endBridge(world, running, { status: 'success' }, now)
}

function attempt(world: World, start: Opening, now: Instant): Pipeline | undefined {
  try {
    return openPipeline(world, start, now)
  } catch (problem) {
    if (problem instanceof NoPipeline) return undefined
    throw problem
  }
}

function downstreamOf(world: World, job: CiJob, pipeline: Pipeline, now: Instant): Opening | undefined {
  const plan = planFor(world, job, pipeline, now)
  const project = world.projects.require(job.projectId)
  if (plan?.trigger === undefined || depthOf(world, pipeline) >= DEEPEST) return undefined
  const known = readingFor(world, pipeline, () => false)
  const all = new Map([...known.occasion.variables, ...plan.variables, ...known.given])
  const variables = [...plan.variables].map(([key, value]) => ({
    key,
    value: filledIn(value, all),
  }))
  const about = { userId: pipeline.userId, variables, bridgeId: job.id }
  if (plan.trigger.include.length > 0 || plan.trigger.project === undefined) {
    const { sha, ref, tag = false } = pipeline
    return { ...about, project, sha, ref, tag, source: 'parent_pipeline', configs: plan.trigger.include }
  }
  const other = projectAt(world, filledIn(plan.trigger.project, all))
  const user = world.users.get(pipeline.userId ?? 0)
  if (other === undefined || user === undefined) return undefined
  if (!can({ world, caller: actingFor(user), now }, 'create_pipeline', other)) return undefined
  const ref = plan.trigger.branch === undefined ? other.defaultBranch : filledIn(plan.trigger.branch, all)
  const sha = commitAt(world, other, `refs/heads/${ref}`)
  return sha === undefined ? undefined : { ...about, project: other, sha, ref, source: 'pipeline' }
}

function depthOf(world: World, pipeline: Pipeline): number {
  const bridge = world.ciJobs.get(pipeline.bridgeId ?? 0)
  const parent = bridge && world.pipelines.get(bridge.pipelineId)
  return parent === undefined ? 0 : 1 + depthOf(world, parent)
}

function planFor(world: World, job: CiJob, pipeline: Pipeline, now: Instant): JobPlan | undefined {
  try {
    const { jobs } = planOf(world, pipeline, includable(world, pipeline.userId, now))
    return jobs.find(({ name }) => name === job.name)
  } catch (problem) {
    if (problem instanceof CiConfigError) return undefined
    throw problem
  }
}
