import { smallest } from '../../lib/lists.ts'
import { finished, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Token } from '../access-tokens/token.ts'
import { needsApproval } from '../deployments/deployment-approvals.ts'
import type { CiJob, Pipeline, PipelineStatus } from '../pipelines/ci.ts'
import type { JobPlan } from '../pipelines/ci-config.ts'
import type { FailureReason } from '../pipelines/failure-reason.ts'
import { statusFrom } from '../pipelines/pipeline-status.ts'
import { resetSkipped, setPipelineStatus } from '../pipelines/pipelines.ts'
import { queueState } from '../pipelines/resource-groups.ts'
import type { Runner } from '../runners/runner.ts'
import { nextId, type World } from '../world.ts'
import { EarlierJobs } from './earlier-jobs.ts'
import { retryAutomatically } from './job-retries.ts'
import { courseOf } from './script-course.ts'

/** Makes the jobs of a new pipeline; those that wait for no other one are pending at once. */
export function* createJobs(
  world: World,
  pipeline: Pipeline,
  plans: readonly JobPlan[],
  { tag }: { readonly tag: boolean },
  now: Instant,
): Steps<void> {
  const pace = new Pace()
  const ordered = [...plans].sort((a, b) => a.stageIndex - b.stageIndex)
  for (const plan of ordered) {
    if (plan.resourceGroup !== undefined) ensureResourceGroup(world, pipeline, plan.resourceGroup, now)
    const { name, stage, stageIndex, tags, when, allowFailure, needs, environment } = plan
    const { exitCode, sleeps } = courseOf(plan.script)
    world.ciJobs.insert({
      id: nextId(world, 'ciJobs'),
      projectId: pipeline.projectId,
      pipelineId: pipeline.id,
      runnerId: null,
      stage,
      name,
      status: 'created',
      ref: pipeline.ref,
      tag,
      coverage: null,
      allowFailure: allowFailure || plan.allowedExitCodes.includes(exitCode ?? -1),
      tags,
      stageIndex,
      when,
      ...(needs !== undefined && { needs }),
      ...(plan.startIn !== undefined && { startIn: plan.startIn }),
      ...(exitCode !== undefined && { exitCode }),
      ...(sleeps > 0 && { sleeps }),
      ...(plan.timeout !== undefined && { timeout: plan.timeout }),
      ...(plan.retry !== undefined && { retry: plan.retry }),
      ...(environment !== undefined && {
        environment: {
          name: environment.name,
          url: environment.url ?? null,
          action: environment.action,
          onStop: environment.onStop ?? null,
        },
      }),
      ...(plan.resourceGroup !== undefined && { resourceGroup: plan.resourceGroup }),
      ...(plan.interruptible && { interruptible: true as const }),
      ...(plan.trigger !== undefined && { bridge: { downstreamId: null, depend: plan.trigger.depend } }),
      userId: pipeline.userId,
      queuedAt: null,
      startedAt: null,
      finishedAt: null,
      createdAt: now,
    })
    if (pace.after(0)) yield
  }
  yield* enqueueJobs(world, pipeline, now)
}

function ensureResourceGroup(world: World, { projectId }: Pipeline, key: string, now: Instant): void {
  if (world.resourceGroups.find('byProject', projectId, key) !== undefined) return
  const id = nextId(world, 'resourceGroups')
  const processMode = 'unordered'
  world.resourceGroups.insert({ id, projectId, key, processMode, createdAt: now, updatedAt: now })
}

/** Starts jobs, or skips them, once the jobs that they wait for have finished. */
function* enqueueJobs(world: World, pipeline: Pipeline, now: Instant): Steps<void> {
  const jobs = world.ciJobs.by('byPipeline', pipeline.id).list()
  const earlier = new EarlierJobs(jobs)
  let waiting = jobs.filter(({ status }) => status === 'created')
  const pace = new Pace()
  // What is skipped may let others be skipped, row by row, so only those that wait for it are looked at again.
  let moved: CiJob[] = waiting
  for (let isFirst = true; moved.length > 0; isFirst = false) {
    const names = new Set(moved.map(({ name }) => name))
    const still: CiJob[] = []
    moved = []
    for (const job of waiting) {
      const before =
        isFirst || job.needs?.some((name) => names.has(name)) !== false
          ? earlier.statusBefore(job)
          : undefined
      if (before === undefined || !isOver(before)) still.push(job)
      else moved.push(enqueueJob(world, job, before, now))
      if (pace.after(job.needs?.length ?? 0)) yield
    }
    waiting = still
    for (const job of moved) earlier.update(job)
  }
}

