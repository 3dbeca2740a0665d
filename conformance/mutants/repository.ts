import { isRow, isRows, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, given, pathOf, rowsOf, withJson, without, withRows } from './wire.ts'

const tree = 'GET /projects/:id/repository/tree'
const compare = 'GET /projects/:id/repository/compare'
const base = 'GET /projects/:id/repository/merge_base'

/** Faults in reading repositories. */
export const repositoryMutants: readonly Mutant[] = [
  {
    name: 'tree-by-path',
    says: 'A tree is in the order of its paths, directories among files',
    caughtBy: 'repository/tree-of-files',
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
    caughtBy: 'repository/tree-refs',
    fault: (request, next) =>
      next(calls(request, tree) ? without(request, (name) => name === 'ref') : request),
  },
  {
    name: 'page-token-ignored',
    says: 'Keyset pages of a tree never get past the first',
    caughtBy: 'repository/tree-keyset',
    fault: (request, next) =>
      next(calls(request, tree) ? without(request, (name) => name === 'page_token') : request),
  },
  {
    name: 'missing-path-refused',
    says: 'A path at which nothing lies answers 404',
    caughtBy: 'repository/tree-hostile-paths',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, tree) && given(request, 'path') && reply.body === '[]'
        ? { ...withJson(reply, { message: '404 Tree Not Found' }), status: 404 }
        : reply
    },
  },
  {
    name: 'blob-trimmed',
    says: 'The content of a blob loses the newline at its end',
    caughtBy: 'repository/blob-is-its-hash',
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
    name: 'blobs-of-all',
    says: 'A blob that somebody was once shown is shown to everybody, in any project',
    caughtBy: 'repository/foreign-ids',
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
    name: 'markup-shown',
    says: 'Raw content is sent as the page that it would make',
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
    says: 'A comparison begins at `from` instead of at the merge base',
    caughtBy: 'repository/compare-commits',
    fault: (request, next) => {
      if (!calls(request, compare)) return next(request)
      const { url, ...rest } = without(request, (name) => name === 'straight')
      return next({ ...rest, url: `${url}&straight=true` })
    },
  },
  {
    name: 'diff-without-last-newline',
    says: 'A diff does not tell that the newline at the end is missing',
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
    says: 'Contributors come with the most commits first unless told',
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
    says: 'A merge base looks at the first two refs alone',
    caughtBy: 'repository/merge-base',
    fault: (request, next) => {
      if (!calls(request, base)) return next(request)
      let seen = 0
      return next(without(request, (name) => name === 'refs[]' && ++seen > 2))
    },
  },
]
