import { isRow, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  paramsOf,
  pathOf,
  rowsOf,
  withJson,
  without,
  withParams,
  withRows,
} from './wire.ts'

const runner = '/runners/:id'
const enabling = '/projects/:id/runners'

/** Faults in runners. */
export const runnerMutants: readonly Mutant[] = [
  {
    name: 'runner-any-tag',
    says: 'Of several tags that a list of runners asks for, only the first counts',
    caughtBy: 'runners/each-filter',
    fault: (request, next) => {
      const tags = calls(request, `GET ${enabling}`) ? given(request, 'tag_list') : undefined
      if (tags === undefined) return next(request)
      const rest = without(request, (name) => name === 'tag_list')
      const [first = ''] = tags.split(',')
      const joint = rest.url.includes('?') ? '&' : '?'
      return next({ ...rest, url: `${rest.url}${joint}tag_list=${encodeURIComponent(first)}` })
    },
  },
  {
    name: 'runner-paused-is-offline',
    says: 'Paused runners are not among those that are online',
    caughtBy: 'runners/each-filter',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /runners') || given(request, 'status') !== 'online' || reply.status !== 200)
        return reply
      return withJson(
        reply,
        rowsOf(reply).filter((row) => row.paused !== true),
      )
    },
  },
  {
    name: 'runner-token-shown',
    says: 'The token of a runner is shown with it',
    caughtBy: 'runners/detail',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /runners')) {
        const json = parseJson(reply.body)
        if (isRow(json)) memory.set(String(json.id), String(json.token))
      }
      if (!calls(request, `GET ${runner}`)) return reply
      return withRows(reply, (row) => ({ ...row, token: memory.get(String(row.id)) ?? null }))
    },
  },
  {
    name: 'runner-for-developers',
    says: 'Developers look at the runners of their project',
    caughtBy: 'runners/detail-rights',
    fault: (request, next, { credentials }) => {
      const developer = calls(request, `GET ${runner}`) && isBy(request, credentials.developer)
      return next(developer ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'runner-update-clears-tags',
    says: 'An update takes away the tags unless they are sent again',
    caughtBy: 'runners/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${runner}`)
          ? withParams(request, (params) => ('run_untagged' in params ? params : { tag_list: [], ...params }))
          : request,
      ),
  },
  {
    name: 'runner-minutes-for-seconds',
    says: 'A timeout is taken for minutes where it is checked',
    caughtBy: 'runners/update-refused',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${runner}`)
          ? withParams(request, (params) =>
              typeof params.maximum_timeout === 'number' && params.maximum_timeout >= 10
                ? { ...params, maximum_timeout: Math.max(600, params.maximum_timeout) }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'runner-locked-enabled',
    says: 'A lock keeps nobody from enabling a runner',
    caughtBy: 'runners/enable-refused',
    fault: (request, next, { credentials }) =>
      next(calls(request, `POST ${enabling}`) ? as(request, credentials.admin) : request),
  },
  {
    name: 'runner-of-no-project',
    says: 'A runner is disabled in its only project',
    caughtBy: 'runners/last-project',
    fault: async (request, next) => {
      const reply = await next(request)
      const last = calls(request, `DELETE ${enabling}/:runner_id`) && reply.status === 403
      return last ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'runner-forever-online',
    says: 'A runner that was heard of once stays online',
    caughtBy: 'runners/status-by-time',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${runner}`)) return reply
      return withRows(reply, (row) =>
        row.status === 'offline' ? { ...row, status: 'online', online: true } : row,
      )
    },
  },
  {
    name: 'runner-old-token',
    says: 'The old token of a runner still opens what the new one does',
    caughtBy: 'runners/token-reset',
    fault: async (request, next, { memory }) => {
      if (calls(request, 'POST /runners/verify')) {
        const { token } = paramsOf(request)
        const newer = memory.get(String(token))
        return next(
          newer === undefined ? request : withParams(request, (params) => ({ ...params, token: newer })),
        )
      }
      const reply = await next(request)
      if (calls(request, 'POST /runners/reset_authentication_token')) {
        const json = parseJson(reply.body)
        if (isRow(json)) memory.set(String(paramsOf(request).token), String(json.token))
      }
      return reply
    },
  },
  {
    name: 'runner-job-twice',
    says: 'A job is handed out again and again',
    caughtBy: 'runners/job-request',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'POST /jobs/request')) return reply
      const before = memory.get('job')
      if (reply.status === 201) memory.set('job', reply.body)
      return reply.status === 204 && before !== undefined ? { ...reply, status: 201, body: before } : reply
    },
  },
  {
    name: 'runner-jobs-newest-first',
    says: 'The jobs of a runner come newest first, asked for or not',
    caughtBy: 'runners/jobs',
    fault: (request, next) => {
      const plain = calls(request, `GET ${runner}/jobs`) && given(request, 'order_by') === undefined
      if (!plain) return next(request)
      return next({
        ...request,
        url: `${pathOf(request.url)}?order_by=id&${request.url.split('?')[1] ?? ''}`,
      })
    },
  },
]
