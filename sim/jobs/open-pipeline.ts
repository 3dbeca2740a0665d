import { readCommit } from '../git/objects.ts'
import type { Steps } from '../lib/steps.ts'
import { InvalidRow } from '../model/invalid-row.ts'
import { advancePipeline, createJobs } from '../model/jobs/ci-jobs.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { CiJob, Pipeline, PipelineVariable } from '../model/pipelines/ci.ts'
import { CiConfigError, type PipelinePlan, planPipeline } from '../model/pipelines/ci-config.ts'
import { configContextFor, hasCiConfig, pipelinePlanOf } from '../model/pipelines/pipeline-config.ts'
import {
  cancelPipeline,
  createPipeline,
  runPipeline,
  setPipelineStatus,
} from '../model/pipelines/pipelines.ts'
import type { PlannedPipeline } from '../model/pipelines/planned-pipeline.ts'
import { chosenSetting, type Project } from '../model/projects/project.ts'
import { objectsOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'
import { mayIncludeFrom } from '../policy/includes.ts'
import { isExpectedByRunner } from '../policy/job-queue.ts'
import type { Instant } from '../time/calendar.ts'

/** Thrown when no pipeline can start; the message is the service's. */
export class PipelineRefused extends InvalidRow {
  /** The configuration says it wrong. */
  readonly misconfigured: boolean
  constructor(reason: string, misconfigured = false) {
    super({ base: [reason] })
    this.misconfigured = misconfigured
  }
  get reason(): string {
    return this.errors.base?.[0] ?? ''
  }
}

export interface PipelineStart {
  readonly project: Project
  readonly sha: string
  readonly ref: string
  readonly tag?: boolean
  readonly source: string
  readonly userId: number | null
  readonly variables?: readonly PipelineVariable[]
  /** Where the branch was before a push. */
  readonly beforeSha?: string | undefined
  readonly mergeRequest?: MergeRequest
  /** A push that says so itself (`-o ci.skip`). */
  readonly skip?: boolean
  /** Files that configure it instead of the project's one. */
  readonly configs?: readonly string[]
  readonly bridgeId?: number
  /** Of the schedule that starts it. */
  readonly scheduleId?: number
}

/**
 * Starts a pipeline: its jobs are those that the configuration of the commit has for the occasion. Throws
 * PipelineRefused, having written nothing, where there are none or the configuration is wrong.
 */
export function* openPipeline(world: World, start: PipelineStart, now: Instant): Steps<Pipeline> {
  if (start.configs === undefined && !hasCiConfig(world, start.project, start.sha))
    throw new PipelineRefused('Missing CI config file')
  const plan = yield* planOfStart(world, start, now)
  const pipeline = opened(world, start, { ...(plan.name !== undefined && { name: plan.name }) }, now)
  yield* createJobs(world, pipeline, plan.jobs, { tag: start.tag === true }, now)
  return beginPipeline(world, start.project, pipeline, now)
}

/**
 * Starts a pipeline that is kept whatever becomes of it: a wrong configuration makes a failed one, a commit with
 * `[ci skip]` a skipped one. Throws PipelineRefused where there is no configuration, or no job.
 */
export function* openLastingPipeline(world: World, start: PipelineStart, now: Instant): Steps<Pipeline> {
  if (!hasCiConfig(world, start.project, start.sha)) throw new PipelineRefused('Missing CI config file')
  if (start.skip || skipsCi(world, start.sha)) return ended(world, start, 'skipped', {}, now)
  try {
    const pipeline = yield* openPipeline(world, start, now)
    cancelOutdated(world, pipeline, now)
    return pipeline
  } catch (problem) {
    if (!(problem instanceof PipelineRefused && problem.misconfigured)) throw problem
    return ended(world, start, 'failed', { yamlErrors: problem.reason }, now)
  }
}

/** Starts the pipeline of a push or of a merge request. There is no caller to refuse: without jobs there is none. */
export function* startAutomaticPipeline(
  world: World,
  start: PipelineStart,
  now: Instant,
): Steps<Pipeline | undefined> {
  try {
    return yield* openLastingPipeline(world, start, now)
  } catch (problem) {
    if (!(problem instanceof PipelineRefused)) throw problem
    return undefined
  }
}

/** Pipelines of earlier commits of a branch, none of whose jobs has begun that would have to end, are stopped. */
function cancelOutdated(
  world: World,
  { id, projectId, ref, sha, tag, source }: Pipeline,
  now: Instant,
): void {
  const project = world.projects.require(projectId)
  if (tag || source !== 'push' || chosenSetting(project, 'autoCancelPipelines') === 'disabled') return
  for (const earlier of world.pipelines.by('activeByRef', projectId, ref).list()) {
    if (earlier.id === id || earlier.sha === sha || earlier.bridgeId !== undefined) continue
    const jobs = world.ciJobs.by('byPipeline', earlier.id).list()
    const begun = jobs.some((job) => !isAhead(job) && !job.interruptible)
    if (jobs.length > 0 && !begun) cancelPipeline(world, earlier, now)
  }
}

function isAhead({ status, tags }: CiJob): boolean {
  return tags !== undefined && ['created', 'waiting_for_resource', 'preparing', 'pending'].includes(status)
}

function ended(
  world: World,
  start: PipelineStart,
  status: 'skipped' | 'failed',
  more: { readonly yamlErrors?: string },
  now: Instant,
): Pipeline {
  const pipeline = opened(world, start, more, now)
  return world.pipelines.put({
    ...setPipelineStatus(world, pipeline, status, now),
    startedAt: null,
    ...(status === 'skipped' && { finishedAt: null }),
  })
}

/** True for a commit whose message has `[ci skip]`. */
export function skipsCi(world: World, sha: string): boolean {
  return /\[(?:ci[ _-]skip|skip[ _-]ci)\]/i.test(readCommit(objectsOf(world), sha).message)
}

/** What starts the pipeline of a merge request; undefined where its branch is gone. */
export function mergeRequestPipelineStart(
  world: World,
  mergeRequest: MergeRequest,
  userId: number,
): PipelineStart | undefined {
  const { sha, iid, sourceProjectId } = mergeRequest
  const project = world.projects.get(sourceProjectId)
  if (sha === null || project === undefined) return undefined
  const ref = `refs/merge-requests/${iid}/head`
  return { project, sha, ref, source: 'merge_request_event', userId, mergeRequest }
}

function opened(world: World, start: PipelineStart, more: Partial<Pipeline>, now: Instant): Pipeline {
  const {
    project,
    sha,
    ref,
    tag,
    source,
    userId,
    variables = [],
    beforeSha,
    mergeRequest,
    configs,
    bridgeId,
    scheduleId,
  } = start
  return createPipeline(
    world,
    {
      project,
      sha,
      ref,
      source,
      userId,
      ...(mergeRequest && { mergeRequestId: mergeRequest.id }),
      more: {
        ...(tag && { tag: true as const }),
        ...(variables.length > 0 && { variables }),
        ...(beforeSha !== undefined && { beforeSha }),
        ...(configs !== undefined && { configs }),
        ...(bridgeId !== undefined && { bridgeId }),
        ...(scheduleId !== undefined && { scheduleId }),
        ...more,
      },
    },
    now,
  )
}

/**
 * The plan of a pipeline that is started, by the configuration of its commit or by another one. Throws PipelineRefused
 * where it would have no jobs or the configuration is wrong.
 */
export function* planOfStart(
  world: World,
  start: PipelineStart,
  now: Instant,
  yaml?: string,
): Steps<PipelinePlan> {
  const plan = yield* planned(world, start, now, yaml)
  if (!plan.wanted) throw new PipelineRefused('Pipeline filtered out by workflow rules.')
  if (plan.jobs.length === 0)
    throw new PipelineRefused(
      'Pipeline will not run for the selected trigger. The rules configuration prevented any jobs from being added to the pipeline.',
    )
  return plan
}

function* planned(world: World, start: PipelineStart, now: Instant, yaml?: string): Steps<PipelinePlan> {
  const { project, sha, ref, tag, source, userId, variables, beforeSha, mergeRequest, configs } = start
  const about: PlannedPipeline = {
    projectId: project.id,
    sha,
    ref,
    source,
    userId,
    mergeRequestId: mergeRequest?.id ?? null,
    ...(tag && { tag: true as const }),
    ...(variables !== undefined && { variables }),
    ...(beforeSha !== undefined && { beforeSha }),
    ...(configs !== undefined && { configs }),
  }
  try {
    const mayRead = mayIncludeFrom(world, userId, now)
    return yield* yaml === undefined
      ? pipelinePlanOf(world, about, mayRead)
      : planPipeline(yaml, configContextFor(world, about, mayRead))
  } catch (problem) {
    if (problem instanceof CiConfigError) throw new PipelineRefused(problem.message, true)
    throw problem
  }
}

/** A pipeline runs by itself, unless a runner is there that asks for work and could do some of it. */
export function beginPipeline(world: World, project: Project, pipeline: Pipeline, now: Instant): Pipeline {
  const jobs = world.ciJobs.by('byPipeline', pipeline.id).list()
  const waits = jobs.length > 0 && !jobs.some(({ status, bridge }) => status === 'pending' && !bridge)
  if (waits || isExpectedByRunner(world, project, jobs, now)) return advancePipeline(world, pipeline, now)
  runPipeline(world, pipeline, now)
  return pipeline
}
