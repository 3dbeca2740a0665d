import { isRow, isRows, parseJson, type Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, paramsOf, rowsChanged, withParams, withRows } from './wire.ts'

const start = 'POST /import/extgit'

const cancel = 'POST /import/extgit/cancel'

const status = 'GET /projects/:id/import'

const server = 'POST /import/extserver'

const gists = 'POST /import/extgit/gists'

/** Faults in external import. */
export const externalImportMutants: readonly Mutant[] = [
  {
    name: 'failed-import-canceled',
    says: 'An import that failed is canceled',
    caughtBy: 'external-import/cancel-failed',
    fault: async (request, next) => {
      const reply = await next(request)
      const isFailed = calls(request, cancel) && reply.body.includes('because it is failed')
      return isFailed ? { ...reply, status: 200, body: '{"import_status":"canceled"}' } : reply
    },
  },
  {
    name: 'gists-without-last-line-end',
    says: 'The files of a snippet lose the end of their last line',
    caughtBy: 'external-import/gist-contents',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /snippets/:id/files/:ref/:file_path/raw')) return reply
      const body = reply.body.replace(/\n$/, '')
      return { ...reply, body, bytes: new TextEncoder().encode(body) }
    },
  },
  rowsChanged(
    'server-named-after-the-service',
    'An import from a self-hosted server has the type of one from the hosted service',
    'external-import/server-import',
    ['GET /projects/:id/import'],
    (row) => ({ ...row, import_type: row.stats === null ? 'github' : (row.import_type ?? null) }),
  ),
  rowsChanged(
    'server-answers-not-counted',
    'A merge request with more than three comments tells of three',
    'external-import/server-comments',
    ['GET /projects/:id/merge_requests/:merge_request_iid'],
    (row) => ({ ...row, user_notes_count: Math.min(3, Number(row.user_notes_count)) }),
  ),
  rowsChanged(
    'secret-gists-public',
    'Snippets are all shown as public',
    'external-import/secret-gists',
    ['GET /snippets'],
    (row) => ({ ...row, visibility: 'public' }),
  ),
  {
    name: 'import-into-topmost-group',
    says: 'An import into a subgroup goes to the topmost group',
    caughtBy: 'external-import/into-subgroup',
    fault: (request, next) =>
      next(
        calls(request, start)
          ? withParams(request, (params) => ({
              ...params,
              target_namespace: String(params.target_namespace).replace(/^([^/]+)\/.*$/, '$1'),
            }))
          : request,
      ),
  },
  rowsChanged(
    'import-full-name-of-paths',
    'The full name of an imported project holds the paths of its groups',
    'external-import/into-subgroup',
    [start],
    (row) => ({ ...row, full_name: String(row.full_path).slice(1).replaceAll('/', ' / ') }),
  ),
  ...[
    ['single_endpoint_issue_events_import', 'imported-events'],
    ['single_endpoint_notes_import', 'thorough-comments'],
    ['attachments_import', 'imported-attachments'],
  ].map(
    ([stage = '', check = '']): Mutant => ({
      name: `import-without-${check}`,
      says: `\`${stage}\` of \`optional_stages\` has no effect`,
      caughtBy: `external-import/${check}`,
      fault: (request, next) =>
        next(
          calls(request, start)
            ? withParams(request, (params) => ({
                ...params,
                optional_stages: { ...(params.optional_stages as Row), [stage]: false },
              }))
            : request,
        ),
    }),
  ),
  rowsChanged(
    'imported-pulls-merged-later',
    'Imported merge requests are shown as merged when they were made',
    'external-import/imported-pulls',
    ['GET /projects/:id/merge_requests/:merge_request_iid'],
    (row) => ({ ...row, merged_at: row.created_at ?? null }),
  ),
  rowsChanged(
    'imported-issues-changed-when-made',
    'Issues are shown as changed when they were made',
    'external-import/imported-times',
    ['GET /projects/:id/issues/:issue_iid'],
    (row) => ({ ...row, updated_at: row.created_at ?? null }),
  ),
  rowsChanged(
    'line-comments-one-further',
    'Comments on lines are shown one line further',
    'external-import/imported-line-comments',
    ['GET /projects/:id/merge_requests/:merge_request_iid/discussions'],
    (row) => ({ ...row, notes: isRows(row.notes) ? row.notes.map(oneFurther) : [] }),
  ),
  rowsChanged(
    'imported-releases-without-text',
    'Releases are listed without their texts',
    'external-import/imported-releases',
    ['GET /projects/:id/releases'],
    (row) => ({ ...row, description: null }),
  ),
  {
    name: 'import-of-no-repository',
    says: 'An import begins though the host answers no repository',
    caughtBy: 'external-import/no-repository',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, start) && reply.body.includes('no repository') ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'external-import-by-reporters',
    says: 'Reporters import into a group',
    caughtBy: 'external-import/roles',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, start) && isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'private-import-public',
    says: 'The project of a private repository has the default visibility of projects',
    caughtBy: 'external-import/visibility',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, start) || reply.status !== 201) return reply
      const row = parseJson(reply.body)
      if (!isRow(row)) return reply
      const headers = { ...request.headers, 'content-type': 'application/json' }
      const body = JSON.stringify({ visibility: 'public' })
      const change = { method: 'PUT', url: `/api/v4/projects/${row.id}`, headers, body }
      await next(as(change, credentials.owner))
      return reply
    },
  },
  {
    name: 'import-full-path-without-slash',
    says: 'The full_path of an import does not begin with a slash',
    caughtBy: 'external-import/started',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, start)
        ? withRows(reply, (row) => ({ ...row, full_path: String(row.full_path).replace(/^\//, '') }))
        : reply
    },
  },
  {
    name: 'canceled-import-started',
    says: 'A canceled import is shown as started',
    caughtBy: 'external-import/cancel',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, status)) return reply
      return withRows(reply, (row) => ({
        ...row,
        import_status: row.import_status === 'canceled' ? 'started' : (row.import_status ?? null),
      }))
    },
  },
  {
    name: 'finished-import-canceled',
    says: 'An import that is finished can be canceled',
    caughtBy: 'external-import/cancel-over',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, cancel) && reply.body.includes('because it is finished')
      return refused ? { ...reply, status: 200, body: '{"import_status":"canceled"}' } : reply
    },
  },
  {
    name: 'imported-before-fetched',
    says: 'stats shows issues as imported that were not fetched',
    caughtBy: 'external-import/stats-grow',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, status)) return reply
      return withRows(reply, (row) =>
        isRow(row.stats) ? { ...row, stats: { ...row.stats, imported: { issue: 2 } } } : row,
      )
    },
  },
  {
    name: 'import-canceled-by-maintainers',
    says: 'Maintainers cancel imports',
    caughtBy: 'external-import/cancel-roles',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, cancel) && isBy(request, credentials.maintainer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'pull-requests-counted-as-issues',
    says: 'stats counts pull requests as issues',
    caughtBy: 'external-import/imported-content',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, status)) return reply
      return { ...reply, body: reply.body.replaceAll('"issue":2', '"issue":3') }
    },
  },
  {
    name: 'host-status-as-own-status',
    says: 'An error 401 of the host is answered with 401',
    caughtBy: 'external-import/host-errors',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, start) && reply.body.includes('(HTTP 401)')
      return refused ? { ...reply, status: 401 } : reply
    },
  },
  {
    name: 'size-limit-without-unit',
    says: 'The text of a repository that is too large shows the limit without a unit',
    caughtBy: 'external-import/repository-too-large',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, start)
        ? { ...reply, body: reply.body.replace('limit of 1 MB', 'limit of 1') }
        : reply
    },
  },
  {
    name: 'disabled-source-as-422',
    says: 'A disabled import source is answered with 422',
    caughtBy: 'external-import/source-disabled',
    fault: async (request, next) => {
      const reply = await next(request)
      const off = (calls(request, start) || calls(request, server)) && reply.status === 403
      return off ? { ...reply, status: 422 } : reply
    },
  },
  {
    name: 'server-namespace-ignored',
    says: 'An import from a self-hosted server ignores the namespace parameters',
    caughtBy: 'external-import/server-namespaces',
    fault: (request, next) =>
      next(
        calls(request, server)
          ? withParams(request, ({ target_namespace: _, new_namespace: __, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'server-source-without-project-key',
    says: 'import_source lacks the project key of the self-hosted server',
    caughtBy: 'external-import/server-import',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, server)
        ? withRows(reply, (row) => ({
            ...row,
            import_source: String(row.import_source).replace(/^.*\//, ''),
          }))
        : reply
    },
  },
  {
    name: 'server-repository-missing-as-404',
    says: 'A repository that the self-hosted server does not have is answered with 404',
    caughtBy: 'external-import/server-errors',
    fault: async (request, next) => {
      const reply = await next(request)
      const missing = calls(request, server) && reply.body.includes('could not be found')
      return missing ? { ...reply, status: 404 } : reply
    },
  },
  {
    name: 'server-import-by-reporters',
    says: 'Reporters import from a self-hosted server into a group',
    caughtBy: 'external-import/server-roles',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, server) && isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'gists-not-imported',
    says: 'An import of gists is accepted and creates no snippet',
    caughtBy: 'external-import/gists-to-snippets',
    fault: async (request, next) =>
      calls(request, gists) && request.body !== undefined
        ? { status: 202, headers: { 'content-type': 'application/json' }, body: '202' }
        : next(request),
  },
  {
    name: 'gists-token-unchecked',
    says: 'An import of gists accepts a token that the host refuses',
    caughtBy: 'external-import/gists-host-errors',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, gists) && reply.status === 401
      return refused ? { ...reply, status: 202, body: '202' } : reply
    },
  },
  {
    name: 'import-into-namespace-of-bot',
    says: 'A repository is imported into the namespace of a bot',
    caughtBy: 'external-import/group-token',
    fault: async (request, next) => {
      const reply = await next(request)
      const bot = /_bot/.test(String(paramsOf(request).target_namespace))
      return calls(request, start) && bot ? { ...reply, status: 201, body: '{"id":1}' } : reply
    },
  },
  {
    name: 'import-canceled-by-state-first',
    says: 'Whether an import is over is told before who may cancel it',
    caughtBy: 'external-import/cancel-over',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      return calls(request, cancel) && reply.status === 403 ? next(as(request, credentials.owner)) : reply
    },
  },
  {
    name: 'gists-by-external-users',
    says: 'External users import gists',
    caughtBy: 'external-import/gists-of-external-users',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      return calls(request, gists) && reply.status === 403 ? next(as(request, credentials.owner)) : reply
    },
  },
  {
    name: 'import-blank-name-kept',
    says: 'A blank new_name becomes the name of the project',
    caughtBy: 'external-import/blank-name',
    fault: async (request, next) => {
      const { new_name } = paramsOf(request)
      const reply = await next(request)
      const blank = calls(request, start) && typeof new_name === 'string' && new_name.trim() === ''
      return blank ? withRows(reply, (row) => ({ ...row, name: new_name })) : reply
    },
  },
]

function oneFurther(note: Row): Row {
  const { position } = note
  if (!isRow(position) || typeof position.new_line !== 'number') return note
  return { ...note, position: { ...position, new_line: position.new_line + 1 } }
}
