import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const ISSUE = '/projects/:id/issues/:issue_iid'

/** Faults in becoming a member, in forks, and in what people are told of themselves. */
export const joiningMutants: readonly Mutant[] = [
  {
    name: 'access-granted-to-reporters',
    says: 'Whoever is granted access without a level becomes a Reporter',
    caughtBy: 'joining/access-granted',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id/access_requests/:user_id/approve')
          ? withParams(request, (params) => ({ access_level: 20, ...params }))
          : request,
      ),
  },
  {
    name: 'access-wishes-stay',
    says: 'A wish to become a member is still told of when it was refused',
    caughtBy: 'joining/access-denied',
    fault: async (request, next) => {
      const denies = ['projects', 'groups'].some((kind) =>
        calls(request, `DELETE /${kind}/:id/access_requests/:user_id`),
      )
      if (!denies) return next(request)
      const reply = await next({ ...request, method: 'GET', url: request.url.replace(/\/\d+$/, '') })
      return reply.status === 200 && rowsOf(reply).length > 0
        ? { ...reply, status: 204, body: '' }
        : next(request)
    },
  },
  {
    name: 'invitations-above-forgotten',
    says: 'Groups that are invited into a group above a project are left out',
    caughtBy: 'joining/invited-groups',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'GET /projects/:id/invited_groups') && reply.status === 200
      return asked ? withJson(reply, rowsOf(reply).slice(0, 1)) : reply
    },
  },
  {
    name: 'groups-share-nothing',
    says: 'A group is said to have no projects shared with it',
    caughtBy: 'joining/shared-projects',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/projects/shared') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'forks-of-forks-again',
    says: 'A fork is said to have become one of another project once more',
    caughtBy: 'joining/fork-relation',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, 'POST /projects/:id/fork/:forked_from_id') && reply.status === 409
      return again ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'moved-issues-stay-open',
    says: 'An issue that was moved is still open where it was',
    caughtBy: 'joining/issue-moved',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${ISSUE}`)) return reply
      return withRows(reply, (row) => ({ ...row, state: 'opened' }))
    },
  },
  {
    name: 'issues-move-anywhere',
    says: 'An issue moves to where it is',
    caughtBy: 'joining/issue-stays',
    fault: async (request, next) => {
      const reply = await next(request)
      const stays = calls(request, `POST ${ISSUE}/move`) && reply.body.includes('originates from')
      return stays ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'clones-repeat-everything',
    says: 'A clone of an issue always takes along what was said',
    caughtBy: 'joining/issue-cloned',
    fault: (request, next) =>
      next(
        calls(request, `POST ${ISSUE}/clone`)
          ? withParams(request, (params) => ({ ...params, with_notes: true }))
          : request,
      ),
  },
  {
    name: 'starrers-never-leave',
    says: 'Nobody is told of as having starred a project',
    caughtBy: 'joining/starred',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/starrers') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'contributions-of-whoever-asks',
    says: 'What somebody contributed to is what the caller did',
    caughtBy: 'joining/contributed',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /users/:user_id/contributed_projects') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'preferences-forgotten',
    says: 'What the caller preferred before is forgotten when something else is said',
    caughtBy: 'joining/preferences',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /user/preferences')
          ? withParams(request, (params) => ({
              view_diffs_file_by_file: true,
              show_whitespace_in_diffs: false,
              ...params,
            }))
          : request,
      ),
  },
  {
    name: 'counts-of-closed-issues',
    says: 'What waits for the caller is counted once and for all',
    caughtBy: 'joining/counts',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /user_counts')) return reply
      return withRows(reply, (row) => ({ ...row, assigned_issues: 0 }))
    },
  },
  {
    name: 'activities-of-all-times',
    says: 'The day from which activities are wished for is ignored',
    caughtBy: 'joining/activities',
    fault: (request, next) =>
      next(calls(request, 'GET /user/activities') ? without(request, (name) => name === 'from') : request),
  },
]
