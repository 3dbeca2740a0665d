import { isRow } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  paramsOf,
  rowOf,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withParams,
  withRows,
} from './wire.ts'

const list = 'GET /projects'

/** Faults in projects. */
export const projectsMutants: readonly Mutant[] = [
  {
    name: 'last-change-counts-in-searches-alone',
    says: 'Without a search `order_by=updated_at` orders projects by their creation',
    caughtBy: 'projects/order-without-search',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects') && given(request, 'search') === undefined
          ? { ...request, url: request.url.replace('order_by=updated_at', 'order_by=created_at') }
          : request,
      ),
  },
  {
    name: 'import-address-with-token',
    says: 'The address of an import is shown with a token that stands there without a name',
    caughtBy: 'projects/import-address-without-credentials',
    fault: async (request, next, { memory }) => {
      const { import_url: address } = calls(request, 'POST /projects') ? paramsOf(request) : {}
      if (typeof address === 'string' && /:\/\/[^/@:]+@/.test(address)) memory.set('token', address)
      const reply = await next(request)
      const known = memory.get('token')
      return calls(request, 'GET /projects') && known !== undefined
        ? withRows(reply, (row) => (row.import_url == null ? row : { ...row, import_url: known }))
        : reply
    },
  },
  {
    name: 'own-projects-ordered-by-wiki',
    says: 'Whoever is no administrator gets another order by asking for that of wikis among the own projects',
    caughtBy: 'projects/order-by-size',
    fault: async (request, next) => {
      const reply = await next(request)
      const isOwn = given(request, 'membership') === 'true' && given(request, 'order_by') === 'wiki_size'
      return calls(request, list) && isOwn ? withJson(reply, rowsOf(reply).toReversed()) : reply
    },
  },
  {
    name: 'project-renamed-by-maintainers',
    says: 'Maintainers change the name of a project',
    caughtBy: 'projects/rename-roles',
    fault: async (request, next) => {
      const reply = await next(request)
      const renames = calls(request, 'PUT /projects/:id') && Object.hasOwn(paramsOf(request), 'name')
      return renames && reply.status === 403 ? { ...reply, status: 200 } : reply
    },
  },
  {
    name: 'runners-token-listed-for-developers',
    says: 'Developers see the registration token of runners in lists of projects',
    caughtBy: 'projects/maintainer-fields',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects') || !isBy(request, credentials.developer)) return reply
      return withRows(reply, (row) => ({ ...row, runners_token: 'GR1348941' }))
    },
  },
  rowsChanged(
    'listed-project-named-by-paths',
    'The full name of a project in a list is made of paths',
    'projects/full-form',
    [list],
    (row) => ({ ...row, name_with_namespace: String(row.path_with_namespace).replaceAll('/', ' / ') }),
  ),
  {
    name: 'storage-size-without-uploads',
    says: 'The size of the storage lacks what was uploaded',
    caughtBy: 'projects/statistics',
    fault: async (request, next) => {
      const reply = await next(request)
      return withRows(reply, (row) => {
        const { statistics } = row
        if (!isRow(statistics)) return row
        const rest = Number(statistics.storage_size) - Number(statistics.uploads_size)
        return { ...row, statistics: { ...statistics, storage_size: rest } }
      })
    },
  },
  {
    name: 'import-address-with-credentials',
    says: 'The address that a project was imported from is listed with its credentials',
    caughtBy: 'projects/import-address-without-credentials',
    fault: async (request, next, { memory }) => {
      const { import_url } = paramsOf(request)
      if (typeof import_url === 'string') memory.set('address', import_url)
      const reply = await next(request)
      return calls(request, list)
        ? withRows(reply, (row) =>
            row.import_url == null ? row : { ...row, import_url: memory.get('address') ?? null },
          )
        : reply
    },
  },
  {
    name: 'projects-by-size-for-everybody',
    says: 'An order by size is open to callers who are no administrators',
    caughtBy: 'projects/order-by-size',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, list) && /_size$/.test(given(request, 'order_by') ?? '')
          ? as(request, credentials.admin)
          : request,
      ),
  },
  {
    name: 'namespace-hidden-as-forbidden',
    says: 'A fork into a namespace in which the caller has no role is forbidden instead of missing',
    caughtBy: 'projects/namespace-found',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'POST /projects/:id/fork')
      return asked && reply.status === 404 && reply.body?.includes('Namespace')
        ? { ...reply, status: 403, body: '{"message":"403 Forbidden"}' }
        : reply
    },
  },
  {
    name: 'project-limit-of-administrators-ignored',
    says: 'Administrators create projects for users beyond their limit, whatever it is',
    caughtBy: 'projects/project-limit',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /users/:id')
          ? withParams(request, ({ projects_limit: _, ...params }) => params)
          : request,
      ),
  },
  rowsChanged(
    'status-checks-never-required',
    'A project never requires that status checks pass',
    'projects/status-checks-setting',
    ['GET /projects/:id'],
    (row) => ({ ...row, only_allow_merge_if_all_status_checks_passed: false }),
  ),
  {
    name: 'build-timeout-without-an-end',
    says: 'A longer `build_timeout` than a month is taken',
    caughtBy: 'projects/build-timeout',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id')
          ? withParams(request, (params) =>
              Number(params.build_timeout) > 2_629_745 ? { ...params, build_timeout: 2_629_745 } : params,
            )
          : request,
      ),
  },
  rowsChanged(
    'listed-projects-without-import-error',
    'Lists of projects show no `import_error`',
    'projects/listed-import-error',
    ['GET /groups/:id/projects'],
    ({ import_error: _, ...row }) => row,
  ),
  {
    name: 'expiration-policy-reset',
    says: 'An update of the cleanup policy resets what it does not name',
    caughtBy: 'projects/expiration-policy-in-parts',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id')
          ? withParams(request, (params) => {
              const { container_expiration_policy_attributes: policy } = params
              const fresh = { cadence: '1d', enabled: false, keep_n: 10, older_than: '90d', name_regex: '.*' }
              return isRow(policy)
                ? { ...params, container_expiration_policy_attributes: { ...fresh, ...policy } }
                : params
            })
          : request,
      ),
  },
  rowsChanged(
    'listed-permissions-from-above',
    'A list of projects counts memberships of the groups above',
    'projects/permissions-below',
    ['GET /groups/:id/projects'],
    (row) => ({
      ...row,
      permissions: { project_access: null, group_access: { access_level: 30, notification_level: 3 } },
    }),
  ),
  rowsChanged(
    'project-without-group-runners-switch',
    'A project shows no `group_runners_enabled`',
    'projects/full-form',
    ['GET /projects'],
    ({ group_runners_enabled: _, ...row }) => row,
  ),
  {
    name: 'license-unrecognised',
    says: 'Every licence is an unknown one',
    caughtBy: 'projects/license',
    fault: async (request, next) => {
      const reply = await next(request)
      return withRows(reply, (row) =>
        isRow(row.license) ? { ...row, license: { ...row.license, key: 'other', name: 'Other' } } : row,
      )
    },
  },
  {
    name: 'housekeeping-twice-accepted',
    says: 'Housekeeping that is started again at once answers 201',
    caughtBy: 'projects/housekeeping-twice',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed = calls(request, 'POST /projects/:id/housekeeping') && reply.status === 409
      return noticed ? { ...reply, status: 201, body: '"0"' } : reply
    },
  },
  {
    name: 'repository-measured-by-anybody',
    says: 'Developers have the repository measured anew',
    caughtBy: 'projects/repository-size',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/repository_size') && reply.status === 403
      return refused ? { ...reply, status: 201, body: 'null' } : reply
    },
  },
  {
    name: 'transfer-locations-whole',
    says: 'Groups to which a project can be transferred are shown whole',
    caughtBy: 'projects/transfer-locations',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/transfer_locations') || reply.status !== 200) return reply
      const rows = JSON.parse(String(reply.body)) as object[]
      return { ...reply, body: JSON.stringify(rows.map((row) => ({ ...row, visibility: 'public' }))) }
    },
  },
  {
    name: 'fork-relation-twice',
    says: 'Creating a fork relation a second time answers 201',
    caughtBy: 'projects/fork-relation',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, 'POST /projects/:id/fork/:forked_from_id') && reply.status === 409
      return again ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'starrers-missing',
    says: 'The list of starrers is always empty',
    caughtBy: 'projects/starrers',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/starrers') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'contributed-projects-missing',
    says: 'The list of projects that a user contributed to is always empty',
    caughtBy: 'projects/contributed',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /users/:user_id/contributed_projects') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'project-git-depth-not-kept',
    says: 'A project does not keep its `ci_default_git_depth`',
    caughtBy: 'projects/settings-kept',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id')
          ? withParams(request, ({ ci_default_git_depth: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'issues-are-no-activity',
    says: '`last_activity_at` stands still when an issue is opened',
    caughtBy: 'projects/activity-of-records',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id')
        ? withRows(reply, (row) => ({ ...row, last_activity_at: row.created_at ?? null }))
        : reply
    },
  },
  {
    name: 'private-projects-listed',
    says: 'A stranger gets the private projects of the owner in a list',
    caughtBy: 'projects/filters',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, list) && isBy(request, credentials.stranger)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'simple-ignored',
    says: 'The parameter `simple` is ignored',
    caughtBy: 'projects/simple-form',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'simple') : request),
  },
  {
    name: 'statistics-for-guests',
    says: 'A Guest gets the statistics of a project',
    caughtBy: 'projects/statistics',
    fault: (request, next, { credentials }) => {
      const asked =
        calls(request, list) && given(request, 'statistics') !== undefined && isBy(request, credentials.guest)
      return next(asked ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'keyset-without-next-link',
    says: 'Keyset pagination sends no link to the next page',
    caughtBy: 'projects/keyset',
    fault: async (request, next) => {
      const reply = await next(request)
      if (given(request, 'pagination') !== 'keyset') return reply
      const { link: _link, ...headers } = reply.headers
      return { ...reply, headers }
    },
  },
  {
    name: 'id-after-inclusive',
    says: '`id_after` includes the ID itself',
    caughtBy: 'projects/id-bounds',
    fault: (request, next) =>
      next({
        ...request,
        url: request.url.replace(/\bid_after=(\d+)/, (_whole, id: string) => `id_after=${Number(id) - 1}`),
      }),
  },
  {
    name: 'archived-ignored',
    says: 'The filter `archived` is ignored',
    caughtBy: 'projects/filters',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'archived') : request),
  },
  {
    name: 'project-topic-id-ignored',
    says: '`topic_id` filters nothing unless the topic is unknown',
    caughtBy: 'projects/topic-imported-checksum-filters',
    fault: (request, next) =>
      next(
        calls(request, list) && Number(given(request, 'topic_id')) < 900_000_000
          ? without(request, (name) => name === 'topic_id')
          : request,
      ),
  },
  {
    name: 'project-statistics-for-developers',
    says: 'Statistics need the Developer role',
    caughtBy: 'projects/statistics',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, list) && isBy(request, credentials.reporter)
          ? without(request, (name) => name === 'statistics')
          : request,
      ),
  },
  {
    name: 'project-visibility-by-maintainers',
    says: 'Maintainers change the visibility of a project',
    caughtBy: 'projects/update-refused',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'PUT /projects/:id') && isBy(request, credentials.maintainer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'project-shares-shown-to-all',
    says: 'Everybody sees the groups that a project is shared with',
    caughtBy: 'projects/shared-with-group',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /projects/:id') && isBy(request, credentials.guest)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'project-wiki-level-lost',
    says: '`wiki_access_level` is ignored',
    caughtBy: 'projects/access-levels',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id')
          ? withParams(request, ({ wiki_access_level: _level, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'project-anonymous-single-whole',
    says: 'Anonymous callers get the full form of a single project',
    caughtBy: 'projects/simple-form',
    fault: (request, next, { credentials }) => {
      const anonymous = request.headers['private-token'] === undefined
      return next(
        calls(request, 'GET /projects/:id') && anonymous ? as(request, credentials.stranger) : request,
      )
    },
  },
  {
    name: 'templates-for-all',
    says: 'The templates of issues and merge requests are shown to every reader of the project',
    caughtBy: 'projects/templates-by-caller',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id')
        ? withRows(reply, (row) => ({ issues_template: null, merge_requests_template: null, ...row }))
        : reply
    },
  },
  {
    name: 'unknown-template-ignored',
    says: 'An unknown template is ignored when a project is created',
    caughtBy: 'projects/create-content',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects')
          ? withParams(request, ({ template_name: _name, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'storage-unchecked',
    says: 'An unknown repository storage is accepted',
    caughtBy: 'projects/unknown-storage',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id')
          ? withParams(request, ({ repository_storage: _storage, ...rest }) => ({
              ...rest,
              lfs_enabled: true,
            }))
          : request,
      ),
  },
  {
    name: 'expiration-policy-unchecked',
    says: 'A cleanup policy of containers is accepted with whatever is not listed',
    caughtBy: 'projects/expiration-policy-invalid',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused =
        calls(request, 'PUT /projects/:id') && reply.body.includes('container_expiration_policy.')
      return refused ? { ...reply, status: 200 } : reply
    },
  },
  {
    name: 'projects-ties-newest-first',
    says: 'Projects of the same name or path are listed with the newest first in either direction',
    caughtBy: 'projects/order-ties',
    fault: async (request, next) => {
      const reply = await next(request)
      const column = given(request, 'order_by')
      if (!calls(request, 'GET /projects') || (column !== 'name' && column !== 'path')) return reply
      const rows = [...rowsOf(reply)]
      const equal = rows.every((row) => row[column] === rows[0]?.[column])
      return equal
        ? withJson(
            reply,
            rows.sort((a, b) => Number(b.id) - Number(a.id)),
          )
        : reply
    },
  },
  {
    name: 'fork-as-open-as-wished',
    says: 'A fork is shown as open as was asked for, whatever its source is',
    caughtBy: 'projects/fork-takes-over',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      const row = rowOf(reply)
      if (calls(request, 'POST /projects/:id/fork') && paramsOf(request).visibility === 'public')
        memory.set(String(row.id), 'public')
      return memory.has(String(row.id)) && calls(request, 'GET /projects/:id')
        ? withJson(reply, { ...row, visibility: 'public' })
        : reply
    },
  },
  {
    name: 'projects-storage-order-by-repository',
    says: 'The order by storage looks at the repository alone',
    caughtBy: 'projects/order-by-size',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace('order_by=storage_size', 'order_by=repository_size') }),
  },
  {
    name: 'projects-imported-by-anybody',
    says: '`imported=true` lists what others have imported, too',
    caughtBy: 'projects/imported-by-oneself',
    fault: async (request, next) => {
      if (!calls(request, list) || given(request, 'imported') !== 'true') return next(request)
      const reply = await next(without(request, (name) => name === 'imported'))
      return withJson(
        reply,
        rowsOf(reply).filter(({ import_status }) => import_status !== 'none'),
      )
    },
  },
  {
    ...rowsChanged(
      'push-protection-hidden',
      'Whether secrets are looked for in pushes is not shown',
      'projects/push-protection-shown',
      ['GET /projects/:id'],
      ({ pre_receive_secret_detection_enabled: _, ...row }) => row,
    ),
    release: '18.9',
  },
  {
    name: 'targets-itself-ignored',
    says: 'What is chosen for the merge requests of a fork is not kept',
    caughtBy: 'projects/targets-itself',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'PUT /projects/:id') || reply.status !== 200) return reply
      return {
        ...reply,
        body: String(reply.body).replace('"mr_default_target_self":true', '"mr_default_target_self":false'),
      }
    },
  },
]
