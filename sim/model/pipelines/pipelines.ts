import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, nextIid, type World } from '../world.ts'
import type { CiJob, Pipeline, PipelineStatus } from './ci.ts'
import { isActive } from './head-pipeline.ts'
import { queueState } from './resource-groups.ts'

export interface NewPipeline {
  readonly project: Project
  readonly sha: string
  readonly ref: string
  readonly source: string
  readonly userId: number | null
  readonly mergeRequestId?: number
  /** What else is known of it from the start. */
  readonly more?: Pick<
    Partial<Pipeline>,
    'tag' | 'beforeSha' | 'name' | 'variables' | 'yamlErrors' | 'scheduleId' | 'configs' | 'bridgeId'
  >
}

const STARTS_AFTER = 2000
const RUNS_FOR = 5000

/** Creates a pipeline. Nothing runs it yet: see `runPipeline` and the statuses of commits. */
export function createPipeline(world: World, given: NewPipeline, now: Instant): Pipeline {
  const { project, sha, ref, source, userId, mergeRequestId = null, more } = given
  return world.pipelines.insert({
    id: nextId(world, 'pipelines'),
    iid: nextIid(world, 'pipelines', 'project', project.id),
    projectId: project.id,
    sha,
    ref,
    status: 'created',
    source,
    userId,
    mergeRequestId,
    startedAt: null,
    finishedAt: null,
    createdAt: now,
    updatedAt: now,
    ...more,
  })
}

/** Runs a pipeline on the clock: after two seconds it is running, five seconds later it has succeeded. */
export function runPipeline(world: World, { id }: Pipeline, now: Instant): void {
  const steps = [
    ['running', now + STARTS_AFTER],
    ['success', now + STARTS_AFTER + RUNS_FOR],
  ] as const
  for (const [status, due] of steps) stepLater(world, id, status, due)
}

/** Lets the clock go on with a pipeline at a time. */
export function stepLater(world: World, pipelineId: number, status: PipelineStatus, due: Instant): void {
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'pipeline', args: { pipelineId, status }, due })
}

/** Sets the status of a pipeline. */
export function setPipelineStatus(
  world: World,
  pipeline: Pipeline,
  status: PipelineStatus,
  now: Instant,
): Pipeline {
  if (pipeline.status === status) return pipeline
  // What an archive told of the time that it took is over.
  const { duration: _, ...own } = pipeline
  const moved = { ...own, status, updatedAt: now }
  const begins = status === 'running' || (status === 'success' && pipeline.source === 'external')
  return world.pipelines.put({
    ...moved,
    startedAt: pipeline.startedAt ?? (begins ? now : null),
    finishedAt: isActive(moved) || status === 'manual' ? null : now,
  })
}

/** Finishes the jobs of a finished pipeline with its status. */
export function pipelineFinished(world: World, pipeline: Pipeline, now: Instant): void {
  const { status } = pipeline
  // Jobs behind one that waits for a person wait as well.
  if (status === 'manual') return
  for (const job of world.ciJobs.by('byPipeline', pipeline.id).list())
    if (isUnfinished(job) && !(job.bridge && status === 'success'))
      world.ciJobs.put({
        ...job,
        status,
        startedAt: job.startedAt ?? (status === 'canceled' || status === 'skipped' ? null : now),
        finishedAt: now,
      })
}