function enqueueJob(world: World, job: CiJob, before: PipelineStatus, now: Instant): CiJob {
  const turn = begun(job, before)
  const consent = turn === 'pending' && needsApproval(world, job)
  if (turn === 'pending' && !consent) return enqueue(world, job, now)
  const status = consent ? 'manual' : turn
  const startAt = now + (job.startIn ?? 0)
  if (status === 'scheduled') later(world, 'delayed-job', job, startAt)
  return world.ciJobs.put({ ...job, status, ...(status === 'scheduled' && { startAt }) })
}

/** Lets a job wait for a runner, or for the resource that another job has. */
function enqueue(world: World, job: CiJob, now: Instant): CiJob {
  const queued = world.ciJobs.put({ ...job, ...queueState(world, job, now) })
  if (queued.status === 'pending' && queued.bridge) later(world, 'bridge', queued, now)
  return queued
}

function later(world: World, kind: string, { id }: CiJob, due: Instant): void {
  world.jobs.insert({ id: nextId(world, 'jobs'), kind, args: { jobId: id }, due })
}

function isOver(status: PipelineStatus): boolean {
  return ['success', 'failed', 'canceled', 'skipped'].includes(status)
}

function begun({ when = 'on_success', needs }: CiJob, before: PipelineStatus): PipelineStatus {
  // A stage that was skipped keeps no job back, a job that is needed and was skipped does.
  const good = before === 'success' || (before === 'skipped' && needs === undefined)
  switch (when) {
    case 'on_success':
      return good ? 'pending' : 'skipped'
    case 'on_failure':
      return before === 'failed' ? 'pending' : 'skipped'
    case 'always':
      return before === 'canceled' ? 'skipped' : 'pending'
    case 'manual':
      return good ? 'manual' : 'skipped'
    case 'delayed':
      return good ? 'scheduled' : 'skipped'
    default:
      return when satisfies never
  }
}

/** Updates a pipeline to the status of its jobs. */
export function advancePipeline(world: World, pipeline: Pipeline, now: Instant): Pipeline {
  finished(enqueueJobs(world, pipeline, now))
  return setPipelineStatus(world, pipeline, statusFrom(world, pipeline), now)
}

/** Assigns a pending job to a runner, with a token that authenticates the job from now on. */
export function assignJob(
  world: World,
  job: CiJob,
  runner: Runner,
  value: string,
  now: Instant,
): { readonly job: CiJob; readonly token: Token } {
  const taken = world.ciJobs.put({
    ...job,
    runnerId: runner.id,
    status: 'running',
    queuedAt: job.queuedAt ?? job.createdAt,
    startedAt: now,
    taken: true,
  })
  const token = world.tokens.insert({
    id: nextId(world, 'tokens'),
    kind: 'job',
    value,
    name: `job ${job.id}`,
    userId: job.userId,
    scopes: ['api'],
    revoked: false,
    expiresAt: null,
    createdAt: now,
    refresh: null,
    jobId: job.id,
    projectId: job.projectId,
  })
  advancePipeline(world, world.pipelines.require(job.pipelineId), now)
  return { job: taken, token }
}

/** The job that a token authenticates. */
export function jobWithToken(world: World, id: number, value: string): CiJob | undefined {
  const token = value === '' ? undefined : world.tokens.find('byValue', value)
  return token?.kind === 'job' && token.jobId === id ? world.ciJobs.get(id) : undefined
}

export type JobEnd =
  | { readonly status: 'success' | 'canceled' }
  | {
      readonly status: 'failed'
      readonly reason: FailureReason
      readonly allowed?: boolean
      /** Its user may run it again. */
      readonly mayRetry?: boolean
    }

/** Finishes a job, and retries it where its configuration says so; returns its updated pipeline. */
export function finishJob(world: World, job: CiJob, end: JobEnd, now: Instant): Pipeline {
  const ended = world.ciJobs.put({
    ...job,
    status: end.status,
    ...(end.status === 'failed' && { failureReason: end.reason }),
    ...(end.status === 'failed' && end.allowed && { allowFailure: true }),
    finishedAt: now,
  })
  if (end.status === 'failed' && end.mayRetry) retryAutomatically(world, ended, end.reason, now)
  return advancePipeline(world, world.pipelines.require(job.pipelineId), now)
}

