import type { Mutant } from './mutant.ts'
import { calls, given, paramsOf, pathOf, rowsOf, withJson, without, withParams } from './wire.ts'

const path = '/projects/:id/feature_flags_user_lists'

/** Faults in feature flag user lists. */
export const featureFlagUserListsMutants: readonly Mutant[] = [
  {
    name: 'user-xids-updated-with-blanks',
    says: 'An update takes blanks round the IDs of `user_xids` away instead of refusing them',
    caughtBy: 'feature-flag-user-lists/invalid-user-xids',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/:iid`)
          ? withParams(request, (params) =>
              typeof params.user_xids === 'string'
                ? { ...params, user_xids: params.user_xids.replaceAll(' ', '') }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'user-list-of-inactive-flag-deleted',
    says: 'A list that only a flag that is switched off uses can be deleted',
    caughtBy: 'feature-flag-user-lists/in-use',
    fault: async (request, next, { memory }) => {
      if (request.method === 'PUT' && request.url.includes('/feature_flags/')) memory.set('off', 'yes')
      const deletes = calls(request, `DELETE ${path}/:iid`) && memory.has('off')
      const reply = await next(request)
      return deletes && reply.status === 409 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'user-xids-made-unique',
    says: 'Duplicate IDs in `user_xids` are removed instead of refused',
    caughtBy: 'feature-flag-user-lists/invalid-user-xids',
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
    name: 'user-list-search-first-word',
    says: '`search` looks for its first word only',
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
    name: 'user-list-update-clears-xids',
    says: 'An update without `user_xids` empties the list',
    caughtBy: 'feature-flag-user-lists/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/:iid`)
          ? withParams(request, (params) => ({ user_xids: '', ...params }))
          : request,
      ),
  },
  {
    name: 'user-list-by-global-id',
    says: 'A user list is also found by its global `id`',
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
    name: 'user-list-in-use-deleted',
    says: 'Deleting a user list that a feature flag uses answers 204',
    caughtBy: 'feature-flag-user-lists/in-use',
    fault: async (request, next) => {
      const reply = await next(request)
      const kept = calls(request, `DELETE ${path}/:iid`) && reply.status === 409
      return kept ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'user-list-errors-under-error',
    says: 'Parameter errors of user lists are under `error` instead of `message`',
    caughtBy: 'feature-flag-user-lists/errors-under-message',
    fault: async (request, next) => {
      const reply = await next(request)
      const mine = calls(request, `GET ${path}`) || calls(request, `POST ${path}`)
      const { message } = paramsOf({ ...request, body: reply.body })
      return mine && reply.status === 400 && typeof message === 'string'
        ? withJson(reply, { error: message })
        : reply
    },
  },
  {
    name: 'user-list-deleted-unconditionally',
    says: '`If-Unmodified-Since` is ignored when a list is deleted, whatever the dialect',
    caughtBy: 'feature-flag-user-lists/delete-precondition',
    fault: (request, next) => {
      const { 'if-unmodified-since': _condition, ...headers } = request.headers
      return next(calls(request, `DELETE ${path}/:iid`) ? { ...request, headers } : request)
    },
  },
]
