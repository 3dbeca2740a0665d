import type { Instant } from '../../time/calendar.ts'
import type { CiJob, Pipeline } from '../pipelines/ci.ts'
import { statusFrom } from '../pipelines/pipeline-status.ts'
import { createPipeline, setPipelineStatus } from '../pipelines/pipelines.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { CommitStatus } from './commit-status.ts'

export const statusStates = ['pending', 'running', 'success', 'failed', 'canceled'] as const
export type StatusState = (typeof statusStates)[number]

export interface NewCommitStatus {
  readonly project: Project
  readonly user: User
  readonly sha: string
  readonly ref: string
  readonly name: string
  readonly state: StatusState
  readonly targetUrl: string | null | undefined
  readonly description: string | null | undefined
  readonly coverage: number | null | undefined
  /** The pipeline that it belongs to; a new one where there is none. */
  readonly pipeline: Pipeline | undefined
}

/** Thrown for a state that cannot follow on the one before. */
export class InvalidTransition extends Error {
  readonly event: string
  readonly from: string

  constructor(event: string, from: string) {
    super(`cannot ${event} what is ${from}`)
    this.name = 'InvalidTransition'
    this.event = event
    this.from = from
  }
}

/** Sets the status of a commit from an external CI system, and updates the pipeline. Throws InvalidTransition. */
export function setCommitStatus(
  world: World,
  told: NewCommitStatus,
  now: Instant,
): { readonly status: CommitStatus; readonly pipeline: Pipeline } {
  const { project, sha, ref, user, name, state } = told
  const pipeline =
    told.pipeline ?? createPipeline(world, { project, sha, ref, source: 'external', userId: user.id }, now)
  const known = latestOf(world, pipeline, name).find(
    (status) => status.status === 'pending' || status.status === 'running',
  )
  if (known?.status === state) throw new InvalidTransition(state === 'pending' ? 'enqueue' : 'run', state)
  if (known?.status === 'running' && state === 'pending') throw new InvalidTransition('enqueue', 'running')
  const before = known ?? freshStatus(world, told, pipeline, now)
  const ended = state !== 'pending' && state !== 'running'
  const status = world.commitStatuses.put({
    ...before,
    status: state,
    ...(told.targetUrl !== undefined && { targetUrl: told.targetUrl }),
    ...(told.description !== undefined && { description: told.description }),
    ...(told.coverage !== undefined && { coverage: told.coverage }),
    startedAt: before.startedAt ?? (state === 'running' ? now : null),
    finishedAt: ended ? now : null,
  })
  return { status, pipeline: setPipelineStatus(world, pipeline, statusFrom(world, pipeline), now) }
}

function freshStatus(world: World, told: NewCommitStatus, pipeline: Pipeline, now: Instant): CommitStatus {
  for (const earlier of latestOf(world, pipeline, told.name))
    world.commitStatuses.put({ ...earlier, retried: true })
  return {
    id: nextId(world, 'commitStatuses'),
    projectId: told.project.id,
    pipelineId: pipeline.id,
    sha: pipeline.sha,
    ref: told.ref,
    name: told.name,
    status: 'created',
    targetUrl: null,
    description: null,
    coverage: null,
    userId: told.user.id,
    retried: false,
    startedAt: null,
    finishedAt: null,
    createdAt: now,
  }
}

function latestOf(world: World, pipeline: Pipeline, name: string): CommitStatus[] {
  return world.commitStatuses.by('byLatest', pipeline.id, name).list()
}

/** The statuses of a commit: jobs of its pipelines and external statuses, the earlier ones first. */
export function commitStatusesOf(world: World, project: Project, sha: string): CommitStatus[] {
  const pipelines = world.pipelines.by('bySha', project.id, sha).list()
  const jobs = pipelines.flatMap((pipeline) => world.ciJobs.by('byPipeline', pipeline.id).list())
  const told = world.commitStatuses.by('bySha', project.id, sha).list()
  return [...jobs.map((job) => ofJob(job, sha)), ...told].sort((a, b) => a.id - b.id)
}

function ofJob(job: CiJob, sha: string): CommitStatus {
  const { id, projectId, pipelineId, ref, name, status, coverage, startedAt, finishedAt, createdAt } = job
  const told = { targetUrl: null, description: null, userId: job.userId ?? 0, retried: false }
  const times = { startedAt, finishedAt, createdAt }
  return { id, projectId, pipelineId, sha, ref, name, status, coverage, ...told, ...times }
}
