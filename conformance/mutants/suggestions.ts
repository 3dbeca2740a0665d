import type { WireRequest } from '../targets/target.ts'
import type { Mutant, Next } from './mutant.ts'
import { as, calls, isBy, paramsOf, pathOf, rowsOf, withJson, withParams, withRows } from './wire.ts'

const apply = 'PUT /suggestions/:id/apply'
const batch = 'PUT /suggestions/batch_apply'

/** Faults in applying suggestions. */
export const suggestionMutants: readonly Mutant[] = [
  {
    name: 'suggestion-message-lost',
    says: 'The message that is given is not used',
    caughtBy: 'suggestions/message',
    fault: (request, next) =>
      next(
        calls(request, apply)
          ? withParams(request, ({ commit_message: _message, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'suggestions-one-by-one',
    says: 'Those suggestions of a batch are applied that can be, each in a commit of its own',
    caughtBy: 'suggestions/all-or-nothing',
    fault: async (request, next) => {
      const { ids } = paramsOf(request)
      if (!calls(request, batch) || !Array.isArray(ids)) return next(request)
      let last = await next(request)
      if (last.status === 400) for (const id of ids) last = await applyOne(request, next, String(id))
      return last
    },
  },
  {
    name: 'suggestion-authored-by-committer',
    says: 'The commit is authored by whoever applied the suggestion',
    caughtBy: 'suggestions/authors',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/repository/commits/:sha')) return reply
      return withRows(reply, (row) => ({ ...row, author_name: row.committer_name ?? null }))
    },
  },
  {
    name: 'suggestion-applied-again',
    says: 'A suggestion that is applied already is answered as if it were applied once more',
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
    says: 'Reporters may apply suggestions',
    caughtBy: 'suggestions/rights',
    fault: (request, next, { credentials }) => {
      const reporter = (calls(request, apply) || calls(request, batch)) && isBy(request, credentials.reporter)
      return next(reporter ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'missing-suggestions-skipped',
    says: 'Suggestions of a batch that are not there are left out',
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
    says: 'What was applied is still said to be applicable',
    caughtBy: 'suggestions/apply',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, apply)
        ? withRows(reply, (row) => ({ ...row, applied: false, applicable: true, appliable: true }))
        : reply
    },
  },
  {
    name: 'batch-of-one-branch-alone',
    says: 'Of a batch over several branches the first branch gets its suggestions',
    caughtBy: 'suggestions/refused-branches',
    fault: async (request, next) => {
      const reply = await next(request)
      const { ids } = paramsOf(request)
      if (!reply.body.includes('on the same branch') || !Array.isArray(ids)) return reply
      const one = await applyOne(request, next, String(ids[0]))
      return withJson(one, rowsOf({ ...one, body: `[${one.body}]` }))
    },
  },
]

function applyOne(request: WireRequest, next: Next, id: string) {
  const { headers } = request
  return next({ method: 'PUT', url: `/api/v4/suggestions/${id}/apply`, headers, body: '{}' })
}
