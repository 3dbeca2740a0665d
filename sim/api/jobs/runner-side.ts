import { assignedJobEntity } from '../../entities/assigned-job.ts'
import { settlePipeline } from '../../jobs/settle-pipeline.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { assignJob, finishJob, jobWithToken } from '../../model/jobs/ci-jobs.ts'
import { appendTrace, LONGEST_TRACE } from '../../model/jobs/job-trace.ts'
import type { CiJob } from '../../model/pipelines/ci.ts'
import type { JobPlan } from '../../model/pipelines/ci-config.ts'
import { type FailureReason, failureReasons } from '../../model/pipelines/failure-reason.ts'
import type { Runner } from '../../model/runners/runner.ts'
import { recordManager } from '../../model/runners/runner-managers.ts'
import { recordRunnerReport } from '../../model/runners/runners.ts'
import type { World } from '../../model/world.ts'
import { nextJob } from '../../policy/job-queue.ts'
import { mayRetry } from '../../policy/job-retries.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { operation } from '../../protocol/operation.ts'
import { hash, integer, required, string } from '../../protocol/params.ts'
import { badRequest, forbidden, keepWrites, noContent, Refusal } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'
import { laterLimit, ofJob } from '../shared/later-limits.ts'
import { byToken, info, machine, recordRunnerContact, runnerReport } from '../shared/runner-contact.ts'
import { jobToken } from '../shared/secrets.ts'
import { planOf } from './job-plan.ts'

export const requestJob = operation(
  {
    ...byToken,
    method: 'POST',
    path: '/jobs/request',
    rateLimit: laterLimit('jobs#later-runner-limits', 'runner_jobs_request_api_limit', {
      by: 'token',
      ofAll: true,
    }),
    summary: 'Request a job, as a runner (204 when there is none)',
    params: {
      ...machine,
      info: hash(info),
      job_age: integer({ about: 'Seconds that a job must have been pending', atLeast: 0, atMost: 60 }),
    },
    answers: { status: 201, one: assignedJobEntity },
    refuses: [204, 403],
  },
  function* ({ world, params, request, drawText, now }) {
    const heard = recordRunnerContact(world, params.token, request, params.info, now, params.system_id)
    const runner = world.runners.put({ ...heard, askedAt: now })
    const waiting = nextJob(world, runner, now - (params.job_age ?? 0) * 1000)
    if (waiting === undefined) throw noContent({ 'X-GitLab-Last-Update': queueState(world, runner) })
    const { job, token } = assignJob(world, waiting, runner, jobToken(world, drawText), now)
    const manager = recordManager(world, runner, params.system_id, now)
    if (manager !== undefined) world.ciJobs.put({ ...job, runnerManagerId: manager.id })
    const project = world.projects.require(job.projectId)
    return { job, project, runner, plan: yield* planOf(world, job, now), token: token.value }
  },
)

/** A value that changes whenever there may be a new job for a runner. */
function queueState(world: World, runner: Runner): string {
  const jobs = world.sequences.get('ciJobs')?.last ?? 0
  return sha256Hex(`${runner.id} ${runner.updatedAt} ${jobs} ${world.ciJobs.by('byPending').count()}`).slice(
    0,
    40,
  )
}

const TRACE_INTERVAL = '60'

export const updateJob = operation(
  {
    ...byToken,
    method: 'PUT',
    path: '/jobs/:id',
    rateLimit: laterLimit('jobs#later-runner-limits', 'runner_jobs_endpoints_api_limit', ofJob),
    summary: 'Update a job, as a runner',
    params: {
      token: required(string({ about: 'Token of the job' })),
      id: required(integer()),
      state: string({ about: '`running`, `success` or `failed`' }),
      failure_reason: string({ about: 'Reason of a failed job; an unknown one becomes `unknown_failure`' }),
      exit_code: integer({ about: 'Exit code of a failed job' }),
    },
    answers: { status: 200, value: { const: 200 } },
  },
  function* ({ world, params, request, header, now }) {
    const job = runningJob(world, params.id, params.token, request, now)
    if (params.state === 'success') finish(world, job, { status: 'success' }, now)
    else if (params.state === 'failed') {
      const reason = reasonNamed(params.failure_reason)
      const allowed = allows(yield* planOf(world, job, now), params.exit_code)
      finish(world, job, { status: 'failed', reason, allowed, mayRetry: mayRetry(world, job, now) }, now)
    } else if (params.state !== 'running') throw badRequest()
    header('Job-Status', world.ciJobs.require(job.id).status)
  },
)

function allows(plan: JobPlan | undefined, code: number | null | undefined): boolean {
  return code != null && plan?.allowedExitCodes.includes(code) === true
}

function reasonNamed(name: string | null | undefined): FailureReason {
  return failureReasons.find((reason) => reason === name) ?? 'unknown_failure'
}

function finish(world: World, job: CiJob, end: Parameters<typeof finishJob>[2], now: Instant): void {
  settlePipeline(world, finishJob(world, job, end, now), now)
}

export const appendJobLog = operation(
  {
    ...byToken,
    method: 'PATCH',
    path: '/jobs/:id/trace',
    rateLimit: laterLimit('jobs#later-runner-limits', 'runner_jobs_patch_trace_api_limit', ofJob),
    summary: 'Add to the log of a job, as a runner',
    params: {
      id: required(integer()),
      token: string({ about: 'Token of the job, unless sent in the `JOB-TOKEN` header' }),
    },
    takes: 'content',
    answers: { status: 202, value: { type: 'integer' } },
    refuses: [403, 416],
  },
  ({ world, params, request, content, header, now }) => {
    const token = params.token ?? request.headers['job-token'] ?? ''
    const job = runningJob(world, params.id, token, request, now)
    const range = request.headers['content-range']
    if (range === undefined) throw keepWrites(new Refusal(400, { error: '400 Missing header Content-Range' }))
    // Runners disagree about the end of the range, so only its start counts.
    const from = Number.parseInt(range, 10) || 0
    if (from + content.length > LONGEST_TRACE) {
      finish(world, job, { status: 'failed', reason: 'trace_size_exceeded' }, now)
      throw keepWrites(new Refusal(403, { error: '403 Forbidden' }))
    }
    const length = appendTrace(world, job, from, content)
    const headers = { Range: `0-${length}` }
    if (length !== from + content.length)
      throw keepWrites(new Refusal(416, { error: '416 Range Not Satisfiable' }, { headers }))
    header('Range', headers.Range)
    header('Job-Status', job.status)
    header('X-GitLab-Trace-Update-Interval', TRACE_INTERVAL)
    return Number(TRACE_INTERVAL)
  },
)

/** The running job of a token; the contact of its runner is updated. A runner that is refused here aborts the job. */
function runningJob(
  world: World,
  id: number | null,
  token: string | null,
  request: PlainRequest,
  now: Instant,
): CiJob {
  const job = jobWithToken(world, id ?? 0, token ?? '')
  if (job === undefined) throw forbidden()
  if (job.status !== 'running') {
    const { status, body } = forbidden('Job is not running')
    throw new Refusal(status, body, { headers: { 'Job-Status': job.status } })
  }
  const runner = world.runners.get(job.runnerId ?? 0)
  if (runner !== undefined) recordRunnerReport(world, runner, runnerReport(request, undefined), now)
  return job
}
