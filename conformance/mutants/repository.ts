import { isRow, isRows, parseJson } from '../kit/json.ts'
import { textOf } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  pathOf,
  rowOf,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withoutParam,
  withParams,
  withRows,
} from './wire.ts'

const changelog = 'POST /projects/:id/repository/changelog'

const archive = 'GET /projects/:id/repository/archive.tar'

const zip = 'GET /projects/:id/repository/archive.zip'

const CHANGELOG = '/projects/:id/repository/changelog'

const tree = 'GET /projects/:id/repository/tree'

const compare = 'GET /projects/:id/repository/compare'

const base = 'GET /projects/:id/repository/merge_base'

/** Faults in repository. */
export const repositoryMutants: readonly Mutant[] = [
  {
    name: 'changelog-message-without-v',
    says: 'The default message of a changelog names the version without its `v`',
    caughtBy: 'repository/changelog-defaults',
    fault: (request, next) =>
      next(
        calls(request, changelog)
          ? withParams(request, (params) => ({
              message: `Add changelog for version ${String(params.version).replace(/^v/, '')}`,
              ...params,
            }))
          : request,
      ),
  },
  {
    name: 'fork-finds-any-blob',
    says: 'A fork finds every blob that was read anywhere',
    caughtBy: 'repository/objects-of-other-projects',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /projects/:id/fork')) memory.set(`fork ${rowOf(reply).id}`, 'yes')
      if (!calls(request, 'GET /projects/:id/repository/blobs/:sha')) return reply
      const [, project = '', sha = ''] = /projects\/(\d+)\/.*\/(\w+)$/.exec(pathOf(request.url)) ?? []
      if (reply.status === 200) memory.set(sha, textOf(reply.body))
      const body = memory.has(`fork ${project}`) ? memory.get(sha) : undefined
      return reply.status === 404 && body !== undefined ? { ...reply, status: 200, body } : reply
    },
  },
  {
    name: 'blob-etag-by-length',
    says: 'Blobs of the same length have the same ETag',
    caughtBy: 'repository/blobs-of-equal-length',
    fault: async (request, next) => {
      const isRaw = calls(request, 'GET /projects/:id/repository/blobs/:sha/raw')
      const reply = await next(request)
      if (!isRaw || reply.status !== 200) return reply
      const etag = `W/"${textOf(reply.body).length}"`
      const seen = request.headers['if-none-match'] === etag
      return { ...reply, ...(seen ? { status: 304, body: '' } : {}), headers: { ...reply.headers, etag } }
    },
  },
  {
    name: 'changelog-file-in-one-byte-letters',
    says: 'A changelog file loses the letters that are not ASCII',
    caughtBy: 'repository/changelog-characters',
    fault: async (request, next) => {
      const reply = await next(request)
      const isFile = calls(request, 'GET /projects/:id/repository/files/:file_path/raw')
      return isFile ? { ...reply, body: textOf(reply.body).replaceAll(/[^\n -~]/g, '?') } : reply
    },
  },
  {
    name: 'changelog-day-in-utc',
    says: 'The day of a changelog is that of its date in UTC',
    caughtBy: 'repository/changelog-heading',
    fault: (request, next) => {
      const date = given(request, 'date')
      if (!calls(request, 'GET /projects/:id/repository/changelog') || !date?.includes('T'))
        return next(request)
      const url = without(request, (name) => name === 'date').url
      return next({ ...request, url: `${url}&date=${encodeURIComponent(new Date(date).toISOString())}` })
    },
  },
  {
    name: 'changelog-credits-hidden-groups',
    says: 'A changelog credits members of groups that the caller does not see',
    caughtBy: 'repository/changelog-hidden-group',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /projects/:id/repository/changelog') ? as(request, credentials.owner) : request,
      ),
  },
  {
    name: 'changelog-category-in-any-case',
    says: 'Categories of a changelog are looked up without regard to case',
    caughtBy: 'repository/changelog-config',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/repository/changelog')) return reply
      return withRows(reply, (row) => ({
        ...row,
        notes: String(row.notes).replace('### Added', '### Features'),
      }))
    },
  },
  {
    name: 'raw-blob-without-byte-order-mark',
    says: 'The raw content of a blob lacks the byte order mark that it begins with',
    caughtBy: 'repository/blob-bytes',
    fault: async (request, next) => {
      const reply = await next(request)
      const isMarked =
        calls(request, 'GET /projects/:id/repository/blobs/:sha/raw') && reply.bytes?.[0] === 0xef
      return isMarked && reply.bytes ? { ...reply, bytes: reply.bytes.subarray(3) } : reply
    },
  },
  {
    name: 'archive-refused-to-pages',
    says: 'An archive is refused to pages that embed it in every dialect',
    caughtBy: 'repository/archive-embedded',
    fault: async (request, next) => {
      const reply = await next(request)
      const embedded = request.headers.accept?.startsWith('text/css') === true
      return embedded && calls(request, 'GET /projects/:id/repository/archive')
        ? { ...withJson(reply, { message: '406 Not Acceptable' }), status: 406 }
        : reply
    },
  },
  {
    name: 'raw-large-file-as-pointer',
    says: 'The raw content of a file of Git LFS is its pointer, whatever is asked for',
    caughtBy: 'repository/large-files',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/repository/files/:file_path/raw')
          ? without(request, (name) => name === 'lfs')
          : request,
      ),
  },
  {
    name: 'snapshot-empty',
    says: 'The snapshot of a repository is empty',
    caughtBy: 'repository/snapshot',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/snapshot') && reply.status === 200
        ? { ...reply, body: '', bytes: new Uint8Array() }
        : reply
    },
  },
  {
    name: 'submodule-any-path-accepted',
    says: 'Updating a path that is no submodule answers 200',
    caughtBy: 'repository/submodule-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed =
        calls(request, 'PUT /projects/:id/repository/submodules/:submodule') && reply.status === 400
      return noticed ? { ...reply, status: 200 } : reply
    },
  },
  {
    name: 'changelog-on-default-branch',
    says: 'A changelog is always written to the default branch',
    caughtBy: 'repository/changelog-branch',
    fault: (request, next) =>
      next(
        calls(request, changelog) ? withParams(request, (params) => withoutParam(params, 'branch')) : request,
      ),
  },
  {
    name: 'changelog-created',
    says: 'Writing a changelog answers 201',
    caughtBy: 'repository/changelog-write',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, changelog) && reply.status === 200 ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'changelog-by-developers',
    says: 'Developers write a changelog to a protected branch',
    caughtBy: 'repository/changelog-rights',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, changelog) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  {
    name: 'changelog-config-ignored',
    says: 'The parameter `config_file` of a changelog is ignored',
    caughtBy: 'repository/changelog-config',
    fault: (request, next) => next({ ...request, url: request.url.replace(/([?&])config_file=[^&]*/, '$1') }),
  },
  {
    name: 'archive-of-default-branch',
    says: 'An archive is always that of the default branch',
    caughtBy: 'repository/archive-ref',
    fault: (request, next) =>
      next(calls(request, archive) ? without(request, (name) => name === 'sha') : request),
  },
  {
    name: 'archive-path-ignored-by-zip',
    says: 'A zip file is of the whole repository, whatever path is asked for',
    caughtBy: 'repository/archive-path',
    fault: (request, next) => next(calls(request, zip) ? without(request, (it) => it === 'path') : request),
  },
  {
    name: 'archive-path-ignored',
    says: 'The path of an archive is ignored',
    caughtBy: 'repository/archive-path',
    fault: (request, next) =>
      next(calls(request, archive) ? without(request, (name) => name === 'path') : request),
  },
  {
    name: 'archive-with-other-line-breaks',
    says: 'Text in an archive has other line breaks than its blob',
    caughtBy: 'repository/archive-content',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, archive) ? { ...reply, body: reply.body.replaceAll('two\n', 'two\r') } : reply
    },
  },
  {
    name: 'archive-of-any-suffix',
    says: 'An unknown suffix answers an archive in the default format',
    caughtBy: 'repository/archive-suffix-unknown',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace(/\/archive\.rar(?=\?|$)/, '/archive') }),
  },
  {
    name: 'changelog-with-start',
    says: 'A changelog includes the commit in `from`',
    caughtBy: 'repository/changelog-range',
    fault: (request, next) => {
      const from = given(request, 'from')
      if (!calls(request, `GET ${CHANGELOG}`) || from === undefined) return next(request)
      return next({ ...request, url: request.url.replace(`from=${from}`, `from=${from}~1`) })
    },
  },
  {
    name: 'changelog-with-reverted',
    says: 'A changelog lists reverted commits',
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
    says: 'The parameter `trailer` of a changelog is ignored',
    caughtBy: 'repository/changelog-trailer',
    fault: (request, next) =>
      next(calls(request, `GET ${CHANGELOG}`) ? without(request, (name) => name === 'trailer') : request),
  },
  {
    name: 'changelog-oldest-first',
    says: 'Within a category of a changelog the oldest commit comes first',
    caughtBy: 'repository/changelog-notes',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${CHANGELOG}`)) return reply
      return withRows(reply, (row) => ({
        ...row,
        notes: String(row.notes).replaceAll(/(?:^- .*\n)+/gm, (list) =>
          list.trimEnd().split('\n').reverse().concat('').join('\n'),
        ),
      }))
    },
  },
  {
    name: 'changelog-file-ignored',
    says: 'A changelog is always written to `CHANGELOG.md`',
    caughtBy: 'repository/changelog-write',
    fault: (request, next) =>
      next(
        calls(request, `POST ${CHANGELOG}`)
          ? withParams(request, ({ file: _file, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'tree-ordered-by-path',
    says: 'A tree is ordered by path, with directories among the files',
    caughtBy: 'repository/tree-entries',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, tree) || reply.status !== 200) return reply
      const byPath = [...rowsOf(reply)].sort((a, b) => (String(a.path) < String(b.path) ? -1 : 1))
      return withJson(reply, byPath)
    },
  },
  {
    name: 'tree-ref-ignored',
    says: 'A tree is always that of the default branch',
    caughtBy: 'repository/tree-ref',
    fault: (request, next) =>
      next(calls(request, tree) ? without(request, (name) => name === 'ref') : request),
  },
  {
    name: 'tree-page-token-ignored',
    says: 'Every keyset page of a tree is the first one',
    caughtBy: 'repository/tree-keyset',
    fault: (request, next) =>
      next(calls(request, tree) ? without(request, (name) => name === 'page_token') : request),
  },
  {
    name: 'tree-path-missing-refused',
    says: 'The tree of a path that does not exist answers 404',
    caughtBy: 'repository/tree-path-missing',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, tree) && given(request, 'path') && reply.body === '[]'
        ? { ...withJson(reply, { message: '404 Tree Not Found' }), status: 404 }
        : reply
    },
  },
  {
    name: 'blob-without-last-newline',
    says: 'The content of a blob lacks the newline at its end',
    caughtBy: 'repository/blob-content',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/repository/blobs/:sha')) return reply
      return withRows(reply, (row) => ({
        ...row,
        content: btoa(atob(String(row.content)).replace(/\n$/, '')),
      }))
    },
  },
  {
    name: 'blobs-of-all-projects',
    says: 'A blob that was once read is found in every project',
    caughtBy: 'repository/objects-of-other-projects',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/repository/blobs/:sha')) return reply
      const id = pathOf(request.url).replace(/^.*\//, '')
      if (reply.status === 200) memory.set(id, reply.body)
      const remembered = memory.get(id)
      return remembered !== undefined && reply.body.includes('404 Blob')
        ? { ...reply, status: 200, body: remembered }
        : reply
    },
  },
  {
    name: 'raw-markup-as-html',
    says: 'Raw content with markup is sent as HTML',
    caughtBy: 'repository/raw-headers',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/repository/blobs/:sha/raw') && reply.body.includes('<')
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } }
        : reply
    },
  },
  {
    name: 'compare-newest-first',
    says: 'The commits of a comparison come newest first',
    caughtBy: 'repository/compare-commits',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, compare)) return reply
      return withRows(reply, (row) =>
        isRows(row.commits) ? { ...row, commits: [...row.commits].reverse() } : row,
      )
    },
  },
  {
    name: 'compare-always-straight',
    says: 'A comparison starts at `from` instead of at the merge base',
    caughtBy: 'repository/compare-commits',
    fault: (request, next) => {
      if (!calls(request, compare)) return next(request)
      const { url, ...rest } = without(request, (name) => name === 'straight')
      return next({ ...rest, url: `${url}&straight=true` })
    },
  },
  {
    name: 'diff-without-newline-marker',
    says: 'A diff does not mark the missing newline at the end of a file',
    caughtBy: 'repository/compare-diffs',
    fault: async (request, next) => {
      const reply = await next(request)
      const json = parseJson(reply.body)
      if (!calls(request, compare) || !isRow(json) || !isRows(json.diffs)) return reply
      const diffs = json.diffs.map((item) => ({
        ...item,
        diff: String(item.diff).replaceAll(/^\\.*\n/gm, ''),
      }))
      return withJson(reply, { ...json, diffs })
    },
  },
  {
    name: 'contributors-most-first',
    says: 'By default contributors with the most commits come first',
    caughtBy: 'repository/contributors',
    fault: (request, next) => {
      const plain =
        calls(request, 'GET /projects/:id/repository/contributors') && given(request, 'sort') === undefined
      const { url } = request
      return next(plain ? { ...request, url: `${url}${url.includes('?') ? '&' : '?'}sort=desc` } : request)
    },
  },
  {
    name: 'merge-base-of-two',
    says: 'A merge base takes only the first two refs into account',
    caughtBy: 'repository/merge-base',
    fault: (request, next) => {
      if (!calls(request, base)) return next(request)
      let seen = 0
      return next(without(request, (name) => name === 'refs[]' && ++seen > 2))
    },
  },
  {
    name: 'raw-bytes-as-text',
    says: 'Raw content that is no text is sent as if it were',
    caughtBy: 'repository/blob-bytes',
    fault: async (request, next) => {
      const reply = await next(request)
      const isRaw = calls(request, 'GET /projects/:id/repository/blobs/:sha/raw')
      return isRaw ? { ...reply, bytes: new TextEncoder().encode(reply.body) } : reply
    },
  },
  {
    name: 'compare-without-renames',
    says: 'A renamed file is shown as one that was changed',
    caughtBy: 'repository/special-diffs',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/repository/compare')
        ? { ...reply, body: reply.body.replaceAll('"renamed_file":true', '"renamed_file":false') }
        : reply
    },
  },
  {
    name: 'compare-stale',
    says: 'A comparison is answered from a cache by the names of its refs',
    caughtBy: 'repository/compare-never-out-of-date',
    fault: async (request, next, { memory }) => {
      if (!calls(request, 'GET /projects/:id/repository/compare')) return next(request)
      const reply = await next(request)
      const known = memory.get(request.url)
      if (reply.status !== 200) return reply
      if (known === undefined) memory.set(request.url, reply.body)
      return { ...reply, body: known ?? reply.body }
    },
  },
  {
    name: 'compare-limit-unsaid',
    says: 'A comparison that is cut does not tell so',
    caughtBy: 'repository/diff-limits',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/repository/compare')
        ? { ...reply, body: reply.body.replace('"compare_timeout":true', '"compare_timeout":false') }
        : reply
    },
  },
  {
    name: 'tree-recursive-by-word',
    says: '`recursive=1` is taken for false',
    caughtBy: 'repository/tree-recursive',
    fault: (request, next) =>
      next(given(request, 'recursive') === '1' ? without(request, (name) => name === 'recursive') : request),
  },
  {
    name: 'compare-parameters-before-right',
    says: 'Parameters of a comparison are checked before the right to read the code',
    caughtBy: 'repository/order-of-refusals',
    fault: async (request, next) => {
      const reply = await next(request)
      const incomplete = given(request, 'to') === undefined
      return calls(request, 'GET /projects/:id/repository/compare') && reply.status === 403 && incomplete
        ? { ...reply, status: 400, body: '{"error":"to is missing"}' }
        : reply
    },
  },
  {
    name: 'changelog-template-ignored',
    says: 'The template of a changelog is ignored',
    caughtBy: 'repository/changelog-template',
    fault: (request, next) => {
      const body = textOf(request.body ?? '')
      return next(
        body.includes('template: \\"')
          ? { ...request, body: body.replace(/template: \\".*?\\"\\n/, '') }
          : request,
      )
    },
  },
  {
    name: 'contributors-merges-counted',
    says: 'The commits of merges count for whoever merged',
    caughtBy: 'repository/contributors-merges',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (request.method === 'PUT' && pathOf(request.url).endsWith('/merge')) memory.set('merged', 'yes')
      return memory.has('merged') && calls(request, 'GET /projects/:id/repository/contributors')
        ? withRows(reply, (row) => ({ ...row, commits: Number(row.commits) + 1 }))
        : reply
    },
  },
  sent(
    'changelog-hours-of-the-day',
    'In dates of a changelog `%I` is the hour of 24',
    'date-format',
    '%I',
    '%H',
  ),
  sent(
    'changelog-false-as-title',
    'A category of a changelog without a title is called false',
    'untitled',
    'added: false',
    "added: 'false'",
  ),
  sent(
    'changelog-hashes-empty',
    'Templates of changelogs pass over hashes',
    'loops',
    'each commit',
    'each none',
  ),
  rowsChanged(
    'changelog-without-credits',
    'A changelog credits nobody',
    'repository/changelog-authors',
    [`GET ${CHANGELOG}`],
    (row) => ({ ...row, notes: String(row.notes).replaceAll(/ by @\S+/g, '') }),
  ),
  {
    name: 'changelog-first-line-lost',
    says: 'A file loses its first line to its changelog',
    caughtBy: 'repository/changelog-last-line',
    fault: async (request, next) => {
      const reply = await next(request)
      const isFile = calls(request, 'GET /projects/:id/repository/files/:file_path/raw')
      return isFile ? { ...reply, body: reply.body.replace(/^# News.*\n?/, '') } : reply
    },
  },
  {
    name: 'changelog-template-first-line',
    says: 'Whatever is wrong with a template of a changelog is wrong in its first line',
    caughtBy: 'repository/changelog-template-fault',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `GET ${CHANGELOG}`)
        ? { ...reply, body: reply.body.replace(/line \d+ char/, 'line 1 char') }
        : reply
    },
  },
  {
    name: 'raw-large-file-without-pointer',
    says: 'A file that belongs to Git LFS and is no pointer is empty',
    caughtBy: 'repository/files-owned-later',
    fault: async (request, next) => {
      const reply = await next(request)
      const isWhole = given(request, 'lfs') === 'true' && request.url.includes('.psd')
      return isWhole ? { ...reply, body: '' } : reply
    },
  },
]

/** Commits hold another text instead of one. */
function sent(name: string, says: string, check: string, text: string, instead: string): Mutant {
  return {
    name,
    says,
    caughtBy: `repository/changelog-${check}`,
    fault: (request, next) => {
      const body = textOf(request.body ?? '')
      return next(body.includes(text) ? { ...request, body: body.replaceAll(text, instead) } : request)
    },
  }
}