/** Plays a manual job. */
export function playJob(world: World, job: CiJob, userId: number, now: Instant): CiJob {
  const { startAt: _startAt, ...rest } = job
  const played = enqueue(world, { ...rest, userId }, now)
  resetSkipped(world, played)
  advancePipeline(world, world.pipelines.require(job.pipelineId), now)
  return played
}

/** Starts a delayed job; returns its updated pipeline. */
export function startScheduledJob(world: World, job: CiJob, now: Instant): Pipeline {
  const { startAt: _startAt, ...rest } = job
  enqueue(world, rest, now)
  return advancePipeline(world, world.pipelines.require(job.pipelineId), now)
}

/** True once a runner has taken a job of a pipeline: from then on runners, not the clock, run it. */
export function isRunByRunners(world: World, pipeline: Pipeline): boolean {
  return world.ciJobs
    .by('byPipeline', pipeline.id)
    .list()
    .some(({ taken }) => taken)
}

/** The clock starts the jobs of a pipeline that wait for a runner. */
export function* startJobs(world: World, pipeline: Pipeline, now: Instant): Steps<void> {
  const pace = new Pace()
  for (const job of world.ciJobs.by('byPipeline', pipeline.id).list())
    if (job.status === 'pending' && !job.bridge) {
      world.ciJobs.put({ ...job, status: 'running', startedAt: now })
      if (pace.after(0)) yield
    }
}

/** Bytes that take as long to handle as a job takes to be looked at. */
const EACH_JOB = 256

/**
 * The clock finishes the jobs that it runs, stage after stage. Where runners have taken some, pending jobs are left to
 * runners too.
 */
export function* finishClockedJobs(
  world: World,
  pipeline: Pipeline,
  status: PipelineStatus,
  mayRetry: (job: CiJob) => boolean,
  now: Instant,
): Steps<Pipeline> {
  const pace = new Pace()
  const alone = !isRunByRunners(world, pipeline)
  for (let goesOn = true; goesOn; ) {
    if (alone) yield* startJobs(world, pipeline, now)
    const jobs = world.ciJobs.by('byPipeline', pipeline.id).list()
    // Each round looks at all jobs, and may let but one of them go on.
    if (pace.after(jobs.length * EACH_JOB)) yield
    const clocked = jobs.filter((job) => isClocked(job) && (status !== 'success' || endOf(world, job) <= now))
    for (const job of clocked) {
      const reason = status === 'success' ? failureOf(world, job) : undefined
      const ended = world.ciJobs.put({
        ...job,
        status: reason === undefined ? status : 'failed',
        ...(reason !== undefined && { failureReason: reason }),
        finishedAt: now,
      })
      if (reason !== undefined && mayRetry(job)) retryAutomatically(world, ended, reason, now)
      if (pace.after(0)) yield
    }
    yield* enqueueJobs(world, pipeline, now)
    goesOn = alone && clocked.length > 0
  }
  return advancePipeline(world, pipeline, now)
}

/** When the first of the jobs ends that the clock still runs; undefined where there is none. */
export function nextEnd(world: World, pipeline: Pipeline): Instant | undefined {
  const running = world.ciJobs.by('byPipeline', pipeline.id).list().filter(isClocked)
  return running.length === 0 ? undefined : smallest(running.map((job) => endOf(world, job)))
}

function isClocked({ status, taken, bridge }: CiJob): boolean {
  return status === 'running' && !taken && !bridge
}

function endOf(world: World, job: CiJob): Instant {
  return (job.startedAt ?? 0) + Math.min(job.sleeps ?? 0, timeoutOf(world, job))
}

function failureOf(world: World, job: CiJob): FailureReason | undefined {
  if ((job.sleeps ?? 0) > timeoutOf(world, job)) return 'job_execution_timeout'
  return job.exitCode === undefined ? undefined : 'script_failure'
}

function timeoutOf(world: World, { timeout, projectId }: CiJob): number {
  return timeout ?? world.projects.require(projectId).settings.buildTimeout * 1000
}

/** True for a pipeline whose jobs are known one by one. */
export function hasJobs(world: World, pipeline: Pipeline): boolean {
  return world.ciJobs.by('byPipeline', pipeline.id).first() !== undefined
}
