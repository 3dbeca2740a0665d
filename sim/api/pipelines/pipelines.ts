import {
  listedPipelineEntity,
  namedPipelineEntity,
  pipelineDetailEntity,
  pipelineVariableEntity,
} from '../../entities/pipeline-ref.ts'
import { beginPipeline } from '../../jobs/open-pipeline.ts'
import { headOf, startPipeline } from '../../jobs/start-pipeline.ts'
import { since } from '../../lib/dialect.ts'
import {
  type Pipeline,
  type PipelineStatus,
  type PipelineVariable,
  pipelineSources,
  pipelineStatuses,
} from '../../model/pipelines/ci.ts'
import { variableTypes } from '../../model/pipelines/ci-variable.ts'
import {
  retryPipeline as again,
  removePipeline,
  cancelPipeline as stop,
} from '../../model/pipelines/pipelines.ts'
import type { Project } from '../../model/projects/project.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { mayRun } from '../../policy/ref-jobs.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  datetime,
  hashArray,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden } from '../../protocol/refusal.ts'
import { refuseInvalidRowOf } from '../../protocol/refuse-invalid-row.ts'
import { pipelineId, pipelineOf, pipelineToRun, readablePipeline } from './params.ts'

const pipelineVariable = {
  key: required(string()),
  value: string(),
  variable_type: oneOf(variableTypes),
}
const listParams = {
  scope: oneOf(['running', 'pending', 'finished', 'branches', 'tags']),
  status: oneOf(pipelineStatuses),
  ref: string({ about: 'Branch or tag' }),
  sha: string(),
  username: string({ about: 'User name of who started the pipeline' }),
  updated_before: datetime(),
  updated_after: datetime(),
  source: oneOf(pipelineSources),
  yaml_errors: boolean({ about: 'Whether the configuration is wrong' }),
  name: since('pipelines#later-name-filter', string({ about: 'Name of the pipelines' })),
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
    answers: { many: listedPipelineEntity },
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
  if (order_by === 'id') return indexListing(run, sort === 'asc' ? 'ascending' : 'descending', passes)
  const direction = sort === 'asc' ? 1 : -1
  const rank = ranks[order_by]
  const rows = run.list().filter(passes)
  return listingOf(
    rows.sort((a, b) => direction * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id)),
  )
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
    // Child pipelines are listed only when the filter `source` asks for them.
    (source ? pipeline.source === source : pipeline.source !== 'parent_pipeline') &&
    (given.yaml_errors == null || (pipeline.yamlErrors !== undefined) === given.yaml_errors) &&
    (user === undefined || pipeline.userId === user) &&
    (given.name == null || pipeline.name === given.name) &&
    (after == null || pipeline.updatedAt > after) &&
    (before == null || pipeline.updatedAt < before)
}

export const getPipeline = operation(
  {
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id',
    summary: 'Get a pipeline',
    auth: 'public',
    subject: 'project',
    needs: 'read_pipelines',
    params: pipelineId,
    answers: { one: namedPipelineEntity },
    beyond: true,
  },
  ({ world, project, params, view }) =>
    readablePipeline(view, project, pipelineOf(world, project, params.pipeline_id)),
)

export const getLatestPipeline = operation(
  {
    method: 'GET',
    path: '/projects/:id/pipelines/latest',
    summary: 'Get the latest pipeline of a branch',
    auth: 'public',
    subject: 'project',
    needs: 'read_pipelines',
    params: { ref: string({ about: 'Branch; default: the default branch' }) },
    answers: { one: namedPipelineEntity },
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const ref = params.ref || project.defaultBranch
    const sha = headOf(world, project, ref)
    const pipelines = world.pipelines.by('bySha', project.id, sha ?? '').list()
    return readablePipeline(view, project, pipelines.filter((pipeline) => pipeline.ref === ref).at(-1))
  },
)

export const createPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/pipeline',
    summary: 'Create a pipeline',
    subject: 'project',
    needs: 'create_pipeline',
    params: {
      ref: required(string({ about: 'Branch or tag' })),
      variables: hashArray(pipelineVariable, { about: 'Variables of the pipeline' }),
    },
    rateLimit: {
      name: 'pipelines_create',
      user: 'pipeline_limit_per_project_user_sha',
      per: 'project',
      by: 'ref',
    },
    answers: { status: 201, one: pipelineDetailEntity },
    beyond: true,
  },
  function* ({ project, params, view }) {
    const variables = variablesFrom(params.variables)
    return yield* refuseInvalidRowOf(
      startPipeline(view.situation, project, { ref: params.ref ?? '', source: 'api', variables }),
    )
  },
)

export const listPipelineVariables = operation(
  {
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/variables',
    summary: 'List the variables of a pipeline',
    auth: 'public',
    subject: 'project',
    needs: 'read_pipelines',
    params: pipelineId,
    answers: { many: pipelineVariableEntity, unordered: true, paging: 'none' },
    refuses: [403, 404],
    beyond: true,
  },
  ({ world, caller, project, params, view }) => {
    const pipeline = pipelineOf(world, project, params.pipeline_id)
    const own = pipeline.userId !== null && pipeline.userId === caller.user?.id
    const triggered = own && view.can('create_pipeline', project) && mayRun(view.situation, project, pipeline)
    if (!triggered && !view.can('admin_build', project)) throw forbidden()
    return listingOf(pipeline.variables ?? [])
  },
)

function variablesFrom(
  given: readonly ParamsOf<typeof pipelineVariable>[] | null | undefined,
): PipelineVariable[] {
  return (given ?? []).map(({ key, value, variable_type: type }) => ({
    key: key ?? '',
    value: value ?? '',
    ...(type === 'file' && { type }),
  }))
}

export const cancelPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/cancel',
    summary: 'Cancel a pipeline',
    subject: 'project',
    needs: 'create_pipeline',
    params: pipelineId,
    answers: { status: 200, one: pipelineDetailEntity },
    beyond: true,
  },
  ({ world, project, params, view, now }) =>
    stop(world, pipelineToRun(view, project, params.pipeline_id), now),
)

export const retryPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/retry',
    summary: 'Retry a pipeline',
    subject: 'project',
    needs: 'create_pipeline',
    params: pipelineId,
    answers: { status: 201, one: pipelineDetailEntity },
    beyond: true,
  },
  function* ({ world, project, params, view, now }) {
    const pipeline = pipelineToRun(view, project, params.pipeline_id)
    const retried = yield* again(world, pipeline, now)
    return retried === pipeline ? pipeline : beginPipeline(world, project, retried, now)
  },
)

export const deletePipeline = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/pipelines/:pipeline_id',
    summary: 'Delete a pipeline',
    subject: 'project',
    needs: 'destroy_pipeline',
    params: pipelineId,
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, caller, project, params, unmodified, now }) =>
    removePipeline(
      world,
      unmodified(pipelineOf(world, project, params.pipeline_id)),
      caller.user as User,
      now,
    ),
)
