import { bridgeEntity, jobDetailEntity } from '../../entities/ci-job.ts'
import { beginPipeline } from '../../jobs/open-pipeline.ts'
import { advancePipeline } from '../../model/jobs/ci-jobs.ts'
import { deleteArtifacts, isFinishedJob } from '../../model/jobs/job-artifacts.ts'
import { retryJob as again } from '../../model/pipelines/pipelines.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { forbidden, recordNotFound } from '../../protocol/refusal.ts'
import { jobToRun, pipelineJobScope } from './params.ts'

const jobId = { job_id: required(integer()) }
const acting = { subject: 'project', beyond: true, method: 'POST', params: jobId } as const

export const retryJob = operation(
  {
    ...acting,
    path: '/projects/:id/jobs/:job_id/retry',
    summary: 'Retry a job',
    needs: 'create_pipeline',
    answers: { status: 201, one: jobDetailEntity },
    refuses: [403],
  },
  ({ world, caller, project, params, view, now }) => {
    const job = jobToRun(view, project, params.job_id)
    if (!isFinishedJob(job) || job.retried) throw forbidden('Job is not retryable')
    const retried = again(world, job, caller.user?.id ?? null, now)
    const pipeline = advancePipeline(world, world.pipelines.require(job.pipelineId), now)
    beginPipeline(world, project, pipeline, now)
    return world.ciJobs.require(retried.id)
  },
)

export const eraseJob = operation(
  {
    ...acting,
    path: '/projects/:id/jobs/:job_id/erase',
    summary: 'Erase a job',
    needs: 'create_pipeline',
    answers: { status: 201, one: jobDetailEntity },
    refuses: [403],
  },
  ({ world, caller, project, params, view, now }) => {
    const job = jobToRun(view, project, params.job_id)
    const own = job.userId !== null && job.userId === caller.user?.id
    if (!own && !view.can('admin_build', project)) throw forbidden()
    if (!isFinishedJob(job) || job.erasedAt !== undefined) throw forbidden('Job is not erasable!')
    deleteArtifacts(world, job)
    world.jobTraces.delete(job.id)
    return world.ciJobs.put({ ...job, erasedAt: now, erasedById: caller.user?.id ?? 0 })
  },
)

export const listPipelineTriggerJobs = operation(
  {
    subject: 'project',
    beyond: true,
    method: 'GET',
    auth: 'public',
    path: '/projects/:id/pipelines/:pipeline_id/bridges',
    summary: 'List the trigger jobs of a pipeline',
    needs: 'read_builds',
    params: {
      pipeline_id: required(integer({ about: 'ID of the pipeline' })),
      scope: pipelineJobScope,
    },
    answers: { many: bridgeEntity },
  },
  ({ world, project, params }) => {
    const pipeline = world.pipelines.get(params.pipeline_id ?? 0)
    if (pipeline?.projectId !== project.id) throw recordNotFound()
    const wanted = params.scope ?? []
    return indexListing(
      world.ciJobs.by('byBridge', pipeline.id),
      'descending',
      wanted.length === 0 ? undefined : ({ status }) => wanted.includes(status),
    )
  },
)
