import { isRow, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  paramsOf,
  pathOf,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withParams,
  withRows,
} from './wire.ts'

const runner = '/runners/:id'

const enabling = '/projects/:id/runners'

/** Faults in runners. */
export const runnersMutants: readonly Mutant[] = [
  {
    name: 'instance-runners-of-projects-missing',
    says: 'A project lists no runners of the installation',
    caughtBy: 'runners/instance-runners-of-a-project',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${enabling}`)) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ is_shared }) => is_shared !== true),
      )
    },
  },
  {
    name: 'runner-of-deleted-project-breaks',
    says: 'A runner that was enabled in a project that is deleted is not found',
    caughtBy: 'runners/project-deleted',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'DELETE /projects/:id')) memory.set('deleted', 'yes')
      return memory.has('deleted') && calls(request, `GET ${runner}`) ? { ...reply, status: 404 } : reply
    },
  },
  {
    name: 'runners-by-sudo-as-administrator',
    says: 'Whoever acts as another user by sudo lists the runners of a project with the rights of an administrator',
    caughtBy: 'laws/sudo-reads/get-projects-id-runners',
    fault: (request, next) => {
      if (!calls(request, 'GET /projects/:id/runners')) return next(request)
      const { sudo: _name, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: 'runner-open-projects-shown',
    says: 'A runner lists public projects to callers who are no members of them',
    caughtBy: 'runners/detail-projects',
    fault: async (request, next, { credentials, memory }) => {
      const reply = await next(request)
      if (calls(request, 'PUT /projects/:id') && paramsOf(request).visibility === 'public')
        memory.set('opened', 'yes')
      const isOther = calls(request, `GET ${runner}`) && isBy(request, credentials.maintainer)
      return isOther && memory.has('opened') ? next(as(request, credentials.owner)) : reply
    },
  },
  {
    name: 'runner-tags-without-limit',
    says: 'A runner takes any number of tags',
    caughtBy: 'runners/update-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('Too many tags specified') ? withJson({ ...reply, status: 200 }, {}) : reply
    },
  },

  {
    name: 'runner-scope-instead-of-status',
    says: 'A list of runners with a scope ignores the status',
    caughtBy: 'runners/combined-filters',
    fault: (request, next) =>
      next(
        request.url.includes('/runners') && given(request, 'scope') !== undefined
          ? without(request, (name) => name === 'status' || name === 'paused')
          : request,
      ),
  },
  {
    name: 'runner-description-not-cleared',
    says: 'An update with an empty description keeps the one before',
    caughtBy: 'runners/update-keeps-the-rest',
    fault: (request, next) => {
      const { description } = paramsOf(request)
      const clears = calls(request, `PUT ${runner}`) && (description === '' || description === null)
      return next(clears ? withParams(request, () => ({ locked: false })) : request)
    },
  },
  {
    name: 'runner-resumed-by-update',
    says: 'An update of a paused runner resumes it',
    caughtBy: 'runners/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${runner}`)
          ? withParams(request, (params) =>
              params.active === undefined ? { paused: false, ...params } : params,
            )
          : request,
      ),
  },
  {
    name: 'runner-created-without-rights',
    says: 'Every signed-in user may create runners anywhere',
    caughtBy: 'runners/create-by-user',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'POST /user/runners') ? as(request, credentials.owner) : request),
  },
  {
    name: 'runner-registered-with-both-notes',
    says: 'Registration ignores `maintainer_note` beside `maintenance_note`',
    caughtBy: 'runners/register-notes-exclusive',
    fault: (request, next) =>
      next(
        calls(request, 'POST /runners') && 'maintenance_note' in paramsOf(request)
          ? withParams(request, ({ maintainer_note: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'runner-first-tag-only',
    says: '`tag_list` of a runner list filters by its first tag only',
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
    name: 'runner-paused-not-online',
    says: '`status=online` leaves out paused runners',
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
    says: 'A runner is shown with its token',
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
    name: 'runner-shown-to-developers',
    says: 'Developers can read the runners of their project',
    caughtBy: 'runners/detail-rights',
    fault: (request, next, { credentials }) => {
      const developer = calls(request, `GET ${runner}`) && isBy(request, credentials.developer)
      return next(developer ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'runner-update-clears-tags',
    says: 'An update without `tag_list` removes all tags',
    caughtBy: 'runners/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${runner}`)
          ? withParams(request, (params) => ('run_untagged' in params ? params : { tag_list: [], ...params }))
          : request,
      ),
  },
  {
    name: 'runner-timeout-unchecked',
    says: 'A `maximum_timeout` below 600 is accepted',
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
    name: 'runner-lock-ignored',
    says: 'Members can enable a locked runner',
    caughtBy: 'runners/enable-refused',
    fault: (request, next, { credentials }) =>
      next(calls(request, `POST ${enabling}`) ? as(request, credentials.admin) : request),
  },
  {
    name: 'runner-disabled-in-last-project',
    says: 'A runner is disabled in its only project',
    caughtBy: 'runners/disable-in-last-project',
    fault: async (request, next) => {
      const reply = await next(request)
      const last = calls(request, `DELETE ${enabling}/:runner_id`) && reply.status === 403
      return last ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'runner-online-forever',
    says: 'A runner stays online after its first contact',
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
    name: 'runner-old-token-valid',
    says: 'The old authentication token of a runner stays valid after a reset',
    caughtBy: 'runners/authentication-token-reset',
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
    name: 'runner-jobs-newest-first',
    says: 'The jobs of a runner are listed newest first without `order_by`',
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
  {
    name: 'runner-jobs-of-all-projects',
    says: 'Whoever sees a runner sees all of its jobs',
    caughtBy: 'runners/jobs-of-other-projects',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, `GET ${runner}/jobs`) && isBy(request, credentials.maintainer)
          ? as(request, credentials.admin)
          : request,
      ),
  },
  {
    name: 'runner-access-level-ignored',
    says: 'A runner with `ref_protected` takes jobs of every branch',
    caughtBy: 'runners/protected-refs',
    fault: (request, next) =>
      next(
        calls(request, 'POST /runners')
          ? withParams(request, ({ access_level: _level, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'group-instance-runners-despite-setting',
    says: 'A group lists the runners of the installation whatever it allows',
    caughtBy: 'runners/group-without-instance-runners',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /groups/:id')
          ? withParams(request, (params) => ({ ...params, shared_runners_setting: 'enabled' }))
          : request,
      ),
  },
  {
    name: 'group-runners-for-maintainers',
    says: 'Maintainers of a group list its runners',
    caughtBy: 'runners/group-rights',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /groups/:id/runners') && isBy(request, credentials.maintainer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  rowsChanged(
    'runner-with-maintenance-note',
    'A runner on its own shows its maintenance note',
    'runners/maintenance-note',
    ['GET /runners/:id'],
    (row) => ({ ...row, maintenance_note: 'Handle with care' }),
  ),
  {
    name: 'group-runners-own-only',
    says: 'The runners of the groups above are left out',
    caughtBy: 'runners/group-runners',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /groups/:id/runners') || reply.status !== 200) return reply
      const ids = rowsOf(reply).map(({ id }) => Number(id))
      return withJson(
        reply,
        rowsOf(reply).filter(({ id }) => ids.length < 2 || id === Math.max(...ids)),
      )
    },
  },
  {
    name: 'all-runners-scope-ignored',
    says: 'The scope of all runners filters nothing',
    caughtBy: 'runners/all-runners',
    fault: (request, next) =>
      next(
        calls(request, 'GET /runners/all') && given(request, 'scope') === 'shared'
          ? without(request, (name) => name === 'scope')
          : request,
      ),
  },
  {
    name: 'runner-enabled-in-archived-project',
    says: 'A runner is enabled in an archived project',
    caughtBy: 'runners/archived-project',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${enabling}`) && reply.status === 403
        ? withJson({ ...reply, status: 201 }, {})
        : reply
    },
  },
  {
    name: 'runner-of-several-projects-never-deleted',
    says: 'Administrators do not delete a runner of several projects either',
    caughtBy: 'runners/delete-refused',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, `DELETE ${runner}`) && isBy(request, credentials.admin)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'runner-projects-shown-to-all',
    says: 'A runner shows all of its projects to everybody who may read it',
    caughtBy: 'runners/hidden-projects',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'GET /runners/:id') ? as(request, credentials.owner) : request),
  },
]
