import type { Mutant } from './mutant.ts'
import { calls, paramsOf, without, withParams, withRows } from './wire.ts'

const PROJECT = '/projects/:id'
const SCHEDULES = `${PROJECT}/pipeline_schedules`

/** Faults in what runs by itself, and in how it is told to. */
export const automationMutants: readonly Mutant[] = [
  {
    name: 'pipeline-variables-as-values',
    says: 'Every variable of a pipeline is told to be a value, files too',
    caughtBy: 'automation/pipeline-variables',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${PROJECT}/pipelines/:pipeline_id/variables`)) return reply
      return withRows(reply, (row) => ({ ...row, variable_type: 'env_var' }))
    },
  },
  {
    name: 'schedules-in-any-scope',
    says: 'The scope of a list of schedules is ignored',
    caughtBy: 'automation/schedule-life',
    fault: (request, next) =>
      next(calls(request, `GET ${SCHEDULES}`) ? without(request, (name) => name === 'scope') : request),
  },
  {
    name: 'schedules-by-the-clocks-of-greenwich',
    says: 'The time zone of a schedule is told, and not kept to',
    caughtBy: 'automation/schedule-next',
    fault: async (request, next) => {
      if (!calls(request, `POST ${SCHEDULES}`)) return next(request)
      const { cron_timezone = 'UTC' } = paramsOf(request)
      const reply = await next(withParams(request, (params) => ({ ...params, cron_timezone: 'UTC' })))
      return withRows(reply, (row) => ({ ...row, cron_timezone }))
    },
  },
  {
    name: 'schedules-of-no-plan',
    says: 'A schedule without a plan that can be read comes round every day',
    caughtBy: 'automation/schedule-refused',
    fault: (request, next) =>
      next(
        calls(request, `POST ${SCHEDULES}`)
          ? withParams(request, (params) => ({ ...params, cron: '0 0 * * *', cron_timezone: 'UTC' }))
          : request,
      ),
  },
  {
    name: 'schedules-are-not-taken-over',
    says: 'A schedule that was taken over still has its first owner',
    caughtBy: 'automation/schedule-owned',
    fault: async (request, next) => {
      if (!calls(request, `POST ${SCHEDULES}/:pipeline_schedule_id/take_ownership`)) return next(request)
      const shown = { ...request, method: 'GET', url: request.url.replace('/take_ownership', '') }
      return { ...(await next(shown)), status: 201 }
    },
  },
  {
    name: 'schedule-variables-twice',
    says: 'A second variable of the same key replaces the first one',
    caughtBy: 'automation/schedule-variables',
    fault: async (request, next) => {
      const reply = await next(request)
      const twice =
        calls(request, `POST ${SCHEDULES}/:pipeline_schedule_id/variables`) && reply.status === 400
      return twice ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'schedules-play-only-once',
    says: 'A schedule that was played tells nothing of the pipeline that it started',
    caughtBy: 'automation/schedule-played',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${SCHEDULES}/:pipeline_schedule_id`)) return reply
      return withRows(reply, (row) => ({ ...row, last_pipeline: null }))
    },
  },
  {
    name: 'schedules-run-while-they-rest',
    says: 'A schedule comes round although it is not active',
    caughtBy: 'automation/schedule-comes-round',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${SCHEDULES}/:pipeline_schedule_id`)
          ? withParams(request, (params) => ({ ...params, active: true }))
          : request,
      ),
  },
  {
    name: 'freezes-begin-anew',
    says: 'A change of the end of a freeze period makes it begin then, too',
    caughtBy: 'automation/freeze-life',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${PROJECT}/freeze_periods/:freeze_period_id`)
          ? withParams(request, (params) => ({ ...params, freeze_start: params.freeze_end ?? null }))
          : request,
      ),
  },
  {
    name: 'freezes-of-no-zone',
    says: 'A freeze period is taken in a time zone that nobody knows',
    caughtBy: 'automation/freeze-refused',
    fault: (request, next) =>
      next(
        calls(request, `POST ${PROJECT}/freeze_periods`)
          ? withParams(request, (params) => ({ ...params, cron_timezone: 'UTC' }))
          : request,
      ),
  },
  {
    name: 'plan-limits-stay',
    says: 'A limit of the plan that was changed is told as it was',
    caughtBy: 'automation/plan-limits',
    fault: (request, next) =>
      next(calls(request, 'PUT /application/plan_limits') ? { ...request, method: 'GET' } : request),
  },
  {
    name: 'mirrors-give-away',
    says: 'A mirror is told with the password that lets the project in there',
    caughtBy: 'automation/mirror-life',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${PROJECT}/remote_mirrors`)) return reply
      const { url = '' } = paramsOf(request)
      return withRows(reply, (row) => ({ ...row, url }))
    },
  },
  {
    name: 'mirrors-anywhere',
    says: 'A mirror at an address of any kind is answered as if it were made',
    caughtBy: 'automation/mirror-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `POST ${PROJECT}/remote_mirrors`) && reply.body.includes('blocked')
      return refused ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'mirrors-forbidden',
    says: 'Whoever may not change a project is forbidden its mirrors',
    caughtBy: 'automation/mirror-others',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `GET ${PROJECT}/remote_mirrors`) && reply.status === 401
      return refused ? { ...reply, status: 403, body: '{"message":"403 Forbidden"}' } : reply
    },
  },
  {
    name: 'mirrors-synced-by-name',
    says: 'A mirror is answered to be pushed to, and is not',
    caughtBy: 'automation/mirror-synced',
    fault: async (request, next) => {
      if (!calls(request, `POST ${PROJECT}/remote_mirrors/:mirror_id/sync`)) return next(request)
      const reply = await next({ ...request, method: 'GET', url: request.url.replace('/sync', '') })
      return reply.body.includes('"enabled":true') ? { ...reply, status: 204, body: '' } : next(request)
    },
  },
  {
    name: 'pull-mirrors-of-nothing',
    says: 'A project that mirrors nothing is answered to take it over',
    caughtBy: 'automation/pull-mirror',
    fault: async (request, next) => {
      const reply = await next(request)
      const nothing = calls(request, `POST ${PROJECT}/mirror/pull`) && reply.status === 400
      return nothing ? { ...reply, status: 200, body: '200' } : reply
    },
  },
  {
    name: 'tidied-all-day',
    says: 'The repository of a project is tidied up as often as that is asked for',
    caughtBy: 'automation/tidied-once',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed = calls(request, 'POST /projects/:id/housekeeping') && reply.status === 409
      return noticed ? { ...reply, status: 201, body: '"0"' } : reply
    },
  },
  {
    name: 'members-of-nobody',
    says: 'A project takes its own members over',
    caughtBy: 'automation/members-imported',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed =
        calls(request, 'POST /projects/:id/import_project_members/:project_id') && reply.status === 422
      return noticed ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'submodules-everywhere',
    says: 'Any path is a submodule',
    caughtBy: 'automation/submodule-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed =
        calls(request, 'PUT /projects/:id/repository/submodules/:submodule') && reply.status === 400
      return noticed ? { ...reply, status: 200 } : reply
    },
  },
  {
    name: 'hooks-tried-with-nothing',
    says: 'A hook is tried with an event that the project has none of',
    caughtBy: 'automation/hook-tried',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed =
        calls(request, 'POST /projects/:id/hooks/:hook_id/test/:trigger') && reply.status === 422
      return noticed ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'system-hooks-answer-nothing',
    says: 'What a hook of the installation is told by way of trial is not answered',
    caughtBy: 'automation/system-hook-tried',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed = calls(request, 'POST /hooks/:hook_id') && reply.status === 201
      return noticed ? { ...reply, body: '{}' } : reply
    },
  },
  {
    name: 'group-releases-latest-first',
    says: 'Releases of a group are listed in one order, whatever is wished for',
    caughtBy: 'automation/group-releases',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/releases') ? without(request, (name) => name === 'sort') : request,
      ),
  },
  {
    name: 'issues-related-to-nothing',
    says: 'No issue is told to be mentioned by a merge request',
    caughtBy: 'automation/issue-by-id',
    fault: async (request, next) => {
      const reply = await next(request)
      const related = '/projects/:id/merge_requests/:merge_request_iid/related_issues'
      return calls(request, `GET ${related}`) ? { ...reply, body: '[]' } : reply
    },
  },
]
