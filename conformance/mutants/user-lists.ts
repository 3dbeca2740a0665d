import type { Mutant } from './mutant.ts'
import { calls, given, paramsOf, pathOf, rowsOf, withJson, without, withParams } from './wire.ts'

const path = '/projects/:id/feature_flags_user_lists'

/** Faults in feature flag user lists. */
export const userListMutants: readonly Mutant[] = [
  {
    name: 'ids-made-unique',
    says: 'Ids that are given twice are taken once instead of being refused',
    caughtBy: 'feature-flag-user-lists/ids',
    fault: (request, next) =>
      next(
        calls(request, `POST ${path}`)
          ? withParams(request, (params) => ({
              ...params,
              user_xids: [...new Set(String(params.user_xids).split(','))].join(','),
            }))
          : request,
      ),
  },
  {
    name: 'any-word-found',
    says: 'A search looks for its first word alone',
    caughtBy: 'feature-flag-user-lists/search',
    fault: (request, next) => {
      const search = given(request, 'search')?.trim().split(/\s+/)[0]
      if (!calls(request, `GET ${path}`) || !search || search.includes('"')) return next(request)
      const rest = without(request, (name) => name === 'search')
      return next({
        ...rest,
        url: `${rest.url}${rest.url.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`,
      })
    },
  },
  {
    name: 'update-empties-list',
    says: 'An update without ids takes all of them away',
    caughtBy: 'feature-flag-user-lists/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/:iid`)
          ? withParams(request, (params) => ({ user_xids: '', ...params }))
          : request,
      ),
  },
  {
    name: 'list-by-global-id',
    says: 'A list is found by its global id as well',
    caughtBy: 'feature-flag-user-lists/iids',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${path}/:iid`) || reply.status !== 404) return reply
      const [, all = '', id = ''] = /^(.*)\/([^/]*)$/.exec(pathOf(request.url)) ?? []
      const lists = await next({ ...request, url: all })
      const list = rowsOf(lists).find((row) => String(row.id) === id)
      return list === undefined ? reply : withJson(lists, list)
    },
  },
  {
    name: 'list-in-use-deleted',
    says: 'A list that a feature flag uses is said to be deleted',
    caughtBy: 'feature-flag-user-lists/in-use',
    fault: async (request, next) => {
      const reply = await next(request)
      const kept = calls(request, `DELETE ${path}/:iid`) && reply.status === 409
      return kept ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'list-error-as-error',
    says: 'Wrong parameters are told under `error`, as everywhere else',
    caughtBy: 'feature-flag-user-lists/under-message',
    fault: async (request, next) => {
      const reply = await next(request)
      const mine = calls(request, `GET ${path}`) || calls(request, `POST ${path}`)
      const { message } = paramsOf({ ...request, body: reply.body })
      return mine && reply.status === 400 && typeof message === 'string'
        ? withJson(reply, { error: message })
        : reply
    },
  },
]
