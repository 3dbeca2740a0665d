import type { WireRequest } from '../targets/target.ts'
import type { Mutant, Next } from './mutant.ts'
import { as, calls, isBy, paramsOf, pathOf, rowsOf, withJson, withParams, withRows } from './wire.ts'

const apply = 'PUT /suggestions/:id/apply'

const batch = 'PUT /suggestions/batch_apply'

/** Faults in suggestions. */
export const suggestionsMutants: readonly Mutant[] = [
  {
    name: 'suggestion-project-name-is-its-path',
    says: '`%{project_name}` becomes the path of the project',
    caughtBy: 'suggestions/commit-message',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /suggestions/:id/apply')
          ? withParams(request, (params) => ({
              ...params,
              ...(typeof params.commit_message === 'string' && {
                commit_message: params.commit_message.replace('%{project_name}', '%{project_path}'),
              }),
            }))
          : request,
      ),
  },
  {
    name: 'suggestion-message-ignored',
    says: '`commit_message` is ignored',
    caughtBy: 'suggestions/commit-message',
    fault: (request, next) =>
      next(
        calls(request, apply)
          ? withParams(request, ({ commit_message: _message, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'suggestion-message-of-fork',
    says: 'A commit to a fork has the default message, not that of the target project',
    caughtBy: 'suggestions/fork-commit-message',
    fault: (request, next) =>
      next(
        calls(request, apply)
          ? withParams(request, (params) => ({
              ...params,
              commit_message: 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)',
            }))
          : request,
      ),
  },
  {
    name: 'suggestions-applied-singly',
    says: 'A batch that cannot be applied as a whole is applied one by one, each suggestion in its own commit',
    caughtBy: 'suggestions/batch-all-or-nothing',
    fault: async (request, next) => {
      const { ids } = paramsOf(request)
      if (!calls(request, batch) || !Array.isArray(ids)) return next(request)
      let last = await next(request)
      if (last.status === 400) for (const id of ids) last = await applyOne(request, next, String(id))
      return last
    },
  },
  {
    name: 'suggestion-author-is-committer',
    says: 'The commit has the caller as its author',
    caughtBy: 'suggestions/commit-author',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/repository/commits/:sha')) return reply
      return withRows(reply, (row) => ({ ...row, author_name: row.committer_name ?? null }))
    },
  },
  {
    name: 'suggestion-applied-again',
    says: 'Applying an applied suggestion answers 200',
    caughtBy: 'suggestions/refused-applied',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, apply)) return reply
      const path = pathOf(request.url)
      if (reply.status === 200) memory.set(path, reply.body)
      const remembered = memory.get(path)
      return reply.body.includes("Can't apply this") && remembered !== undefined
        ? { ...reply, status: 200, body: remembered }
        : reply
    },
  },
  {
    name: 'suggestions-for-reporters',
    says: 'Reporters can apply suggestions',
    caughtBy: 'suggestions/rights',
    fault: (request, next, { credentials }) => {
      const reporter = (calls(request, apply) || calls(request, batch)) && isBy(request, credentials.reporter)
      return next(reporter ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'unknown-suggestions-skipped',
    says: 'A batch leaves out unknown suggestions and applies the others',
    caughtBy: 'suggestions/not-found',
    fault: async (request, next) => {
      const reply = await next(request)
      const { ids } = paramsOf(request)
      if (!calls(request, batch) || reply.status !== 404 || !Array.isArray(ids)) return reply
      const there = [...new Set(ids)].filter((id) => Number(id) < 900_000_000)
      return there.length === 0 ? reply : next(withParams(request, (params) => ({ ...params, ids: there })))
    },
  },
  {
    name: 'suggestions-stay-applicable',
    says: 'An applied suggestion is still shown as applicable',
    caughtBy: 'suggestions/apply',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, apply)
        ? withRows(reply, (row) => ({ ...row, applied: false, applicable: true, appliable: true }))
        : reply
    },
  },
  {
    name: 'suggestions-of-one-branch-applied',
    says: 'A batch over several source branches applies the suggestions of the first one',
    caughtBy: 'suggestions/batch-several-branches',
    fault: async (request, next) => {
      const reply = await next(request)
      const { ids } = paramsOf(request)
      if (!reply.body.includes('on the same branch') || !Array.isArray(ids)) return reply
      const one = await applyOne(request, next, String(ids[0]))
      return withJson(one, rowsOf({ ...one, body: `[${one.body}]` }))
    },
  },
  {
    name: 'suggestion-empty-leaves-line',
    says: 'A suggestion without text leaves an empty line',
    caughtBy: 'suggestions/empty-block',
    fault: async (request, next) => {
      const reply = await next(request)
      return request.method === 'POST' && request.url.includes('/discussions')
        ? { ...reply, body: reply.body.replaceAll('"to_content":""', '"to_content":"\\n"') }
        : reply
    },
  },
  {
    name: 'suggestion-block-unlimited',
    says: 'A block extends as far as it says',
    caughtBy: 'suggestions/block-limit',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!String(paramsOf(request).body).includes(':-101+101')) return reply
      return { ...reply, body: reply.body.replace(/"from_line":15(?!.*"from_line")/s, '"from_line":14') }
    },
  },
  {
    name: 'suggestions-rights-to-one',
    says: 'A batch is applied where the caller may push to one of its branches',
    caughtBy: 'suggestions/rights-to-all',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, batch) && isBy(request, credentials.developer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
]

function applyOne(request: WireRequest, next: Next, id: string) {
  const { headers } = request
  return next({ method: 'PUT', url: `/api/v4/suggestions/${id}/apply`, headers, body: '{}' })
}
