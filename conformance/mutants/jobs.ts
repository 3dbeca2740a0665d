import { isRows, type Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, rowsChanged, withJson, withRows } from './wire.ts'

/** Faults in jobs. */
export const jobsMutants: readonly Mutant[] = [
  {
    name: 'artifacts-empty',
    says: 'Artifact archives are empty',
    caughtBy: 'jobs/artifacts',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'GET /projects/:id/jobs/:job_id/artifacts') && reply.status === 200
      return asked ? { ...reply, body: '' } : reply
    },
  },
  {
    name: 'retried-job-same-id',
    says: 'Retrying a job answers the same job instead of a new one',
    caughtBy: 'jobs/retry',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /projects/:id/jobs/:job_id/retry') || reply.status !== 201) return reply
      return withJson(reply, {
        ...JSON.parse(String(reply.body)),
        id: Number(request.url.split('/').at(-2)),
      })
    },
  },
  {
    name: 'job-erased-twice',
    says: 'An erased job can be erased again',
    caughtBy: 'jobs/erase',
    fault: async (request, next) => {
      const reply = await next(request)
      const erased = calls(request, 'POST /projects/:id/jobs/:job_id/erase') && reply.status === 403
      return erased ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'job-token-of-another-job',
    says: '`GET /job` shows another job than that of the token',
    caughtBy: 'jobs/current-job',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /job')
        ? withRows(reply, (row) => (typeof row.id === 'number' ? { ...row, id: row.id - 1 } : row))
        : reply
    },
  },
  {
    name: 'allowed-agents-none',
    says: 'A job may use no agent for Kubernetes',
    caughtBy: 'jobs/allowed-agents',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /job/allowed_agents')
        ? withRows(reply, (row) => ('allowed_agents' in row ? { ...row, allowed_agents: [] } : row))
        : reply
    },
  },
  rowsChanged(
    'release-step-lost',
    'A runner is told nothing of the release of a job',
    'jobs/release-step',
    ['POST /jobs/request'],
    (row) =>
      isRows(row.steps) ? { ...row, steps: row.steps.filter(({ name }) => name !== 'release') } : row,
  ),
  {
    name: 'job-handed-twice',
    says: 'A job is handed out again and again',
    caughtBy: 'jobs/request-by-tags',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'POST /jobs/request')) return reply
      const before = memory.get('job')
      if (reply.status === 201) memory.set('job', reply.body)
      return reply.status === 204 && before !== undefined ? { ...reply, status: 201, body: before } : reply
    },
  },
  {
    name: 'artifact-replaced',
    says: 'An artifact takes the place of another one of its type',
    caughtBy: 'jobs/runner-uploads',
    fault: async (request, next) => {
      const reply = await next(request)
      const twice = String(reply.body).includes('another artifact of the same type')
      return calls(request, 'POST /jobs/:id/artifacts') && twice
        ? { ...reply, status: 201, body: '201' }
        : reply
    },
  },
  rowsChanged(
    'services-without-aliases',
    'Runners are told services by their names alone',
    'jobs/handed-out',
    ['POST /jobs/request'],
    (row) => ({
      ...row,
      services: [row.services ?? []].flat().map((it) => ({ ...(it as Row), alias: null })),
    }),
  ),
  rowsChanged(
    'dotenv-forgotten',
    'Variables that a job reports are not handed on',
    'jobs/dotenv',
    ['POST /jobs/request'],
    (row) => ({
      ...row,
      variables: [row.variables ?? []].flat().filter((it) => (it as Row).key !== 'HANDED_ON'),
    }),
  ),
  rowsChanged(
    'dependencies-without-archives',
    'Runners are not told of the archives of jobs that a job depends on',
    'jobs/runner-uploads',
    ['POST /jobs/request'],
    ({ dependencies: _, ...row }) => ({ ...row, dependencies: [] }),
  ),
  paramsChanged(
    'retry-whatever-the-reason',
    'A job with `retry` runs again whatever the reason of its failure',
    'jobs/retried-by-itself',
    'PUT /jobs/:id',
    (params) => (params.state === 'failed' ? { ...params, failure_reason: 'script_failure' } : params),
  ),
  {
    name: 'sleeping-job-over',
    says: 'A job is over within a minute, whatever its script does',
    caughtBy: 'jobs/sleeping',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/jobs/:job_id')) return reply
      return withRows(reply, (row) => (row.status === 'running' ? { ...row, status: 'success' } : row))
    },
  },
  paramsChanged(
    'jobs-always-public',
    'Guests and strangers read jobs and artifacts although `public_jobs` is off',
    'jobs/public-jobs',
    'PUT /projects/:id',
    ({ public_jobs: _, ...rest }) => rest,
  ),
  paramsChanged(
    'jobs-never-public',
    'Guests are refused although `public_jobs` is on',
    'jobs/public-jobs',
    'PUT /projects/:id',
    (params) => ({ ...params, public_jobs: false }),
  ),
  {
    name: 'jobs-of-protected-branches-anybodys',
    says: 'Developers cancel what runs for protected branches',
    caughtBy: 'jobs/protected-branches',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/jobs/:job_id/cancel') && reply.status === 403
      return refused ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'artifacts-whatever-jobs-are',
    says: 'Artifacts are refused to nobody who sees the project',
    caughtBy: 'jobs/public-jobs',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /projects/:id/jobs/:job_id/artifacts') && reply.status === 403
      return refused ? { ...reply, status: 200 } : reply
    },
  },
  {
    name: 'debug-logs-anybodys',
    says: 'Logs that tell everything are shown to Reporters',
    caughtBy: 'jobs/logs',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /projects/:id/jobs/:job_id/trace') && reply.status === 403
      return refused ? { ...reply, status: 200, body: 'told' } : reply
    },
  },
]
