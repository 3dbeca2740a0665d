import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, without, withParams } from './wire.ts'

/** Faults in lists of things to do. */
export const workMutants: readonly Mutant[] = [
  {
    name: 'todos-for-assignees-alone',
    says: 'Whoever is only mentioned is told of nothing',
    caughtBy: 'todos/reasons',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /todos') || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ action_name: reason }) => reason === 'assigned'),
      )
    },
  },
  {
    name: 'todos-never-done',
    says: 'The list of what is done is that of what is not',
    caughtBy: 'todos/done',
    fault: (request, next) =>
      next(calls(request, 'GET /todos') ? without(request, (name) => name === 'state') : request),
  },
  {
    name: 'todos-marked-again',
    says: 'What is on the list already is answered as if it had been put there',
    caughtBy: 'todos/marked',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, 'POST /projects/:id/issues/:issue_iid/todo') && reply.status === 304
      return again ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  {
    name: 'todos-of-secrets',
    says: 'Confidential issues are open to whoever they mention',
    caughtBy: 'todos/secrets',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, (params) => ({ ...params, confidential: false }))
          : request,
      ),
  },
  {
    name: 'todos-of-any-type',
    says: 'The list is not narrowed by what things are about',
    caughtBy: 'todos/filters',
    fault: (request, next) =>
      next(calls(request, 'GET /todos') ? without(request, (name) => name === 'type') : request),
  },
]
