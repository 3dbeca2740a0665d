import { allowedAgentsEntity } from '../../entities/allowed-agents.ts'
import { jobDetailEntity } from '../../entities/ci-job.ts'
import type { CiJob } from '../../model/pipelines/ci.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
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
  ({ world, caller }) => jobOf(world, caller),
)

export const listAllowedAgents = operation(
  {
    method: 'GET',
    path: '/job/allowed_agents',
    summary: 'Get the agents for Kubernetes that the job of a job token may use',
    accepts: ['job_token'],
    answers: { one: allowedAgentsEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller }) => jobOf(world, caller),
)

function jobOf(world: World, { token }: Caller): CiJob {
  const job = token?.kind === 'job' ? world.ciJobs.get(token.jobId ?? 0) : undefined
  // Other credentials are accepted, but they belong to no job.
  if (job === undefined) throw notFound('Job')
  return job
}
