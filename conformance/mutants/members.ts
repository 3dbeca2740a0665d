import { textOf } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import { calls, rowsChanged, withJson, without, withParams } from './wire.ts'

/** Faults in members. */
export const membersMutants: readonly Mutant[] = [
  {
    name: 'members-only-first-added',
    says: 'Of several users that are added at once only the first becomes a member',
    caughtBy: 'members/several',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/members')
          ? withParams(request, ({ user_id, ...params }) => ({
              ...params,
              user_id: String(user_id).replace(/,.*/, ','),
            }))
          : request,
      ),
  },
  {
    name: 'members-told-to-anonymous',
    says: 'Anonymous callers get an empty list of members',
    caughtBy: 'members/sign-in',
    fault: async (request, next) => {
      const reply = await next(request)
      const listed = calls(request, 'GET /projects/:id/members') && reply.status === 401
      return listed ? withJson({ ...reply, status: 200 }, []) : reply
    },
  },

  {
    name: 'invitation-twice-kept',
    says: 'A second invitation of the same address answers success and changes nothing',
    caughtBy: 'members/invitations',
    fault: (request, next) => {
      const again = calls(request, 'POST /projects/:id/invitations')
      return next(
        again
          ? withParams(request, ({ access_level: _, ...params }) => ({ ...params, access_level: 30 }))
          : request,
      )
    },
  },
  {
    name: 'invitation-end-passed-accepted',
    says: 'An invitation that has ended already answers success',
    caughtBy: 'members/invitations',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/invitations') && reply.status === 201
        ? withJson(reply, { status: 'success' })
        : reply
    },
  },
  {
    name: 'members-take-bots',
    says: 'The bot of a token is added to another project',
    caughtBy: 'members/bots',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/members') && textOf(reply.body).includes('project bots')
        ? { ...withJson(reply, { status: 'success' }), status: 201 }
        : reply
    },
  },
  {
    name: 'members-keep-levels-when-invited',
    says: 'An invitation of a member changes nothing',
    caughtBy: 'members/invited-member',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/invitations')
          ? withParams(request, (params) => ({ ...params, access_level: 20 }))
          : request,
      ),
  },
  {
    name: 'members-leave-all-below',
    says: 'Who is removed from a group always leaves what is below it',
    caughtBy: 'members/kept-below',
    fault: (request, next) =>
      next(
        calls(request, 'DELETE /groups/:id/members/:user_id')
          ? without(request, (name) => name === 'skip_subresources')
          : request,
      ),
  },
  rowsChanged(
    'members-without-seat-info',
    'The list of members never tells who takes a seat',
    'members/seat-info',
    ['GET /projects/:id/members/all'],
    ({ is_using_seat: _, ...row }) => row,
  ),
  askedOtherwise(
    'members-keep-roles',
    'A role of its own is never taken from a member',
    'members/custom-role',
    'PUT /groups/:id/members/:user_id',
    ({ member_role_id: _, ...params }) => params,
  ),
  {
    name: 'members-import-from-same-project',
    says: 'Importing members from the same project answers 201',
    caughtBy: 'members/import',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed =
        calls(request, 'POST /projects/:id/import_project_members/:project_id') && reply.status === 422
      return noticed ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'members-of-other-domains-hidden',
    says: 'A user of a domain that a group does not allow is refused as unknown',
    caughtBy: 'members/email-domains',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /groups/:id/members') && reply.status === 400
        ? { ...withJson(reply, { message: '404 User Not Found' }), status: 404 }
        : reply
    },
  },
  {
    name: 'members-inherited-as-own',
    says: 'A member of the group above is shown as one of the project itself',
    caughtBy: 'members/inherited-member',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/members/:user_id')
          ? { ...request, url: request.url.replace('/members/', '/members/all/') }
          : request,
      ),
  },
]

/** Calls of this operation with other parameters. */
function askedOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operation: string,
  change: Parameters<typeof withParams>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: (request, next) => next(calls(request, operation) ? withParams(request, change) : request),
  }
}
