import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, withParams, withRows } from './wire.ts'

const LINKS = '/projects/:id/issues/:issue_iid/links'
const NOTIFICATIONS = '/projects/:id/notification_settings'

/** Faults in what is linked, reacted to and chosen. */
export const choiceMutants: readonly Mutant[] = [
  {
    name: 'links-from-one-side',
    says: 'A link says the same from both of its ends',
    caughtBy: 'issue-links/both-ways',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${LINKS}`) || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) =>
          row.link_type === 'is_blocked_by' ? { ...row, link_type: 'blocks' } : row,
        ),
      )
    },
  },
  {
    name: 'links-twice',
    says: 'Issues that are linked are answered as if they were linked anew',
    caughtBy: 'issue-links/once',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${LINKS}`) && reply.status === 409 ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'links-to-secrets',
    says: 'Confidential issues are opened by linking them',
    caughtBy: 'issue-links/secrets',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, (params) => ({ ...params, confidential: false }))
          : request,
      ),
  },
  {
    name: 'participants-without-comments',
    says: 'Only the first two who take part in an issue are told of',
    caughtBy: 'issue-links/participants',
    fault: async (request, next) => {
      const reply = await next(request)
      const wanted = calls(request, 'GET /projects/:id/issues/:issue_iid/participants')
      return wanted && reply.status === 200 ? withJson(reply, rowsOf(reply).slice(0, 2)) : reply
    },
  },
  {
    name: 'awards-of-the-issue',
    says: 'Reactions to a comment are told of as reactions to its issue',
    caughtBy: 'issue-links/awards-on-comments',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /projects/:id/issues/:issue_iid/notes/:note_id/award_emoji')) return reply
      return reply.status === 201 ? withRows(reply, (row) => ({ ...row, awardable_type: 'Issue' })) : reply
    },
  },
  {
    name: 'notifications-always-in-detail',
    says: 'The events are told of whatever the level',
    caughtBy: 'notifications/levels',
    fault: async (request, next) => {
      const reply = await next(request)
      const wanted = calls(request, `GET ${NOTIFICATIONS}`) || calls(request, `PUT ${NOTIFICATIONS}`)
      return wanted && reply.status === 200 ? withRows(reply, (row) => ({ events: {}, ...row })) : reply
    },
  },
  {
    name: 'notifications-of-any-level',
    says: 'A level that nobody knows is taken for the usual one',
    caughtBy: 'notifications/refusals',
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
    name: 'topics-merged-the-other-way',
    says: 'Of two topics that are merged the wrong one stays',
    caughtBy: 'topics/renamed',
    fault: (request, next) =>
      next(
        calls(request, 'POST /topics/merge')
          ? withParams(request, (params) => ({
              source_topic_id: params.target_topic_id ?? null,
              target_topic_id: params.source_topic_id ?? null,
            }))
          : request,
      ),
  },
  {
    name: 'broadcasts-never-active',
    says: 'A message to everybody is never shown',
    caughtBy: 'broadcasts/life',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /broadcast_messages') || reply.status !== 201) return reply
      return withRows(reply, (row) => ({ ...row, active: false }))
    },
  },
  {
    name: 'licences-with-gaps',
    says: 'Nobody is written into a licence',
    caughtBy: 'templates/licences',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /templates/licenses/:name') || reply.status !== 200) return reply
      return withRows(reply, (row) => ({
        ...row,
        content: String(row.content).replace('Nobody In Particular', '[fullname]'),
      }))
    },
  },
  {
    name: 'templates-with-endings',
    says: 'Templates of descriptions are called by the whole name of their file',
    caughtBy: 'templates/descriptions',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/templates/:type') || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) => ({ ...row, name: `${row.name}.md` })),
      )
    },
  },
]