function isUnfinished({ status }: CiJob): boolean {
  return ['created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'scheduled'].includes(status)
}

/** Cancels a pipeline that is not finished. */
export function cancelPipeline(world: World, pipeline: Pipeline, now: Instant): Pipeline {
  if (!isActive(pipeline) && pipeline.status !== 'scheduled' && pipeline.status !== 'manual') return pipeline
  forgetSteps(world, pipeline)
  const canceled = setPipelineStatus(world, pipeline, 'canceled', now)
  pipelineFinished(world, canceled, now)
  return canceled
}

/** Removes a pipeline with its jobs, step by step. */
export function* removePipeline(
  world: World,
  pipeline: Pipeline,
  author: Pick<User, 'id' | 'name'>,
  now: Instant,
): Steps<void> {
  const project = world.projects.require(pipeline.projectId)
  const target = { targetId: pipeline.id, targetType: 'Ci::Pipeline', targetDetails: String(pipeline.id) }
  const { ref, status, sha } = pipeline
  const change = { custom_message: `Deleted pipeline in ${ref} with status ${status} and SHA ${sha}` }
  recordAudit(world, { author, scope: { project }, target, change }, now)
  forgetSteps(world, pipeline)
  const pace = new Pace()
  yield* forEach(world.ciJobs.by('byPipelineEver', pipeline.id).list(), pace, (job) => {
    forgetRun(world, job)
    world.ciJobs.delete(job.id)
  })
  yield* forEach(world.commitStatuses.by('byPipeline', pipeline.id).list(), pace, ({ id }) =>
    world.commitStatuses.delete(id),
  )
  world.pipelines.delete(pipeline.id)
}

function forgetSteps(world: World, pipeline: Pipeline): void {
  for (const job of world.jobs.by('byKind', 'pipeline').list())
    if (job.args.pipelineId === pipeline.id) world.jobs.delete(job.id)
}

/** Removes the token and the log of a job. */
function forgetRun(world: World, job: CiJob): void {
  world.jobTraces.delete(job.id)
  if (job.taken)
    for (const token of world.tokens.by('byProject', job.projectId).list())
      if (token.jobId === job.id) world.tokens.delete(token.id)
}

/** Retries failed and canceled jobs, step by step, and those that were skipped for them. The caller runs the pipeline. */
export function* retryPipeline(world: World, pipeline: Pipeline, now: Instant): Steps<Pipeline> {
  if (pipeline.status !== 'failed' && pipeline.status !== 'canceled') return pipeline
  const again = world.pipelines.put({ ...pipeline, status: 'pending', finishedAt: null, updatedAt: now })
  yield* forEach(world.ciJobs.by('byPipeline', pipeline.id).list(), new Pace(), (job) => {
    const status = retried[job.status]
    // The runner that took jobs before may be gone: any runner, or the clock, may take them now.
    const { taken: _taken, ...untaken } = job
    if (status === undefined) world.ciJobs.put(untaken)
    else if (status === 'created') world.ciJobs.put({ ...untaken, status })
    else replaceJob(world, job, pipeline.userId, now)
  })
  return again
}

const retried: { readonly [status in PipelineStatus]?: 'pending' | 'created' } = {
  failed: 'pending',
  canceled: 'pending',
  skipped: 'created',
}

/** Replaces a finished job by a new pending one; the earlier one is kept as retried. */
export function replaceJob(world: World, job: CiJob, userId: number | null, now: Instant): CiJob {
  world.ciJobs.put({ ...job, retried: true })
  const {
    taken: _taken,
    failureReason: _reason,
    startAt: _start,
    erasedAt: _at,
    erasedById: _by,
    ...rest
  } = job
  return world.ciJobs.insert({
    ...rest,
    id: nextId(world, 'ciJobs'),
    ...(job.bridge && { bridge: { ...job.bridge, downstreamId: null } }),
    userId,
    runnerId: null,
    ...queueState(world, job, now),
    startedAt: null,
    finishedAt: null,
    createdAt: now,
  })
}

/** Retries a single finished job, and what was skipped for it. */
export function retryJob(world: World, job: CiJob, userId: number | null, now: Instant): CiJob {
  const again = replaceJob(world, job, userId, now)
  resetSkipped(world, job)
  return again
}

/** Skipped jobs of later stages, and those that need a job or one of these, wait anew. */
export function resetSkipped(world: World, job: CiJob, names: readonly string[] = [job.name]): void {
  const behind = world.ciJobs
    .by('byPipeline', job.pipelineId)
    .list()
    .filter(
      ({ status, stageIndex = 0, needs }) =>
        status === 'skipped' &&
        (stageIndex > (job.stageIndex ?? 0) || needs?.some((need) => names.includes(need))),
    )
  if (behind.length === 0) return
  for (const other of behind) world.ciJobs.put({ ...other, status: 'created' })
  resetSkipped(
    world,
    job,
    behind.map(({ name }) => name),
  )
}
