import { jobDetailEntity } from '../../entities/ci-job.ts'
import { operation } from '../../protocol/operation.ts'
import { notFound } from '../../protocol/refusal.ts'

export const getJobOfToken = operation(
  {
    method: 'GET',
    path: '/job',
    summary: 'Get the job of a job token',
    accepts: ['job_token'],
    answers: { one: jobDetailEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller }) => {
    const { token } = caller
    const job = token?.kind === 'job' ? world.ciJobs.get(token.jobId ?? 0) : undefined
    // Other credentials are accepted, but they belong to no job.
    if (job === undefined) throw notFound('Job')
    return job
  },
)
