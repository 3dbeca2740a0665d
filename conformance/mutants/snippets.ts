import type { Mutant } from './mutant.ts'
import { calls, withJson, withParams, withRows } from './wire.ts'

const SNIPPETS = '/projects/:id/snippets'

/** Faults in snippets. */
export const snippetsMutants: readonly Mutant[] = [
  {
    name: 'snippet-reference-as-file',
    says: 'A ref that a snippet does not have is told as a missing file',
    caughtBy: 'snippets/unknown-reference',
    fault: async (request, next) => {
      const reply = await next(request)
      const raw = calls(request, `GET ${SNIPPETS}/:snippet_id/files/:ref/:file_path/raw`)
      return raw && reply.status === 404 ? withJson(reply, { message: '404 File Not Found' }) : reply
    },
  },
  {
    name: 'snippet-content-resets-file-name',
    says: "An update of a snippet's content resets its file name",
    caughtBy: 'snippets/life',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${SNIPPETS}/:snippet_id`) || reply.status !== 200) return reply
      return withRows(reply, (row) => ({ ...row, file_name: 'snippetfile1.txt' }))
    },
  },
  {
    name: 'snippet-file-copied-on-move',
    says: 'A file that is moved within a snippet also stays where it was',
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
    name: 'snippet-deletion-404-for-readers',
    says: 'Deleting a snippet answers 404 instead of 403 to members who may read it',
    caughtBy: 'snippets/owners',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `DELETE ${SNIPPETS}/:snippet_id`) && reply.status === 403
      return refused ? { ...reply, status: 404 } : reply
    },
  },
  {
    name: 'snippet-content-without-file-name',
    says: 'A snippet with `content` and no `file_name` is created',
    caughtBy: 'snippets/create-refused',
    fault: (request, next) =>
      next(
        calls(request, `POST ${SNIPPETS}`)
          ? withParams(request, (params) =>
              'content' in params && !('file_name' in params) ? { ...params, file_name: '' } : params,
            )
          : request,
      ),
  },
  {
    name: 'snippet-path-outside-accepted',
    says: 'A snippet with a file path outside of the snippet is created',
    caughtBy: 'snippets/create-refused',
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
]
