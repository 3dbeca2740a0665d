import { pipelineDetailEntity, pipelineRefEntity } from '../../entities/pipeline-ref.ts'
import { branchHead, peel } from '../../git/repository.ts'
import { type Pipeline, type PipelineStatus, pipelineStatuses } from '../../model/ci.ts'
import { CiConfigError, type JobPlan, plannedJobs } from '../../model/ci-config.ts'
import { advancePipeline, createJobs } from '../../model/ci-jobs.ts'
import {
  retryPipeline as again,
  hasCiConfig,
  createPipeline as open,
  removePipeline,
  runPipeline,
  cancelPipeline as stop,
} from '../../model/pipelines.ts'
import type { Project } from '../../model/project.ts'
import { projectAt } from '../../model/redirect.ts'
import { repositoryOf } from '../../model/repository.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayMerge } from '../../policy/branches.ts'
import { actingFor } from '../../policy/caller.ts'
import { isAwaited } from '../../policy/job-queue.ts'
import { type Listing, listed, walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  datetime,
  integer,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { invalidModel, notFound, recordNotFound } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'

const pipelineId = { pipeline_id: required(integer({ about: 'Id of the pipeline' })) }
const listParams = {
  scope: oneOf(['running', 'pending', 'finished', 'branches', 'tags']),
  status: oneOf(pipelineStatuses),
  ref: string({ about: 'Branch or tag' }),
  sha: string(),
  username: string({ about: 'Who started it' }),
  updated_before: datetime(),
  updated_after: datetime(),
  source: string({ about: 'What started it' }),
  order_by: withDefault(oneOf(['id', 'status', 'ref', 'updated_at', 'user_id']), 'id'),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
}

export const listPipelines = operation(
  {
    method: 'GET',
    path: '/projects/:id/pipelines',
    summary: 'List the pipelines of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_builds',
    params: listParams,
    answers: { many: pipelineRefEntity },
    beyond: true,
  },
  ({ world, project, params }) => pipelineList(world, project, params),
)

type Given = ParamsOf<typeof listParams>

function pipelineList(world: World, project: Project, given: Given): Listing<Pipeline> {
  const { order_by, sort, ref, sha } = given
  const passes = filter(world, project, given)
  const run = ref
    ? world.pipelines.by('byRef', project.id, ref)
    : sha
      ? world.pipelines.by('bySha', project.id, sha)
      : world.pipelines.by('byProject', project.id)
  if (order_by === 'id') return walked(run, sort === 'asc' ? 'ascending' : 'descending', passes)
  const turned = sort === 'asc' ? 1 : -1
  const rank = ranks[order_by]
  const rows = run.list().filter(passes)
  return listed(rows.sort((a, b) => turned * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id)))
}

const ranks = {
  status: (pipeline: Pipeline) => pipeline.status,
  ref: (pipeline: Pipeline) => pipeline.ref,
  updated_at: (pipeline: Pipeline) => pipeline.updatedAt,
  user_id: (pipeline: Pipeline) => pipeline.userId ?? 0,
} as const

const finished: readonly PipelineStatus[] = ['success', 'failed', 'canceled']

function filter(world: World, project: Project, given: Given): (pipeline: Pipeline) => boolean {
  const { scope, status, ref, sha, source, username, updated_after: after, updated_before: before } = given
  const user = username ? (world.users.find('byUsername', username.toLowerCase())?.id ?? -1) : undefined
  const { refs } = repositoryOf(world, project)
  const latest = (pipeline: Pipeline, place: string) =>
    refs.get(`${place}${pipeline.ref}`) !== undefined &&
    world.pipelines.by('byRef', project.id, pipeline.ref).last()?.id === pipeline.id
  const scopes = {
    running: (pipeline: Pipeline) => pipeline.status === 'running',
    pending: (pipeline: Pipeline) => pipeline.status === 'pending',
    finished: (pipeline: Pipeline) => finished.includes(pipeline.status),
    branches: (pipeline: Pipeline) => latest(pipeline, 'refs/heads/'),
    tags: (pipeline: Pipeline) => latest(pipeline, 'refs/tags/'),
  }
  return (pipeline) =>
    (!scope || scopes[scope](pipeline)) &&
    (!status || pipeline.status === status) &&
    (!ref || pipeline.ref === ref) &&
    (!sha || pipeline.sha === sha) &&
    (!source || pipeline.source === source) &&
    (user === undefined || pipeline.userId === user) &&
    (after == null || pipeline.updatedAt > after) &&
    (before == null || pipeline.updatedAt < before)
}

export const getPipeline = operation(
  {
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id',
    summary: 'One pipeline',
    auth: 'public',
    subject: 'project',
    needs: 'read_builds',
    params: pipelineId,
    answers: { one: pipelineDetailEntity },
    beyond: true,
  },
  ({ world, project, params }) => pipelineOf(world, project, params.pipeline_id),
)

