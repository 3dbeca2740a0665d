import type { Mutant } from './mutant.ts'
import { calls, withJson, withParams } from './wire.ts'

/** Faults in accounts and their tokens. */
export const accountMutants: readonly Mutant[] = [
  {
    name: 'blocked-twice',
    says: 'To block somebody who is blocked is told to have been done',
    caughtBy: 'accounts/states',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /users/:id/block') && reply.status === 201 ? withJson(reply, true) : reply
    },
  },
  {
    name: 'ban-said-only',
    says: 'A ban is told to be there and is not',
    caughtBy: 'accounts/states',
    fault: async (request, next) =>
      calls(request, 'POST /users/:id/ban')
        ? { status: 201, headers: { 'content-type': 'application/json' }, body: 'true' }
        : next(request),
  },
  {
    name: 'deleted-user-answers',
    says: 'A user who was deleted still answers',
    caughtBy: 'accounts/removed',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'DELETE /users/:id') && reply.status === 204)
        memory.set(request.url.replace(/\?.*/, ''), '')
      return calls(request, 'GET /users/:id') && reply.status === 404 && memory.has(request.url)
        ? { ...reply, status: 200, body: '{}' }
        : reply
    },
  },
  {
    name: 'change-empties-bio',
    says: 'A change of a user without a bio takes the bio away, and the limit of projects with it',
    caughtBy: 'accounts/changed',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /users/:id')
          ? withParams(request, (params) => ({ bio: '', projects_limit: 1, ...params }))
          : request,
      ),
  },
  {
    name: 'revoked-token-opens',
    says: 'A token that was revoked goes on opening',
    caughtBy: 'accounts/token-life',
    fault: async (request, next) =>
      calls(request, 'DELETE /personal_access_tokens/:id')
        ? { status: 204, headers: {}, body: '' }
        : next(request),
  },
]
