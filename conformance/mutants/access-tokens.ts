import { isRow, isRows, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, paramsOf, rowsChanged, withJson, withoutParam, withParams } from './wire.ts'

/** Faults in access tokens. */
export const accessTokensMutants: readonly Mutant[] = [
  {
    name: 'impersonation-scope-refused-as-parameter',
    says: 'An unknown scope of an impersonation token is refused as a parameter',
    caughtBy: 'access-tokens/impersonation-scopes',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /users/:user_id/impersonation_tokens') && reply.status === 400
        ? withJson(reply, { error: 'scopes does not have a valid value' })
        : reply
    },
  },

  {
    name: 'group-deploy-tokens-as-unknown',
    says: 'Maintainers who create a deploy token of a group are asked to sign in',
    caughtBy: 'access-tokens/group-deploy-token-rights',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /groups/:id/deploy_tokens') && reply.status === 403
      return refused ? { ...withJson(reply, { message: '401 Unauthorized' }), status: 401 } : reply
    },
  },
  {
    name: 'revoked-tokens-still-work',
    says: 'A revoked personal access token still authenticates its user',
    caughtBy: 'access-tokens/rotate-and-revoke',
    fault: async (request, next) =>
      calls(request, 'DELETE /personal_access_tokens/:id')
        ? { status: 204, headers: {}, body: '' }
        : next(request),
  },
  {
    name: 'deploy-tokens-ask-to-sign-in',
    says: 'Who asks for the deploy tokens of an open project without credentials is asked to sign in',
    caughtBy: 'access-tokens/deploy-tokens-anonymous',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /projects/:id/deploy_tokens') && reply.status === 403
      return refused ? { ...withJson(reply, { message: '401 Unauthorized' }), status: 401 } : reply
    },
  },
  {
    name: 'token-of-others-unauthorized',
    says: 'Revoking the token of another user asks for other credentials',
    caughtBy: 'access-tokens/revoked-by-owner',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'DELETE /personal_access_tokens/:id') && reply.status === 400
      return refused ? { ...withJson(reply, { message: '401 Unauthorized' }), status: 401 } : reply
    },
  },
  {
    name: 'own-token-by-wide-scope-alone',
    says: 'A token without the scope of reading does not show itself',
    caughtBy: 'access-tokens/self-of-project',
    fault: async (request, next) => {
      const reply = await next(request)
      const narrow = reply.status === 200 && !reply.body.includes('api"')
      return narrow && calls(request, 'GET /personal_access_tokens/self')
        ? withJson({ ...reply, status: 404 }, { message: '404 Not found' })
        : reply
    },
  },
  {
    name: 'service-accounts-not-listed',
    says: 'The service accounts of a group are not listed',
    caughtBy: 'access-tokens/group-service-accounts',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/service_accounts') && reply.status === 200
        ? withJson(reply, [])
        : reply
    },
  },
  rowsChanged(
    'rotated-token-active',
    'A project access token that was rotated is still shown as active',
    'access-tokens/lifecycle',
    ['GET /projects/:id/access_tokens'],
    (row) => ({ ...row, active: true }),
  ),
  {
    name: 'access-tokens-shown-to-all',
    says: 'A personal access token is shown to everybody',
    caughtBy: 'access-tokens/shown-to-owner',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'GET /personal_access_tokens/:id') ? as(request, credentials.admin) : request),
  },
  {
    name: 'later-scopes-unknown',
    says: 'The scope `manage_runner` is refused as unknown',
    caughtBy: 'access-tokens/later-scopes',
    release: '18.9',
    fault: async (request, next) =>
      calls(request, 'POST /projects/:id/access_tokens') &&
      JSON.stringify(paramsOf(request)).includes('manage_runner')
        ? { status: 400, headers: {}, body: '{"error":"scopes does not have a valid value"}' }
        : next(request),
  },
  {
    name: 'self-rotation-keeps-the-old',
    says: 'A token that rotated itself still works',
    caughtBy: 'access-tokens/rotates-itself',
    release: '18.9',
    fault: async (request, next) =>
      calls(request, 'POST /personal_access_tokens/self/rotate')
        ? { ...(await next({ ...request, method: 'GET', url: request.url.replace('/rotate', '') })) }
        : next(request),
  },
  {
    name: 'associations-oldest-first',
    says: 'The groups that a token reaches are listed, the oldest first',
    caughtBy: 'access-tokens/associations',
    release: '18.9',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /personal_access_tokens/self/associations')) return reply
      const body = parseJson(reply.body)
      return isRow(body) && isRows(body.groups)
        ? withJson(reply, { ...body, groups: [...body.groups].reverse() })
        : reply
    },
  },
  {
    name: 'rotation-day-ignored',
    says: 'A rotated token ends in a week, whatever day is sent',
    caughtBy: 'access-tokens/rotated-until',
    release: '18.9',
    fault: async (request, next) =>
      next(
        calls(request, 'POST /projects/:id/access_tokens/:token_id/rotate')
          ? withParams(request, (params) => withoutParam(params, 'expires_at'))
          : request,
      ),
  },
]