export const getLatestPipeline = operation(
  {
    method: 'GET',
    path: '/projects/:id/pipelines/latest',
    summary: 'The latest pipeline for the head of a branch',
    auth: 'public',
    subject: 'project',
    needs: 'read_builds',
    params: { ref: string({ about: 'The default branch unless said' }) },
    answers: { one: pipelineDetailEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const ref = params.ref || project.defaultBranch
    const sha = headOf(world, project, ref)
    const pipelines = world.pipelines.by('bySha', project.id, sha ?? '').list()
    const latest = pipelines.filter((pipeline) => pipeline.ref === ref).at(-1)
    if (latest === undefined) throw notFound('Pipeline')
    return latest
  },
)

export const createPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/pipeline',
    summary: 'Start a pipeline; without a runner that asks for its jobs it runs by itself and succeeds',
    subject: 'project',
    needs: 'create_pipeline',
    params: { ref: required(string({ about: 'Branch or tag' })) },
    rateLimit: {
      name: 'pipelines_create',
      user: 'pipeline_limit_per_project_user_sha',
      per: 'project',
      by: 'ref',
    },
    answers: { status: 201, one: pipelineDetailEntity },
    beyond: true,
  },
  ({ project, params, view }) => started(view.situation, project, params.ref ?? '', 'api'),
)

/** Whoever knows the secret starts pipelines in the name of who made it. */
export const triggerPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/trigger/pipeline',
    summary: 'Start a pipeline by the secret of a trigger',
    auth: 'none',
    params: {
      id: required(string({ about: 'Id or path of the project' })),
      ref: required(string({ about: 'Branch or tag' })),
      token: required(string({ about: 'That of a trigger' })),
    },
    answers: { status: 201, one: pipelineDetailEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, params, now }) => {
    const trigger = world.triggers.find('byToken', params.token ?? '')
    const named = params.id ?? ''
    const project = /^\d{1,15}$/.test(named) ? world.projects.get(Number(named)) : projectAt(world, named)
    if (project === undefined || trigger?.projectId !== project.id) throw notFound()
    world.triggers.update(trigger.id, { lastUsedAt: now })
    const situation = { world, caller: actingFor(world.users.require(trigger.ownerId)), now }
    return started(situation, project, params.ref ?? '', 'trigger')
  },
)

function started(situation: Situation, project: Project, ref: string, source: string): Pipeline {
  const { world, caller, now } = situation
  const sha = headOf(world, project, ref)
  if (sha === undefined) throw invalidModel({ base: ['Reference not found'] })
  const branch = branchHead(repositoryOf(world, project), ref) !== undefined
  if (branch && !mayMerge(situation, project, ref))
    throw invalidModel({
      base: [
        `You do not have sufficient permission to run a pipeline on '${ref}'. Please select a different branch or contact your administrator for assistance.`,
      ],
    })
  if (!hasCiConfig(world, project, sha)) throw invalidModel({ base: ['Missing CI config file'] })
  const plans = planned(world, project, sha)
  const pipeline = open(world, { project, sha, ref, source, userId: caller.user?.id ?? null }, now)
  createJobs(world, pipeline, plans, { tag: !branch }, now)
  return begin(world, project, pipeline, now)
}

export const cancelPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/cancel',
    summary: 'Stop a pipeline',
    subject: 'project',
    needs: 'create_pipeline',
    params: pipelineId,
    answers: { status: 200, one: pipelineDetailEntity },
    beyond: true,
  },
  ({ world, project, params, now }) => stop(world, pipelineOf(world, project, params.pipeline_id), now),
)

export const retryPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/retry',
    summary: 'Start again what failed or was stopped',
    subject: 'project',
    needs: 'create_pipeline',
    params: pipelineId,
    answers: { status: 201, one: pipelineDetailEntity },
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const pipeline = pipelineOf(world, project, params.pipeline_id)
    const retried = again(world, pipeline, now)
    return retried === pipeline ? pipeline : begin(world, project, retried, now)
  },
)

function planned(world: World, project: Project, sha: string): JobPlan[] {
  try {
    return plannedJobs(world, project, sha)
  } catch (problem) {
    throw problem instanceof CiConfigError ? invalidModel({ base: [problem.message] }) : problem
  }
}

/** A pipeline runs by itself, unless a runner is there that asks for work and could do some of it. */
function begin(world: World, project: Project, pipeline: Pipeline, now: Instant): Pipeline {
  const jobs = world.ciJobs.by('byPipeline', pipeline.id).list()
  const waits = jobs.length > 0 && !jobs.some(({ status }) => status === 'pending')
  if (waits || isAwaited(world, project, jobs, now)) return advancePipeline(world, pipeline, now)
  runPipeline(world, pipeline, now)
  return pipeline
}

export const deletePipeline = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/pipelines/:pipeline_id',
    summary: 'Delete a pipeline',
    subject: 'project',
    needs: 'destroy_pipeline',
    params: pipelineId,
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, project, params }) => removePipeline(world, pipelineOf(world, project, params.pipeline_id)),
)

function pipelineOf(world: World, project: Project, id: number | null): Pipeline {
  const pipeline = world.pipelines.get(id ?? 0)
  if (pipeline?.projectId !== project.id) throw recordNotFound()
  return pipeline
}

function headOf(world: World, project: Project, ref: string): string | undefined {
  const repository = repositoryOf(world, project)
  const tag = repository.refs.get(`refs/tags/${ref}`)
  return (
    branchHead(repository, ref) ?? (tag === undefined ? undefined : peel(repository.objects, tag, 'commit'))
  )
}
