import type { Mutant } from './mutant.ts'
import { calls, given, paramsOf, pathOf, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'
const list = 'GET /projects/:id/merge_requests'

/** Faults in merge requests. */
export const mergeRequestMutants: readonly Mutant[] = [
  {
    name: 'negation-ignored',
    says: 'The filter `not[labels]` is ignored',
    caughtBy: 'merge-requests/filters',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'not[labels]') : request),
  },
  {
    name: 'draft-unseen',
    says: 'A draft title makes no draft',
    caughtBy: 'merge-requests/create',
    fault: async (request, next) =>
      withRows(await next(request), (row) =>
        'draft' in row ? { ...row, draft: false, work_in_progress: false } : row,
      ),
  },
  {
    name: 'ties-oldest-first',
    says: 'Among merge requests of the same title the older one comes first when sorting ascending',
    caughtBy: 'merge-requests/ties',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, list) || given(request, 'sort') !== 'asc' || reply.status !== 200) return reply
      const rows = [...rowsOf(reply)]
      return withJson(
        reply,
        rows.sort((a, b) => (a.title === b.title ? Number(a.id) - Number(b.id) : 0)),
      )
    },
  },
  {
    name: 'merge-leaves-open',
    says: 'A merge is answered, and nothing is merged',
    caughtBy: 'merge-requests/merge',
    fault: (request, next) => {
      if (!calls(request, `PUT ${path}/merge`)) return next(request)
      const { body: _body, ...rest } = request
      return next({ ...rest, method: 'GET', url: pathOf(request.url).replace(/\/merge$/, '') })
    },
  },
  {
    name: 'sha-ignored',
    says: 'A merge does not look at `sha`',
    caughtBy: 'merge-requests/merge-sha',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}/merge`)
          ? withParams(request, ({ sha: _sha, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'second-is-422',
    says: 'A second open merge request for the same branches answers 422',
    caughtBy: 'merge-requests/create-second',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 409 && calls(request, 'POST /projects/:id/merge_requests')
        ? { ...reply, status: 422 }
        : reply
    },
  },
  {
    name: 'labels-added',
    says: '`labels` adds instead of replacing',
    caughtBy: 'merge-requests/update-labels',
    fault: (request, next) => {
      if (!calls(request, `PUT ${path}`) || typeof paramsOf(request).labels !== 'string') return next(request)
      return next(withParams(request, ({ labels, ...params }) => ({ add_labels: labels ?? '', ...params })))
    },
  },
  {
    name: 'reopened-still-closed-at',
    says: 'A reopened merge request keeps the time at which it was closed',
    caughtBy: 'merge-requests/state-events',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${path}`) || paramsOf(request).state_event !== 'reopen') return reply
      return withRows(reply, (row) => ({ ...row, closed_at: row.updated_at ?? null }))
    },
  },
  {
    name: 'drafts-merge',
    says: 'A draft is merged',
    caughtBy: 'merge-requests/merge-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${path}/merge`) || reply.status !== 405) return reply
      const url = pathOf(request.url).replace(/\/merge$/, '')
      await next({ ...request, url, body: JSON.stringify({ title: 'No draft' }) })
      return next(request)
    },
  },
  {
    name: 'wip-is-draft',
    says: '`WIP:` still makes a draft',
    caughtBy: 'merge-requests/session',
    fault: async (request, next) =>
      withRows(await next(request), (row) =>
        String(row.title).startsWith('WIP:') && 'draft' in row ? { ...row, draft: true } : row,
      ),
  },
  {
    name: 'precondition-ignored',
    says: '`If-Unmodified-Since` is not looked at on deletion',
    caughtBy: 'merge-requests/delete-unmodified-since',
    fault: (request, next) => {
      const { 'if-unmodified-since': _condition, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
]
