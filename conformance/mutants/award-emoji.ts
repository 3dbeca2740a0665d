import type { Mutant } from './mutant.ts'
import { calls, withJson, withParams, withRows } from './wire.ts'

const ISSUE = '/projects/:id/issues/:issue_iid'

const SNIPPET = '/projects/:id/snippets/:noteable_id'

/** Faults in award emoji. */
export const awardEmojiMutants: readonly Mutant[] = [
  {
    name: 'anonymous-reaction-unauthorized',
    says: 'Who reacts without credentials is asked to sign in',
    caughtBy: 'award-emoji/anonymous',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `POST ${ISSUE}/award_emoji`) && reply.status === 404
      return refused ? { ...withJson(reply, { message: '401 Unauthorized' }), status: 401 } : reply
    },
  },
  {
    name: 'unread-issue-without-reactions',
    says: 'Reactions to an issue that the caller does not see are refused as the issue itself',
    caughtBy: 'award-emoji/unread',
    fault: async (request, next) => {
      const reply = await next(request)
      const missing = calls(request, `GET ${ISSUE}/award_emoji`) && reply.status === 404
      return missing ? withJson(reply, { message: '404 Not found' }) : reply
    },
  },
  {
    name: 'any-word-is-an-emoji',
    says: 'A reaction may have any word for its name',
    caughtBy: 'award-emoji/names',
    fault: async (request, next) =>
      next(
        calls(request, `POST ${ISSUE}/award_emoji`)
          ? withParams(request, ({ name, ...params }) => ({
              ...params,
              name: name === 'no_such_emoji' ? 'rocket' : (name ?? null),
            }))
          : request,
      ),
  },
  {
    name: 'note-reaction-shown-as-issue-reaction',
    says: 'A reaction to a note is shown as a reaction to its issue',
    caughtBy: 'award-emoji/of-notes',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /projects/:id/issues/:issue_iid/notes/:note_id/award_emoji')) return reply
      return reply.status === 201 ? withRows(reply, (row) => ({ ...row, awardable_type: 'Issue' })) : reply
    },
  },
  {
    name: 'missing-snippet-named',
    says: 'Reactions to a snippet that is not there are refused as those that look for the snippet itself',
    caughtBy: 'award-emoji/no-snippet',
    fault: async (request, next) => {
      const reply = await next(request)
      const missing = calls(request, `GET ${SNIPPET}/award_emoji`) && reply.status === 404
      return missing ? withJson(reply, { message: '404 Snippet Not Found' }) : reply
    },
  },
  {
    name: 'epic-without-votes',
    says: 'An epic counts no reactions',
    caughtBy: 'award-emoji/of-epics',
    fault: async (request, next) => {
      const reply = await next(request)
      const shown = calls(request, 'GET /groups/:id/epics/:epic_iid') && reply.status === 200
      return shown ? withRows(reply, (row) => ({ ...row, upvotes: 0 })) : reply
    },
  },
  {
    name: 'snippet-reaction-twice',
    says: 'A second reaction to a snippet with the same emoji answers 201',
    caughtBy: 'award-emoji/of-snippets',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, `POST ${SNIPPET}/award_emoji`) && reply.status === 404
      return again ? { ...reply, status: 201 } : reply
    },
  },
]
