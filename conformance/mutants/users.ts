import type { Mutant } from './mutant.ts'
import { calls, paramsOf, rowsChanged, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const NOTIFICATIONS = '/projects/:id/notification_settings'

const LIST = 'GET /projects/:id/events'

/** Faults in users. */
export const usersMutants: readonly Mutant[] = [
  rowsChanged(
    'wiki-pages-opened',
    'The event of a new wiki page says that it was opened',
    'users/events-of-wiki-pages',
    [LIST],
    (row) =>
      row.target_type === 'WikiPage::Meta' && row.action_name === 'created'
        ? { ...row, action_name: 'opened' }
        : row,
  ),

  {
    name: 'weak-passwords-taken',
    says: 'A password that is easily guessed is taken',
    caughtBy: 'users/weak-passwords',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /users/:id')
          ? withParams(request, ({ password, ...params }) =>
              password === undefined ? params : { ...params, password: 'Turnip-89-violin' },
            )
          : request,
      ),
  },
  {
    name: 'two-factor-of-nobody-disabled',
    says: 'Disabling a second factor that a user does not have answers 204',
    caughtBy: 'users/disable-two-factor',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'PATCH /users/:id/disable_two_factor') && reply.status === 400
      return refused ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'status-of-any-emoji',
    says: 'A status takes what is no name of an emoji',
    caughtBy: 'users/status-refused',
    fault: (request, next) =>
      next(
        calls(request, 'PATCH /user/status')
          ? withParams(request, (params) =>
              params.emoji === undefined ? params : { ...params, emoji: 'star' },
            )
          : request,
      ),
  },

  {
    name: 'identities-told-to-everybody',
    says: 'Users are listed by an identity for everybody',
    caughtBy: 'users/list-for-administrators',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /users') && reply.status === 403
        ? withJson({ ...reply, status: 200 }, [])
        : reply
    },
  },
  {
    name: 'found-users-latest-first',
    says: 'Users that a search finds are ordered by id, whatever matches',
    caughtBy: 'users/search-order',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /users') && reply.status === 200
        ? withJson(
            reply,
            rowsOf(reply).toSorted((a, b) => Number(b.id) - Number(a.id)),
          )
        : reply
    },
  },
  {
    name: 'mail-address-changed-at-once',
    says: 'A new mail address of a user counts without its confirmation',
    caughtBy: 'users/update-edges',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /users/:id')
          ? withParams(request, (params) => ({ ...params, skip_reconfirmation: true }))
          : request,
      ),
  },
  {
    name: 'private-followers-listed',
    says: 'The followers of a private profile are an empty list to others',
    caughtBy: 'users/followers',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /users/:id/followers') && reply.status === 404
        ? withJson({ ...reply, status: 200 }, [])
        : reply
    },
  },
  {
    name: 'association-counts-hidden',
    says: 'The counts of what somebody else has answer 404',
    caughtBy: 'users/approve-rights',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /users/:id/associations_count') && reply.status === 403
        ? withJson({ ...reply, status: 404 }, { message: '404 User Not Found' })
        : reply
    },
  },
  {
    name: 'active-user-deactivated',
    says: 'Somebody who was just active is deactivated',
    caughtBy: 'users/deactivate-active',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /users/:id/deactivate') && reply.status === 403
        ? withJson({ ...reply, status: 201 }, true)
        : reply
    },
  },
  {
    name: 'users-with-projects-listed',
    says: '`without_projects` is ignored in lists of users',
    caughtBy: 'users/list-filters',
    fault: (request, next) =>
      next(calls(request, 'GET /users') ? without(request, (name) => name === 'without_projects') : request),
  },
  {
    name: 'auditor-writes',
    says: 'An auditor creates milestones in any project',
    caughtBy: 'users/auditors',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/milestones') && reply.status === 403
        ? withJson({ ...reply, status: 201 }, { id: 1, title: 'Audited' })
        : reply
    },
  },
  rowsChanged(
    'highest-role-missing',
    'The page of a user has no highest role',
    'users/details',
    ['GET /users/:id'],
    ({ highest_role: _, ...row }) => row,
  ),
  rowsChanged(
    'seat-for-everybody',
    'Every user takes a seat of the licence',
    'users/license-seat',
    ['GET /users/:id', 'POST /users'],
    (row) => ('using_license_seat' in row ? { ...row, using_license_seat: true } : row),
  ),
  {
    name: 'external-user-with-projects',
    says: 'A user who becomes external keeps the limit of projects that is sent',
    caughtBy: 'users/external-rights',
    fault: async (request, next) => {
      const reply = await next(request)
      const { external, projects_limit: limit } = paramsOf(request)
      return calls(request, 'PUT /users/:id') && external === true && typeof limit === 'number'
        ? withRows(reply, (row) => ({ ...row, projects_limit: limit }))
        : reply
    },
  },
  {
    name: 'user-blocked-twice',
    says: 'Blocking a user who is blocked already answers `true`',
    caughtBy: 'users/block-and-ban',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /users/:id/block') && reply.status === 201 ? withJson(reply, true) : reply
    },
  },
  {
    name: 'user-ban-without-effect',
    says: 'Banning a user answers success without banning the user',
    caughtBy: 'users/block-and-ban',
    fault: async (request, next) =>
      calls(request, 'POST /users/:id/ban')
        ? { status: 201, headers: { 'content-type': 'application/json' }, body: 'true' }
        : next(request),
  },
  {
    name: 'deleted-user-still-readable',
    says: 'A deleted user is still readable',
    caughtBy: 'users/deleted-is-gone',
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
    name: 'user-update-clears-bio',
    says: 'An update of a user that sends no bio clears the bio and resets the projects limit',
    caughtBy: 'users/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /users/:id')
          ? withParams(request, (params) => ({ bio: '', projects_limit: 1, ...params }))
          : request,
      ),
  },
  {
    name: 'notification-events-for-every-level',
    says: 'Notification settings show the events for every level',
    caughtBy: 'users/notification-levels',
    fault: async (request, next) => {
      const reply = await next(request)
      const wanted = calls(request, `GET ${NOTIFICATIONS}`) || calls(request, `PUT ${NOTIFICATIONS}`)
      return wanted && reply.status === 200 ? withRows(reply, (row) => ({ events: {}, ...row })) : reply
    },
  },
  {
    name: 'notification-level-unknown-accepted',
    says: 'An unknown notification level is accepted',
    caughtBy: 'users/notification-level-unknown',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${NOTIFICATIONS}`)
          ? withParams(request, (params) => ({
              ...params,
              level: params.level === 'loud' ? 'watch' : (params.level ?? null),
            }))
          : request,
      ),
  },
  {
    name: 'events-ignore-sort',
    says: 'The list of events ignores `sort`',
    caughtBy: 'users/events-of-issues',
    fault: (request, next) =>
      next(calls(request, LIST) ? without(request, (name) => name === 'sort') : request),
  },
  {
    name: 'push-events-without-data',
    says: 'Push events have an empty `push_data`',
    caughtBy: 'users/events-of-pushes',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, LIST) || reply.status !== 200) return reply
      return withRows(reply, ({ push_data: _, ...row }) => ({ ...row, push_data: {} }))
    },
  },
  {
    name: 'events-ignore-target-type',
    says: 'The list of events ignores `target_type`',
    caughtBy: 'users/event-filters',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, LIST) || !request.url.includes('merge_request')) return reply
      return withJson(reply, [...rowsOf(reply), { id: 1, action_name: 'opened' }])
    },
  },
  {
    name: 'confidential-issue-events-visible',
    says: 'Issues that are created as confidential are visible to every member, and so are their events',
    caughtBy: 'users/events-of-confidential-issues',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, (params) => ({ ...params, confidential: false }))
          : request,
      ),
  },
  {
    name: 'preferences-reset-on-change',
    says: 'An update of preferences resets those that are not sent',
    caughtBy: 'users/preferences',
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
    name: 'user-counts-always-zero',
    says: 'The counts of the caller never include an assigned issue',
    caughtBy: 'users/counts',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /user_counts')) return reply
      return withRows(reply, (row) => ({ ...row, assigned_issues: 0 }))
    },
  },
  {
    name: 'activities-ignore-from',
    says: 'The list of activities ignores `from`',
    caughtBy: 'users/activities',
    fault: (request, next) =>
      next(calls(request, 'GET /user/activities') ? without(request, (name) => name === 'from') : request),
  },
  {
    name: 'user-name-as-bad-id',
    says: 'A username in place of an id answers 400',
    caughtBy: 'users/digits',
    fault: async (request, next) => {
      const reply = await next(request)
      const unrouted = calls(request, 'GET /users/:id') && reply.body.includes('"error":"404 Not Found"')
      return unrouted ? withJson({ ...reply, status: 400 }, { error: 'id is invalid' }) : reply
    },
  },

  {
    name: 'users-cursor-ignored',
    says: 'A cursor leads to the first users again',
    caughtBy: 'users/keyset',
    release: '18.9',
    fault: (request, next) =>
      next(
        calls(request, 'GET /users')
          ? { ...request, url: request.url.replace(/[?&]cursor=[^&]*/, '') }
          : request,
      ),
  },
]
