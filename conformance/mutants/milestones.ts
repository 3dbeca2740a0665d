import { isRow, parseJson, type Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  paramsOf,
  pathOf,
  readFirst,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withParams,
  withRows,
} from './wire.ts'

const path = '/projects/:id/milestones/:milestone_id'

/** Faults in milestones. */
export const milestonesMutants: readonly Mutant[] = [
  {
    name: 'milestone-deleted-for-open-requests',
    says: 'Closed merge requests keep a deleted milestone: none of them is listed among those without one',
    caughtBy: 'milestones/delete-detaches',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, `DELETE ${path}`)) memory.set('deleted', 'yes')
      const listed = calls(request, 'GET /projects/:id/merge_requests') && memory.has('deleted')
      if (!listed || given(request, 'milestone') !== 'None') return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ state }) => state !== 'closed'),
      )
    },
  },
  {
    name: 'issues-of-milestone-shown-to-strangers',
    says: 'Issues of a milestone are shown to strangers whatever the project shows them',
    caughtBy: 'milestones/related-for-members',
    fault: (request, next, { credentials }) => {
      const strange = calls(request, `GET ${path}/issues`) && isBy(request, credentials.stranger)
      return next(strange ? as(request, credentials.owner) : request)
    },
  },
  rowsChanged(
    'closed-milestones-listed-as-not-expired',
    'In lists a closed milestone is never expired',
    'milestones/expired',
    ['GET /projects/:id/milestones'],
    (row) => (row.state === 'closed' ? { ...row, expired: false } : row),
  ),
  rowsChanged(
    'listed-group-milestone-at-project-address',
    'The page of a milestone of a group lacks `groups/` in lists of projects',
    'milestones/parents-of-ancestors',
    ['GET /projects/:id/milestones'],
    (row) => ({ ...row, web_url: String(row.web_url).replace('/groups/', '/') }),
  ),
  {
    name: 'milestone-activated-by-update',
    says: 'An update of the title activates a closed milestone',
    caughtBy: 'milestones/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}`)
          ? withParams(request, (params) =>
              params.title === undefined ? params : { state_event: 'activate', ...params },
            )
          : request,
      ),
  },
  {
    name: 'milestone-description-lost',
    says: 'An update of a milestone clears its description unless it is sent again',
    caughtBy: 'milestones/update-keeps-the-rest',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${path}`)
          ? withParams(request, (params) => ({ description: '', ...params }))
          : request,
      ),
  },
  {
    name: 'deleted-milestone-readable',
    says: 'A deleted milestone can still be read',
    caughtBy: 'milestones/deleted-is-gone',
    fault: async (request, next, { memory }) => {
      if (calls(request, `DELETE ${path}`)) {
        const before = await next({ ...request, method: 'GET' })
        if (before.status === 200) memory.set(pathOf(request.url), before.body)
      }
      const reply = await next(request)
      const remembered = memory.get(pathOf(request.url))
      const revived = request.method === 'GET' && reply.status === 404 && remembered !== undefined
      return revived ? { ...reply, status: 200, body: remembered } : reply
    },
  },
  {
    name: 'milestone-state-filter-ignored',
    says: 'The filter `state` of milestones is ignored',
    caughtBy: 'milestones/filters',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/milestones')
          ? without(request, (name) => name === 'state')
          : request,
      ),
  },
  {
    name: 'milestone-date-as-sent',
    says: 'The date of a milestone is shown as it was sent',
    caughtBy: 'milestones/date-formats',
    fault: async (request, next) => {
      const reply = await next(request)
      const { start_date } = paramsOf(request)
      return typeof start_date === 'string' ? withRows(reply, (row) => ({ ...row, start_date })) : reply
    },
  },
  {
    name: 'milestone-updated-at-unchanged',
    says: 'An update of a milestone leaves `updated_at` as it was',
    caughtBy: 'milestones/updated-at',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${path}`)) return reply
      return withRows(reply, (row) => ({ ...row, updated_at: row.created_at ?? null }))
    },
  },
  {
    name: 'milestone-title-with-tags',
    says: 'HTML tags in the title of a milestone stay',
    caughtBy: 'milestones/title-html',
    fault: (request, next) =>
      next(
        request.method === 'POST' && calls(request, 'POST /projects/:id/milestones')
          ? withParams(request, (params) => ({
              ...params,
              title: String(params.title).replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
            }))
          : request,
      ),
  },
  {
    name: 'blank-milestone-title-refused',
    says: 'An update of a milestone with a blank title is refused',
    caughtBy: 'milestones/title-kept',
    fault: async (request, next) => {
      const { title } = paramsOf(request)
      const blank = title === null || (typeof title === 'string' && title.trim() === '')
      if (!calls(request, `PUT ${path}`) || !blank) return next(request)
      const reply = await next({ ...request, method: 'GET' })
      return { ...reply, status: 400, body: '{"message":"Failed to update milestone"}' }
    },
  },
  {
    name: 'burndown-all-at-once',
    says: 'Burndown events come all at once',
    caughtBy: 'milestones/burndown-pages',
    fault: (request, next) =>
      next(
        calls(request, `GET ${path}/burndown_events`)
          ? without(request, (name) => name === 'page' || name === 'per_page')
          : request,
      ),
  },
  {
    name: 'milestones-by-due-date',
    says: 'Milestones are sorted by due date',
    caughtBy: 'milestones/order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/milestones') || reply.status !== 200) return reply
      const due = (row: Row) => String(row.due_date ?? '~')
      return withJson(
        reply,
        [...rowsOf(reply)].sort((a, b) => (due(a) < due(b) ? -1 : due(a) > due(b) ? 1 : 0)),
      )
    },
  },
  {
    name: 'promoted-milestone-stays',
    says: 'A promoted milestone stays in the project too',
    caughtBy: 'milestones/promote-moves',
    fault: async (request, next, { memory }) => {
      if (calls(request, `POST ${path}/promote`)) {
        const read = pathOf(request.url).replace('/promote', '')
        memory.set(read, (await next({ ...request, method: 'GET', url: read })).body)
      }
      const reply = await next(request)
      const remembered = memory.get(pathOf(request.url))
      return reply.status === 404 && remembered !== undefined
        ? { ...reply, status: 200, body: remembered }
        : reply
    },
  },
  {
    name: 'milestone-confidential-issues-shown',
    says: 'Guests see the confidential issues of a milestone',
    caughtBy: 'milestones/confidential-issues',
    fault: (request, next, { credentials }) => {
      const guest = calls(request, `GET ${path}/issues`) && isBy(request, credentials.guest)
      return next(guest ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'milestone-search-title-only',
    says: 'The filter `search` of milestones looks at titles only',
    caughtBy: 'milestones/filters',
    fault: async (request, next) => {
      const reply = await next(request)
      const search = new URL(request.url, 'http://h').searchParams.get('search')
      if (!calls(request, 'GET /projects/:id/milestones') || !search || reply.status !== 200) return reply
      const word = search.trim().split(/\s+/)[0]?.replaceAll('"', '').toLowerCase() ?? ''
      return withJson(
        reply,
        (JSON.parse(reply.body) as { readonly title: string }[]).filter(({ title }) =>
          title.toLowerCase().includes(word),
        ),
      )
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
    name: 'milestone-promoted-twice',
    says: 'A milestone that was promoted already is promoted again with success',
    caughtBy: 'milestones/promote-answer',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, `POST ${path}/promote`)) return reply
      const before = memory.get(pathOf(request.url))
      if (reply.status < 300) memory.set(pathOf(request.url), reply.body)
      return reply.status === 404 && before !== undefined ? { ...reply, status: 201, body: before } : reply
    },
  },
  {
    name: 'failed-promotion-deletes',
    says: 'A promotion that fails deletes the milestone of the project',
    caughtBy: 'milestones/promote-failed',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${path}/promote`) || reply.status !== 400) return reply
      const url = pathOf(request.url).replace(/\/promote$/, '')
      await next({ ...request, method: 'DELETE', url })
      return reply
    },
  },
  {
    name: 'group-milestones-of-parents-missing',
    says: 'The milestones of a group ignore `include_parent_milestones`',
    caughtBy: 'milestones/group-milestone-parents',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/milestones')
          ? without(request, (name) => name === 'include_parent_milestones')
          : request,
      ),
  },
  {
    name: 'guests-write-group-milestones',
    says: 'A guest of a group creates milestones in it',
    caughtBy: 'milestones/group-milestone-roles',
    fault: (request, next, { credentials }) => {
      const creates = calls(request, 'POST /groups/:id/milestones') && isBy(request, credentials.guest)
      return next(creates ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'group-milestone-address-of-project',
    says: 'The `web_url` of a group milestone lacks `/groups`',
    caughtBy: 'milestones/group-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      return withRows(reply, (row) =>
        'group_id' in row && typeof row.web_url === 'string' && row.web_url.includes('/milestones/')
          ? { ...row, web_url: row.web_url.replace('/groups/', '/') }
          : row,
      )
    },
  },
  {
    name: 'group-milestone-issues-by-id',
    says: 'The issues of a group milestone are sorted by id',
    caughtBy: 'milestones/group-milestone-priority',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/milestones/:milestone_id/issues')
        ? withJson(
            reply,
            rowsOf(reply).toSorted((a, b) => Number(b.id) - Number(a.id)),
          )
        : reply
    },
  },
  {
    name: 'burndown-creation-unsaid',
    says: 'Burndown events leave out the creation of issues before the milestone was made',
    caughtBy: 'milestones/burndown-given-time',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${path}/burndown_events`)) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ created_at }) => String(created_at) > '2002'),
      )
    },
  },
  {
    name: 'burndown-late-events',
    says: 'Burndown events go on after the due date',
    caughtBy: 'milestones/burndown-ends',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${path}/burndown_events`)) return reply
      const [only, ...others] = rowsOf(reply)
      return only === undefined || others.length > 0
        ? reply
        : withJson(reply, [only, { ...only, action: 'closed' }])
    },
  },
  {
    name: 'milestones-issue-downvotes',
    says: 'Issues of a milestone have no downvotes',
    caughtBy: 'milestones/issue-votes',
    fault: async (request, next) => {
      const reply = await next(request)
      const issues = 'GET /projects/:id/milestones/:milestone_id/issues'
      return calls(request, issues) ? withRows(reply, (row) => ({ ...row, downvotes: 0 })) : reply
    },
  },
]
