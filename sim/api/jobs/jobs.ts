import { bridgeEntity, jobDetailEntity } from '../../entities/ci-job.ts'
import { settlePipeline } from '../../jobs/settle-pipeline.ts'
import { deploymentOf } from '../../model/deployments/job-deployments.ts'
import { finishJob, playJob as play } from '../../model/jobs/ci-jobs.ts'
import { traceOf } from '../../model/jobs/job-trace.ts'
import type { CiJob } from '../../model/pipelines/ci.ts'
import { runPipeline } from '../../model/pipelines/pipelines.ts'
import type { World } from '../../model/world.ts'
import { isExpectedByRunner } from '../../policy/job-queue.ts'
import { indexListing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, hashArray, integer, required, string, withDefault } from '../../protocol/params.ts'
import { forbidden, message, recordNotFound } from '../../protocol/refusal.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { listOfProject, where } from '../shared/place-list.ts'
import { BY_ID, negated, type RowFilter } from '../shared/row-filters.ts'
import { inRun, listOfTable } from '../shared/table-list.ts'
import { isDebugged } from './job-plan.ts'
import { anyJobToRun, jobOf, jobScope, jobToRun, pipelineJobScope } from './params.ts'

const ofProject = { subject: 'project', beyond: true } as const
const reading = { ...ofProject, method: 'GET', needs: 'read_builds' } as const
const jobId = { job_id: required(integer()) }

export const listJobs = operation(
  {
    ...reading,
    path: '/projects/:id/jobs',
    summary: 'List the jobs of a project',
    rateLimit: laterLimit('jobs#later-list-limit', 'project_jobs_api_rate_limit'),
    params: {
      scope: jobScope,
      order_by: string({ about: 'Keyset pagination supports only `id`' }),
      sort: string({ about: 'Keyset pagination supports only `desc`' }),
    },
    answers: {
      many: jobDetailEntity,
      paging: 'both',
      keyset: { by: 'cursor', orderBy: 'id', sort: 'desc' },
    },
    refuses: [405],
  },
  ({ world, project, params: { scope } }) => {
    const inStatuses = inStatus(world, scope)
    if (inStatuses.length === 0)
      return indexListing(world.ciJobs.by('jobsByProject', project.id), 'descending')
    const place = { world, rows: world.ciJobs, projectId: project.id }
    const bridges = where(place, 'bridges', ({ bridge }) => bridge !== undefined)
    const filters = [negated(bridges, (id) => world.ciJobs.by('byProject', id)), ...inStatuses]
    return listOfProject({
      ...place,
      direction: 'desc',
      order: 'id',
      index: 'byProject',
      rank: ({ id }) => id,
      filters,
    })
  },
)

export const listPipelineJobs = operation(
  {
    ...reading,
    auth: 'public',
    needs: 'read_pipelines',
    path: '/projects/:id/pipelines/:pipeline_id/jobs',
    summary: 'List the jobs of a pipeline',
    params: {
      pipeline_id: required(integer()),
      scope: pipelineJobScope,
      include_retried: withDefault(boolean({ about: 'Whether retried jobs are included' }), false),
    },
    answers: { many: jobDetailEntity },
  },
  ({ world, project, params, view }) => {
    const pipeline = world.pipelines.get(params.pipeline_id ?? 0)
    if (pipeline?.projectId !== project.id) throw recordNotFound()
    // Who sees the pipeline but none of its jobs is shown an empty list.
    if (!view.can('read_builds', project)) return listingOf([])
    const place = { world, rows: world.ciJobs }
    const ever = params.include_retried
    const run = world.ciJobs.by(ever ? 'byPipelineEver' : 'byPipeline', pipeline.id)
    const ofPipeline = inRun(
      place,
      `pipeline ${pipeline.id} ${ever}`,
      run,
      ({ pipelineId, retried }) => pipelineId === pipeline.id && (ever || !retried),
    )
    return listOfTable({
      ...place,
      run: world.ciJobs.all(),
      order: BY_ID,
      rank: ({ id }) => id,
      direction: 'desc',
      filters: [
        ofPipeline,
        where(place, 'no bridge', ({ bridge }) => bridge === undefined),
        ...inStatus(world, params.scope),
      ],
    })
  },
)

function inStatus(world: World, scope: readonly CiJob['status'][] | null | undefined): RowFilter<CiJob>[] {
  const wanted = [...new Set(scope ?? [])].sort()
  if (wanted.length === 0) return []
  const place = { world, rows: world.ciJobs }
  return [where(place, `statuses ${wanted}`, ({ status }) => wanted.includes(status))]
}

export const getJob = operation(
  {
    ...reading,
    path: '/projects/:id/jobs/:job_id',
    summary: 'Get a job',
    params: jobId,
    answers: { one: jobDetailEntity },
  },
  ({ world, project, params }) => jobOf(world, project, params.job_id),
)

export const getJobLog = operation(
  {
    ...reading,
    path: '/projects/:id/jobs/:job_id/trace',
    summary: 'Get the log of a job',
    params: jobId,
    answers: { bytes: 'text/plain' },
  },
  function* ({ world, project, params, view, now }) {
    const job = jobOf(world, project, params.job_id)
    if (!view.can('create_pipeline', project) && (yield* isDebugged(world, project, job, now)))
      throw forbidden()
    return { bytes: traceOf(world, job) }
  },
)

export const cancelJob = operation(
  {
    ...ofProject,
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/cancel',
    summary: 'Cancel a job',
    needs: 'create_pipeline',
    params: jobId,
    answers: { status: 201, one: jobDetailEntity },
  },
  ({ world, project, params, view, now }) => {
    const job = jobToRun(view, project, params.job_id)
    if (!['created', 'pending', 'running', 'manual', 'scheduled'].includes(job.status)) return job
    settlePipeline(world, finishJob(world, job, { status: 'canceled' }, now), now)
    return world.ciJobs.require(job.id)
  },
)

export const playJob = operation(
  {
    ...ofProject,
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/play',
    summary: 'Play a manual job',
    needs: 'create_pipeline',
    params: {
      ...jobId,
      job_variables_attributes: hashArray(
        { key: required(string()), value: required(string()) },
        { about: 'Variables of this job alone' },
      ),
    },
    answers: {
      status: 200,
      one: jobDetailEntity,
      variants: [{ entity: bridgeEntity, when: { row: ({ bridge }) => bridge !== undefined } }],
    },
  },
  ({ world, caller, project, params, view, now }) => {
    const job = anyJobToRun(view, project, params.job_id)
    const variables = (params.job_variables_attributes ?? []).map(({ key, value }) => ({
      key: key ?? '',
      value: value ?? '',
    }))
    const blocked = deploymentOf(world, job)?.status === 'blocked'
    if (blocked || (job.status !== 'manual' && job.status !== 'scheduled'))
      throw message(400, '400 Bad request - Unplayable Job')
    const told = variables.length === 0 ? job : { ...job, variables }
    const played = play(world, told, caller.user?.id ?? 0, now)
    if (!isExpectedByRunner(world, project, [played], now))
      runPipeline(world, world.pipelines.require(job.pipelineId), now)
    return played
  },
)
