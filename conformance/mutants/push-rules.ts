import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, withJson } from './wire.ts'

/** Faults in push rules. */
export const pushRulesMutants: readonly Mutant[] = [
  {
    name: 'push-rule-empty-object',
    says: 'A project without a push rule shows an empty one',
    caughtBy: 'push-rules/one-per-project',
    fault: async (request, next) => {
      const reply = await next(request)
      const none = calls(request, 'GET /projects/:id/push_rule') && reply.body === 'null'
      return none ? withJson(reply, {}) : reply
    },
  },
  paramsChanged(
    'push-rules-kept-in-name-only',
    'What a rule for pushes says of messages is passed over',
    'push-rules/commits-refused',
    'POST /projects/:id/push_rule',
    ({ commit_message_regex: _regex, ...params }) => params,
  ),
  {
    name: 'reverts-without-push-rule',
    says: 'A revert that the push rule forbids answers 201',
    caughtBy: 'push-rules/made-by-the-service',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused =
        calls(request, 'POST /projects/:id/repository/commits/:sha/revert') && reply.status === 400
      return refused ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'empty-push-rule',
    says: 'A push rule is created without an attribute',
    caughtBy: 'push-rules/needs-an-attribute',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/push_rule') && reply.status === 400
      return refused ? { ...reply, status: 201 } : reply
    },
  },
]
