import type { Mutant } from './mutant.ts'
import { calls, given, without, withParams, withRows } from './wire.ts'

const archive = 'GET /projects/:id/repository/archive.tar'
const changelog = '/projects/:id/repository/changelog'

/** Faults in archives and changelogs. */
export const releaseMutants: readonly Mutant[] = [
  {
    name: 'archive-of-default',
    says: 'An archive is always of the default branch',
    caughtBy: 'repository/archive-of-ref',
    fault: (request, next) =>
      next(calls(request, archive) ? without(request, (name) => name === 'sha') : request),
  },
  {
    name: 'archive-of-all',
    says: 'The path of an archive is ignored',
    caughtBy: 'repository/archive-of-path',
    fault: (request, next) =>
      next(calls(request, archive) ? without(request, (name) => name === 'path') : request),
  },
  {
    name: 'archive-without-last-newlines',
    says: 'Text in an archive has other line breaks than its blob',
    caughtBy: 'repository/archive-holds-tree',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, archive) ? { ...reply, body: reply.body.replaceAll('two\n', 'two\r') } : reply
    },
  },
  {
    name: 'archive-of-any-ending',
    says: 'An unknown ending gives the usual format',
    caughtBy: 'repository/archive-endings',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace(/\/archive\.rar(?=\?|$)/, '/archive') }),
  },
  {
    name: 'changelog-with-begin',
    says: 'A changelog lists the commit where it begins',
    caughtBy: 'repository/changelog-range',
    fault: (request, next) => {
      const from = given(request, 'from')
      if (!calls(request, `GET ${changelog}`) || from === undefined) return next(request)
      return next({ ...request, url: request.url.replace(`from=${from}`, `from=${from}~1`) })
    },
  },
  {
    name: 'changelog-with-reverted',
    says: 'A reverted commit stays in the changelog',
    caughtBy: 'repository/changelog-reverts',
    fault: (request, next) =>
      next(
        withParams(request, (params) => {
          const { commit_message: text } = params
          return typeof text === 'string'
            ? { ...params, commit_message: text.replace('This reverts', 'It reverts') }
            : params
        }),
      ),
  },
  {
    name: 'changelog-trailer-ignored',
    says: 'A changelog always looks at the usual trailer',
    caughtBy: 'repository/changelog-trailer',
    fault: (request, next) =>
      next(calls(request, `GET ${changelog}`) ? without(request, (name) => name === 'trailer') : request),
  },
  {
    name: 'changelog-oldest-first',
    says: 'Within a category the oldest change comes first',
    caughtBy: 'repository/changelog-notes',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${changelog}`)) return reply
      return withRows(reply, (row) => ({
        ...row,
        notes: String(row.notes).replaceAll(/(?:^- .*\n)+/gm, (list) =>
          list.trimEnd().split('\n').reverse().concat('').join('\n'),
        ),
      }))
    },
  },
  {
    name: 'changelog-elsewhere',
    says: 'A changelog is always written into the usual file',
    caughtBy: 'repository/changelog-written',
    fault: (request, next) =>
      next(
        calls(request, `POST ${changelog}`)
          ? withParams(request, ({ file: _file, ...rest }) => rest)
          : request,
      ),
  },
]
