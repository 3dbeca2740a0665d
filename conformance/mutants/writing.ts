import type { Mutant } from './mutant.ts'
import { as, calls, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const WIKIS = '/projects/:id/wikis'
const SNIPPETS = '/projects/:id/snippets'

/** Faults in wikis and snippets. */
const DRAFTS = '/projects/:id/merge_requests/:merge_request_iid/draft_notes'
const SNIPPET = '/projects/:id/snippets/:noteable_id'

export const writingMutants: readonly Mutant[] = [
  {
    name: 'wikis-out-of-their-folder',
    says: 'A page that is given a new title leaves its folder',
    caughtBy: 'wikis/life',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${WIKIS}/:slug`)
          ? withParams(request, (params) =>
              typeof params.title === 'string' ? { ...params, title: `/${params.title}` } : params,
            )
          : request,
      ),
  },
  {
    name: 'wikis-always-whole',
    says: 'The list of pages tells what they say whether it is asked for or not',
    caughtBy: 'wikis/list',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${WIKIS}`) || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) => ({ content: '', ...row })),
      )
    },
  },
  {
    name: 'wikis-of-groups-kept',
    says: 'Deleting a page of the wiki of a group is answered without happening',
    caughtBy: 'wikis/of-a-group',
    fault: async (request, next) => {
      const deletes = calls(request, 'DELETE /groups/:id/wikis/:slug')
      const reply = await next(deletes ? { ...request, method: 'GET' } : request)
      return deletes && reply.status === 200 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'wikis-of-any-format',
    says: 'A page in a format that nobody knows becomes one in Markdown',
    caughtBy: 'wikis/refusals',
    fault: (request, next) =>
      next(
        calls(request, `POST ${WIKIS}`)
          ? withParams(request, (params) => ({ ...params, format: 'markdown' }))
          : request,
      ),
  },
  {
    name: 'wikis-twins-kept',
    says: 'A second page of a path is answered as if it were written',
    caughtBy: 'wikis/twins',
    fault: async (request, next) => {
      const reply = await next(request)
      const twin = calls(request, `POST ${WIKIS}`) && reply.body.includes('already exists')
      return twin ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'snippets-named-anew',
    says: 'New content without a name takes the name of the file away',
    caughtBy: 'snippets/life',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${SNIPPETS}/:snippet_id`) || reply.status !== 200) return reply
      return withRows(reply, (row) => ({ ...row, file_name: 'snippetfile1.txt' }))
    },
  },
  {
    name: 'snippets-moved-by-copying',
    says: 'A file that is moved stays where it was as well',
    caughtBy: 'snippets/files',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${SNIPPETS}/:snippet_id`)
          ? withParams(request, (params) => {
              const [file] = Array.isArray(params.files) ? params.files : []
              const moves = typeof file === 'object' && file !== null && 'previous_path' in file
              const copy = moves ? { action: 'create', file_path: file.file_path ?? '', content: '0' } : file
              return moves ? { ...params, files: [copy ?? {}] } : params
            })
          : request,
      ),
  },
  {
    name: 'snippets-of-everybody',
    says: 'Whoever may read a snippet is told that its deletion was refused for want of it',
    caughtBy: 'snippets/owners',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `DELETE ${SNIPPETS}/:snippet_id`) && reply.status === 403
      return refused ? { ...reply, status: 404 } : reply
    },
  },
  {
    name: 'snippets-of-any-path',
    says: 'A file of a snippet may lie outside of it',
    caughtBy: 'snippets/shape',
    fault: (request, next) =>
      next(
        calls(request, `POST ${SNIPPETS}`)
          ? withParams(request, (params) =>
              JSON.stringify(params).includes('../')
                ? { ...params, files: [{ file_path: 'y', content: 'y' }] }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'drafts-of-everybody',
    says: 'Comments that are not published are told to everybody who asks for one',
    caughtBy: 'writing/draft-life',
    fault: (request, next, { credentials }) =>
      next(calls(request, `GET ${DRAFTS}`) ? as(request, credentials.owner) : request),
  },
  {
    name: 'drafts-answer-nobody',
    says: 'A comment that answers in a thread is published beside it',
    caughtBy: 'writing/drafts-published',
    fault: (request, next) =>
      next(
        calls(request, `POST ${DRAFTS}`)
          ? withParams(
              request,
              ({ in_reply_to_discussion_id: _, resolve_discussion: __, ...params }) => params,
            )
          : request,
      ),
  },
  {
    name: 'drafts-to-lost-threads',
    says: 'A comment is taken that answers in a thread which is not there',
    caughtBy: 'writing/draft-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const lost = calls(request, `POST ${DRAFTS}`) && reply.body.includes('cannot be found')
      return lost ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'snippet-notes-in-one-order',
    says: 'Comments on a snippet are listed in one order, whatever is wished for',
    caughtBy: 'writing/snippet-notes',
    fault: (request, next) =>
      next(calls(request, `GET ${SNIPPET}/notes`) ? without(request, (name) => name === 'sort') : request),
  },
  {
    name: 'snippets-starred-twice',
    says: 'A second reaction with the same emoji is answered as if it were given',
    caughtBy: 'writing/snippet-awards',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, `POST ${SNIPPET}/award_emoji`) && reply.status === 404
      return again ? { ...reply, status: 201 } : reply
    },
  },
]
