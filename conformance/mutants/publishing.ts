import { isRows, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, withParams, withRows } from './wire.ts'

const releases = '/projects/:id/releases'

/** Faults in releases, variables, and what is made of commits that are there. */
export const publishingMutants: readonly Mutant[] = [
  {
    name: 'release-named-as-tag',
    says: 'A release always has the name of its tag',
    caughtBy: 'publishing/release-life',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${releases}`)
        ? withRows(reply, (row) => ({ ...row, name: row.tag_name ?? null }))
        : reply
    },
  },
  {
    name: 'releases-as-made',
    says: 'Releases are listed in the order in which they were made',
    caughtBy: 'publishing/release-order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${releases}`)) return reply
      const rows = [...rowsOf(reply)]
      return withJson(
        reply,
        rows.sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1)),
      )
    },
  },
  {
    name: 'latest-release-as-made',
    says: 'The latest release is the one that was made last',
    caughtBy: 'publishing/release-elsewhere',
    fault: async (request, next) => {
      if (!calls(request, `GET ${releases}/permalink/latest`)) return next(request)
      const reply = await next(request)
      const Location = (reply.headers.location ?? '').replace(/[^/]+$/, 'oldest')
      return { ...reply, headers: { ...reply.headers, location: Location } }
    },
  },
  {
    name: 'release-without-ref',
    says: 'A release without a ref is made of the default branch',
    caughtBy: 'publishing/release-refused',
    fault: (request, next) =>
      next(
        calls(request, `POST ${releases}`)
          ? withParams(request, (params) => ({ ref: 'main', ...params }))
          : request,
      ),
  },
  {
    name: 'pick-says-nothing',
    says: 'A picked commit does not tell where it is from',
    caughtBy: 'publishing/picked-and-reverted',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/repository/commits/:sha/cherry_pick')
          ? withParams(request, (params) => ({ message: 'Picked', ...params }))
          : request,
      ),
  },
  {
    name: 'blame-of-the-last',
    says: 'Every line is told to have come with the commit of the first one',
    caughtBy: 'publishing/blame-is-whole',
    fault: async (request, next) => {
      const reply = await next(request)
      const rows = parseJson(reply.body)
      if (!calls(request, 'GET /projects/:id/repository/files/:file_path/blame') || !isRows(rows))
        return reply
      const commit = rows[0]?.commit ?? null
      return withJson(
        reply,
        rows.map((row) => ({ ...row, commit })),
      )
    },
  },
  {
    name: 'variable-shown-only',
    says: 'A change of a variable is answered, but takes its type back',
    caughtBy: 'publishing/variable-life',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id/variables/:key')
          ? withParams(request, (params) => ({ variable_type: 'env_var', ...params }))
          : request,
      ),
  },
  {
    name: 'any-value-masked',
    says: 'A value that cannot be masked is taken without a mask',
    caughtBy: 'publishing/variable-refused',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/variables')
          ? withParams(request, ({ masked: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'hook-shows-token',
    says: 'A hook tells its token',
    caughtBy: 'publishing/hook-life',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/hooks')
        ? withRows(reply, (row) => ({ ...row, token: 'secret' }))
        : reply
    },
  },
  {
    name: 'removed-labels-forgotten',
    says: 'Only labels that were put on are kept in mind',
    caughtBy: 'publishing/label-events',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/issues/:issue_iid/resource_label_events')
        ? withJson(
            reply,
            rowsOf(reply).filter(({ action }) => action === 'add'),
          )
        : reply
    },
  },
]
