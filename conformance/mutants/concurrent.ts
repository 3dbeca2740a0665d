import { isRow, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  calls,
  othersFirst,
  paramsOf,
  pathOf,
  readFirst,
  rowsOf,
  withJson,
  withParams,
  withRows,
} from './wire.ts'

const issues = '/projects/:id/issues'

/** Faults that only calls at once show: something is read, and written when others have written meanwhile. */
export const concurrentMutants: readonly Mutant[] = [
  {
    name: 'label-name-given-twice-at-once',
    says: 'Two labels of one name are created by two calls at once',
    caughtBy: 'labels/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'POST /projects/:id/labels')) return next(request)
      const { name } = paramsOf(request)
      const isFree = rowsOf(await readFirst(next, request)).every((row) => row.name !== name)
      const reply = await next(request)
      return isFree && reply.status === 409 ? withJson({ ...reply, status: 201 }, { id: 999_999 }) : reply
    },
  },
  {
    name: 'issue-update-loses-another',
    says: 'An update of an issue writes back what it read of the other attributes',
    caughtBy: 'issues/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, `PUT ${issues}/:issue_iid`)) return next(request)
      const row = parseJson((await readFirst(next, request)).body)
      if (!isRow(row)) return next(request)
      const { description = null, due_date = null } = row
      return next(withParams(request, (params) => ({ description, due_date, ...params })))
    },
  },
  {
    name: 'issue-number-given-twice-at-once',
    says: 'Two issues that are created at once get one number',
    caughtBy: 'issues/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, `POST ${issues}`)) return next(request)
      const numbers = rowsOf(await readFirst(next, request)).map(({ iid }) => Number(iid))
      return withRows(await next(request), (row) => ({ ...row, iid: Math.max(0, ...numbers) + 1 }))
    },
  },
  {
    name: 'milestone-deleted-comes-back',
    says: 'An update of a milestone that is deleted meanwhile creates it again',
    caughtBy: 'milestones/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'PUT /projects/:id/milestones/:milestone_id')) return next(request)
      const row = parseJson((await readFirst(next, request)).body)
      const reply = await next(request)
      if (reply.status !== 404 || !isRow(row) || row.title === undefined) return reply
      const url = pathOf(request.url).replace(/\/[^/]+$/, '')
      const made = await next({
        ...withParams(request, () => ({ title: row.title ?? null })),
        method: 'POST',
        url,
      })
      return { ...made, status: 200 }
    },
  },
  {
    name: 'milestone-update-loses-another',
    says: 'An update of a milestone writes back what it read of the other attributes',
    caughtBy: 'milestones/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'PUT /projects/:id/milestones/:milestone_id')) return next(request)
      const row = parseJson((await readFirst(next, request)).body)
      if (!isRow(row)) return next(request)
      const { description = null, due_date = null } = row
      return next(withParams(request, (params) => ({ description, due_date, ...params })))
    },
  },
  {
    name: 'notes-counted-off-at-once',
    says: 'The count of notes of an issue loses one of two notes that are added at once',
    caughtBy: 'discussions/concurrent-notes',
    fault: async (request, next, { memory }) => {
      const issue = /\/issues\/\d+/.exec(request.url)?.[0] ?? ''
      if (calls(request, `GET ${issues}/:issue_iid`)) {
        const lost = Number(memory.get(issue) ?? 0)
        return withRows(await next(request), (row) => ({
          ...row,
          user_notes_count: Number(row.user_notes_count) - lost,
        }))
      }
      if (!calls(request, `POST ${issues}/:issue_iid/notes`)) return next(request)
      const before = memory.get(`${issue} written`)
      await othersFirst()
      if (memory.get(`${issue} written`) !== before)
        memory.set(issue, String(Number(memory.get(issue) ?? 0) + 1))
      memory.set(`${issue} written`, String(Number(memory.get(`${issue} written`) ?? 0) + 1))
      return next(request)
    },
  },
  {
    name: 'merged-twice-at-once',
    says: 'Two calls that merge a merge request at once both succeed',
    caughtBy: 'merge-requests/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'PUT /projects/:id/merge_requests/:merge_request_iid/merge')) return next(request)
      const url = request.url.replace(/\/merge$/, '')
      const before = await readFirst(next, { ...request, url })
      const row = parseJson(before.body)
      const reply = await next(request)
      return reply.status === 405 && isRow(row) && row.state === 'opened'
        ? withJson(before, { ...row, state: 'merged' })
        : reply
    },
  },
  {
    name: 'branch-name-given-twice-at-once',
    says: 'Two calls that create a branch of one name at once both succeed',
    caughtBy: 'branches/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'POST /projects/:id/repository/branches')) return next(request)
      const { branch } = paramsOf(request)
      const isFree = rowsOf(await readFirst(next, request)).every(({ name }) => name !== branch)
      const reply = await next(request)
      return isFree && reply.status === 400
        ? withJson({ ...reply, status: 201 }, { name: branch ?? null })
        : reply
    },
  },
  {
    name: 'commit-lost-at-once',
    says: 'Of two files that are committed at once one is accepted and lost',
    caughtBy: 'repository-files/concurrent-commits',
    fault: async (request, next, { memory }) => {
      if (!calls(request, 'POST /projects/:id/repository/files/:file_path')) return next(request)
      const before = memory.get('commits')
      await othersFirst()
      const lost = memory.get('commits') !== before
      memory.set('commits', String(Number(before ?? 0) + 1))
      if (!lost) return next(request)
      const { file_path = null, branch = null } = paramsOf(request)
      return { status: 201, headers: {}, body: JSON.stringify({ file_path, branch }) }
    },
  },
  {
    name: 'package-doubled-at-once',
    says: 'Two uploads of one version at once make two packages',
    caughtBy: 'packages/concurrent-uploads',
    fault: async (request, next, { memory }) => {
      const version = /\/generic\/[^/]+\/([^/]+)/.exec(request.url)?.[1]
      if (calls(request, 'GET /projects/:id/packages')) {
        const reply = await next(request)
        const rows = rowsOf(reply)
        return reply.status === 200
          ? withJson(reply, [...rows, ...rows.filter((row) => memory.get(`two of ${row.version}`) === 'yes')])
          : reply
      }
      if (request.method !== 'PUT' || version === undefined) return next(request)
      const isNew = !memory.has(version)
      await othersFirst()
      if (isNew && memory.has(version)) memory.set(`two of ${version}`, 'yes')
      memory.set(version, 'there')
      return next(request)
    },
  },
]
