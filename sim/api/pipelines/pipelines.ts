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
import type { GitRefRow } from '../../model/repository/git-objects.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { mayRun } from '../../policy/ref-jobs.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
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
import { followed } from '../../store/orders.ts'
import { listOfProject, underInProject, where } from '../shared/place-list.ts'
import { negated, type RowFilter } from '../shared/row-filters.ts'
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
  const { order_by: order, sort: direction } = given
  const place = { world, rows: world.pipelines, projectId: project.id }
  const filters = filtersOf(place, project, given)
  return listOfProject({
    ...place,
    direction: direction === 'asc' ? 'asc' : 'desc',
    order,
    ...orders[order],
    filters,
  })
}

const orders = {
  id: { index: 'byProject', rank: (pipeline: Pipeline) => pipeline.id },
  status: { index: 'byStatus', rank: (pipeline: Pipeline) => pipeline.status },
  ref: { index: 'byRef', rank: (pipeline: Pipeline) => pipeline.ref },
  updated_at: { index: 'byUpdated', rank: (pipeline: Pipeline) => pipeline.updatedAt },
  user_id: { index: 'byUser', rank: (pipeline: Pipeline) => pipeline.userId ?? 0 },
} as const

const finished: readonly PipelineStatus[] = ['success', 'failed', 'canceled']

interface Place {
  readonly world: World
  readonly rows: World['pipelines']
  readonly projectId: number
}
type Filter = RowFilter<Pipeline>

function filtersOf(place: Place, project: Project, given: Given): Filter[] {
  const { world, rows, projectId } = place
  const { scope, status, ref, sha, source, username, yaml_errors: invalid, name } = given
  const filters: Filter[] = scope ? [inScope(place, project, scope)] : []
  if (status) filters.push(inStatus(place, status))
  if (ref) filters.push(underInProject(place, 'byRef', ref, 'id', (it) => it.ref === ref))
  if (sha) filters.push(underInProject(place, 'bySha', sha, 'id', (it) => it.sha === sha))
  // Child pipelines are listed only when the filter `source` asks for them.
  const from = where(
    place,
    `from ${source || 'parent_pipeline'}`,
    (it) => it.source === (source || 'parent_pipeline'),
  )
  filters.push(source ? from : negated(from, (id) => rows.by('byProject', id)))
  if (invalid != null)
    filters.push(where(place, `invalid ${invalid}`, (it) => (it.yamlErrors !== undefined) === invalid))
  if (username) {
    const user = world.users.find('byUsername', username.toLowerCase())?.id ?? -1
    filters.push(underInProject(place, 'byUser', user, 'id', (it) => it.userId === user))
  }
  if (name != null) filters.push(where(place, `named ${name}`, (it) => it.name === name))
  const { updated_after: after, updated_before: before } = given
  if (after != null || before != null)
    filters.push({
      passes: ({ updatedAt }) =>
        (after == null || updatedAt > after) && (before == null || updatedAt < before),
      exactly: {
        // Both bounds are left out; instants are whole.
        under: () =>
          rows.by('byUpdated', projectId).within({
            from: after == null ? undefined : after + 1,
            to: before == null ? undefined : before - 1,
          }),
        order: 'updated_at',
      },
    })
  return filters
}

function inStatus(place: Place, status: PipelineStatus): Filter {
  return underInProject(place, 'byStatus', status, 'id', (pipeline) => pipeline.status === status)
}

function inScope(place: Place, project: Project, scope: NonNullable<Given['scope']>): Filter {
  switch (scope) {
    case 'running':
    case 'pending':
      return inStatus(place, scope)
    case 'finished':
      return where(place, 'finished', ({ status }) => finished.includes(status))
    case 'branches':
      return latest(place, project, 'refs/heads/')
    case 'tags':
      return latest(place, project, 'refs/tags/')
    default:
      return scope satisfies never
  }
}

// The newest pipeline of each branch, or tag, that there is.
function latest(place: Place, { id }: Project, kind: string): Filter {
  const isLatest = (it: Pipeline, { gitRefs, pipelines }: World) =>
    it.projectId === id &&
    pipelines.by('byRef', id, it.ref).last()?.id === it.id &&
    gitRefs.get(`${id}:${kind}${it.ref}`) !== undefined
  const all = () => place.rows.by('byProject', id).ascending()
  return where(place, `latest of ${kind} of ${id}`, isLatest, all, [references, siblings])
}

const references = followed<GitRefRow, World>(
  ({ gitRefs }) => gitRefs.state,
  ({ before, after }, { pipelines }) => {
    if (before !== undefined && after !== undefined) return []
    const { projectId, name } = (after ?? before) as GitRefRow
    return pipelines.by('byRef', projectId, name.replace(/^refs\/[^/]*\//, '')).idsOf('descending', 0, 1)
  },
)
// A new pipeline takes the place of the one before it, and a deleted one makes room for that.
const siblings = followed<Pipeline, World>(
  ({ pipelines }) => pipelines.state,
  ({ before, after }, { pipelines }) => {
    const { projectId, ref, id } = (after ?? before) as Pipeline
    const run = pipelines.by('byRef', projectId, ref)
    return run.idsOf('ascending', Math.max(run.rank([id]) - 1, 0), 1)
  },
)

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
    return readablePipeline(view, project, world.pipelines.by('byShaRef', project.id, sha ?? '', ref).last())
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
