import { isRow, isRows } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, paramsOf, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const PROJECT = '/projects/:id'

const SCHEDULES = `${PROJECT}/pipeline_schedules`

/** Faults in pipelines. */
export const pipelinesMutants: readonly Mutant[] = [
  {
    name: 'trigger-variables-of-any-kind',
    says: 'Variables of a trigger that are no texts are made texts',
    caughtBy: 'pipelines/trigger-refused',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/trigger/pipeline')
          ? withParams(request, ({ variables, ...params }) => ({
              ...params,
              variables: Object.fromEntries(
                Object.entries(isRow(variables) ? variables : {}).map(([key, value]) => [key, `${value}`]),
              ),
            }))
          : request,
      ),
  },
  {
    name: 'trigger-of-others-changed',
    says: 'A trigger token of somebody else is updated',
    caughtBy: 'pipelines/trigger-of-owner',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'PUT /projects/:id/triggers/:trigger_id') && reply.status === 403
      return refused ? { ...withJson(reply, { id: 1 }), status: 200 } : reply
    },
  },
  {
    name: 'schedule-variables-for-all',
    says: 'A schedule shows its variables to whoever reads it',
    caughtBy: 'pipelines/schedule-variables-seen',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `GET ${SCHEDULES}/:pipeline_schedule_id`) && reply.status === 200
        ? withRows(reply, (row) => ({ variables: [], ...row }))
        : reply
    },
  },
  {
    name: 'variables-without-jobs-listed',
    says: 'Variables of a project whose CI/CD is disabled are an empty list',
    caughtBy: 'pipelines/variables-without-jobs',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /projects/:id/variables') && reply.status === 403
      return refused ? { ...withJson(reply, []), status: 200 } : reply
    },
  },
  {
    name: 'trigger-by-ended-job',
    says: 'Triggering with the token of a job that ended answers 404',
    caughtBy: 'pipelines/trigger-by-job',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/trigger/pipeline') && reply.status === 401
      return refused ? withJson({ ...reply, status: 404 }, { message: '404 Not Found' }) : reply
    },
  },
  {
    name: 'trigger-payload-lost',
    says: 'A pipeline does not show what its trigger was sent',
    caughtBy: 'pipelines/triggered',
    fault: async (request, next) => {
      const reply = await next(request)
      const read = calls(request, 'GET /projects/:id/pipelines/:pipeline_id/variables')
      return read && reply.status === 200
        ? withJson(
            reply,
            rowsOf(reply).filter(({ key }) => key !== 'TRIGGER_PAYLOAD'),
          )
        : reply
    },
  },
  {
    name: 'job-token-scope-group-unlisted',
    says: 'A group of the job token scope is missing from its list',
    caughtBy: 'pipelines/job-token-scope',
    fault: async (request, next) => {
      const reply = await next(request)
      const listed = calls(request, 'GET /projects/:id/job_token_scope/groups_allowlist')
      return listed && reply.status === 200 ? withJson(reply, rowsOf(reply).slice(1)) : reply
    },
  },
  shownOtherwise(
    'any-retry-valid',
    'A configuration with a wrong `retry` is called valid',
    'pipelines/retry-invalid',
    ['POST /projects/:id/ci/lint'],
    (row) => ({ ...row, valid: true, errors: [] }),
  ),
  paramsChanged(
    'lint-never-simulates',
    '`dry_run` is ignored when a configuration is judged',
    'pipelines/lint-simulates',
    'POST /projects/:id/ci/lint',
    ({ dry_run: _, ...params }) => params,
  ),
  shownOtherwise(
    'lint-without-only',
    'The jobs of a configuration that is judged have no `only`',
    'pipelines/lint-simulates',
    ['POST /projects/:id/ci/lint'],
    (row) => (isRows(row.jobs) ? { ...row, jobs: row.jobs.map((job) => ({ ...job, only: null })) } : row),
  ),
  shownOtherwise(
    'lint-without-includes',
    'A configuration is judged without the files that it includes',
    'pipelines/lint-includes',
    ['POST /projects/:id/ci/lint', 'GET /projects/:id/ci/lint'],
    (row) => ({ ...row, valid: false, errors: ['Local file `parts/base.yml` does not exist!'], jobs: [] }),
  ),
  shownOtherwise(
    'skipped-jobs-succeed',
    'Jobs that were skipped are shown as successful',
    'pipelines/job-order',
    ['GET /projects/:id/jobs'],
    (row) => ({ ...row, status: row.status === 'skipped' ? 'success' : (row.status ?? null) }),
  ),
  shownOtherwise(
    'queued-duration-of-the-run',
    'The time that a pipeline was queued is shown a minute longer',
    'pipelines/queued-duration',
    ['GET /projects/:id/pipelines/:pipeline_id'],
    (row) => ({ ...row, queued_duration: Number(row.queued_duration) + 60 }),
  ),
  ...[
    ['include', 'includes', 'Files that a configuration includes are ignored'],
    ['include', 'template-included', 'Templates that a configuration includes are ignored'],
  ].map(
    ([word = '', check, says = '']): Mutant => ({
      name: `${check}-ignored`,
      says,
      caughtBy: `pipelines/${check}`,
      fault: (request, next) =>
        next(
          calls(request, 'POST /projects/:id/repository/commits')
            ? withParams(request, (params) => ({
                ...params,
                actions: (isRows(params.actions) ? params.actions : []).map((action) => ({
                  ...action,
                  content: String(action.content).replace(new RegExp(`^${word}: .*$`, 'm'), ''),
                })),
              }))
            : request,
        ),
    }),
  ),
  shownOtherwise(
    'downstream-is-upstream',
    'A bridge shows the pipeline that it belongs to as the one that it started',
    'pipelines/downstream',
    ['GET /projects/:id/pipelines/:pipeline_id/bridges'],
    (row) => ({ ...row, downstream_pipeline: row.pipeline ?? null }),
  ),
  shownOtherwise(
    'resource-groups-unordered',
    'A group of jobs always says that its jobs have no order',
    'pipelines/resource-group',
    ['PUT /projects/:id/resource_groups/:key'],
    (row) => ({ ...row, process_mode: 'unordered' }),
  ),
  shownOtherwise(
    'hidden-variables-told',
    'A hidden variable is answered with its value when it is made',
    'pipelines/hidden-variable',
    ['POST /projects/:id/variables'],
    (row) => ({ ...row, value: 'secret_value' }),
  ),
  {
    name: 'pipeline-variables-all-env-var',
    says: 'Every variable of a pipeline has the type `env_var`',
    caughtBy: 'pipelines/variables-by-role',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${PROJECT}/pipelines/:pipeline_id/variables`)) return reply
      return withRows(reply, (row) => ({ ...row, variable_type: 'env_var' }))
    },
  },
  {
    name: 'schedule-list-ignores-scope',
    says: 'The list of schedules ignores `scope`',
    caughtBy: 'pipelines/schedule-life',
    fault: (request, next) =>
      next(calls(request, `GET ${SCHEDULES}`) ? without(request, (name) => name === 'scope') : request),
  },
  {
    name: 'schedule-ignores-time-zone',
    says: 'The next run of a schedule ignores its time zone',
    caughtBy: 'pipelines/schedule-next-run',
    fault: async (request, next) => {
      if (!calls(request, `POST ${SCHEDULES}`)) return next(request)
      const { cron_timezone = 'UTC' } = paramsOf(request)
      const reply = await next(withParams(request, (params) => ({ ...params, cron_timezone: 'UTC' })))
      return withRows(reply, (row) => ({ ...row, cron_timezone }))
    },
  },
  {
    name: 'schedule-invalid-cron-accepted',
    says: 'A schedule with an invalid cron expression is created and runs daily',
    caughtBy: 'pipelines/schedule-invalid',
    fault: (request, next) =>
      next(
        calls(request, `POST ${SCHEDULES}`)
          ? withParams(request, (params) => ({ ...params, cron: '0 0 * * *', cron_timezone: 'UTC' }))
          : request,
      ),
  },
  {
    name: 'schedule-keeps-owner',
    says: 'Taking ownership of a schedule leaves its owner as it was',
    caughtBy: 'pipelines/schedule-owner',
    fault: async (request, next) => {
      if (!calls(request, `POST ${SCHEDULES}/:pipeline_schedule_id/take_ownership`)) return next(request)
      const shown = { ...request, method: 'GET', url: request.url.replace('/take_ownership', '') }
      return { ...(await next(shown)), status: 201 }
    },
  },
  {
    name: 'schedule-variable-duplicate-accepted',
    says: 'A second variable of the same key answers 201',
    caughtBy: 'pipelines/schedule-variables',
    fault: async (request, next) => {
      const reply = await next(request)
      const twice =
        calls(request, `POST ${SCHEDULES}/:pipeline_schedule_id/variables`) && reply.status === 400
      return twice ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'schedule-play-without-last-pipeline',
    says: 'A schedule that was played does not show its last pipeline',
    caughtBy: 'pipelines/schedule-play',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${SCHEDULES}/:pipeline_schedule_id`)) return reply
      return withRows(reply, (row) => ({ ...row, last_pipeline: null }))
    },
  },
  {
    name: 'schedule-runs-while-inactive',
    says: 'An inactive schedule starts pipelines',
    caughtBy: 'pipelines/schedule-runs',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${SCHEDULES}/:pipeline_schedule_id`)
          ? withParams(request, (params) => ({ ...params, active: true }))
          : request,
      ),
  },
  {
    name: 'freeze-period-end-sets-start',
    says: 'An update of the end of a freeze period also changes its start',
    caughtBy: 'pipelines/freeze-period-life',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${PROJECT}/freeze_periods/:freeze_period_id`)
          ? withParams(request, (params) => ({ ...params, freeze_start: params.freeze_end ?? null }))
          : request,
      ),
  },
  {
    name: 'freeze-period-unknown-time-zone',
    says: 'A freeze period in an unknown time zone is created',
    caughtBy: 'pipelines/freeze-period-invalid',
    fault: (request, next) =>
      next(
        calls(request, `POST ${PROJECT}/freeze_periods`)
          ? withParams(request, (params) => ({ ...params, cron_timezone: 'UTC' }))
          : request,
      ),
  },
  {
    name: 'pushes-start-no-pipelines',
    says: 'Pushes start no pipelines',
    caughtBy: 'pipelines/push-starts-pipeline',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/pipelines') || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter((row) => row.source !== 'push'),
      )
    },
  },
  {
    name: 'pipelines-ignore-ci-skip',
    says: 'Pipelines ignore `[ci skip]` in the commit message',
    caughtBy: 'pipelines/skip-ci',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/repository/commits')
          ? withParams(request, (params) => ({
              ...params,
              commit_message: String(params.commit_message).replace('[ci skip]', ''),
            }))
          : request,
      ),
  },
  {
    name: 'pipeline-rules-ignore-variables',
    says: 'The rules of jobs ignore the variables of the pipeline',
    caughtBy: 'pipelines/rules',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/pipeline')
          ? withParams(request, ({ variables: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'pipeline-without-yaml-errors',
    says: 'A pipeline of an invalid configuration shows no `yaml_errors`',
    caughtBy: 'pipelines/broken-configuration',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/pipelines/:pipeline_id') || reply.status !== 200) return reply
      return withJson(reply, { ...JSON.parse(String(reply.body)), yaml_errors: null })
    },
  },
  {
    name: 'test-report-without-skipped',
    says: 'A test report leaves skipped tests out',
    caughtBy: 'pipelines/test-report',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'GET /projects/:id/pipelines/:pipeline_id/test_report')
      if (!asked || reply.status !== 200) return reply
      const report = JSON.parse(String(reply.body))
      return withJson(reply, { ...report, total_count: report.total_count - report.skipped_count })
    },
  },
  {
    name: 'pipeline-name-forgotten',
    says: 'A pipeline does not keep its name',
    caughtBy: 'pipelines/name',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/pipelines/:pipeline_id') || reply.status !== 200) return reply
      return withJson(reply, { ...JSON.parse(String(reply.body)), name: null })
    },
  },
  {
    name: 'resource-group-ignores-process-mode',
    says: 'The waiting jobs of a resource group are listed in the same order for every process mode',
    caughtBy: 'pipelines/resource-group-order',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id/resource_groups/:key')
          ? withParams(request, ({ process_mode: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'variable-update-resets-type',
    says: 'An update of a variable resets its type',
    caughtBy: 'pipelines/variable-life',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id/variables/:key')
          ? withParams(request, (params) => ({ variable_type: 'env_var', ...params }))
          : request,
      ),
  },
  {
    name: 'variable-unmaskable-accepted',
    says: 'A value that cannot be masked is stored unmasked',
    caughtBy: 'pipelines/variable-invalid',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/variables')
          ? withParams(request, ({ masked: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'trigger-jobs-unplayable',
    says: 'Manual jobs that trigger pipelines are not found when they are played',
    caughtBy: 'pipelines/trigger-jobs',
    fault: async (request, next) => {
      const reply = await next(request)
      const played = calls(request, 'POST /projects/:id/jobs/:job_id/play') && reply.status === 200
      return played ? { ...reply, status: 404, body: '{"message":"404 Not found"}' } : reply
    },
  },
  {
    name: 'latest-pipeline-missing',
    says: 'A branch without pipelines has no latest one',
    caughtBy: 'pipelines/latest-missing',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /projects/:id/pipelines/latest') && reply.status === 403
      return refused ? { ...reply, status: 404 } : reply
    },
  },
]

/** Answers of these operations with other rows. */
function shownOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operations: readonly string[],
  change: Parameters<typeof withRows>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: async (request, next) => {
      const reply = await next(request)
      return operations.some((it) => calls(request, it)) ? withRows(reply, change) : reply
    },
  }
}
