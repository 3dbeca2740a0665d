import { startExport } from '../arrange/transfer.ts'
import { isRow, parseJson, type Row } from '../kit/json.ts'
import { textOf } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  paramsChanged,
  paramsOf,
  pathOf,
  rowOf,
  rowsChanged,
  rowsOf,
  withHeader,
  withJson,
  without,
  withoutParam,
  withParams,
  withRows,
} from './wire.ts'

const milestones = 'GET /projects/:id/milestones'

const ruleDeletion = 'DELETE /projects/:id/approval_rules/:approval_rule_id'

const jobs = 'GET /runners/:id/jobs'

/** A fault in what a text is in place of a number of the path. */
function textForNumber(
  name: string,
  says: string,
  operation: string,
  check: string,
  { status, error }: { readonly status: number; readonly error: string },
): Mutant {
  return {
    name,
    says,
    caughtBy: `laws/path-numbers/${check}`,
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, operation) && request.url.includes('no-number')
        ? withJson({ ...reply, status }, { error })
        : reply
    },
  }
}

/** Faults in what holds of every operation. */
export const conventionsMutants: readonly Mutant[] = [
  {
    name: 'own-avatar-at-another-port',
    says: 'The picture that a user has at the service itself is said to be at another port',
    caughtBy: 'laws/links/get-projects-id-milestones-milestone_id-issues',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/milestones/:milestone_id/issues')) return reply
      const body = reply.body.replaceAll(/:\d+(?=\/uploads\/-\/system\/user\/)/g, ':1')
      return { ...reply, body }
    },
  },
  {
    name: 'sudo-to-oneself-without-scope',
    says: 'A token of the scope sudo alone opens everything to its owner',
    caughtBy: 'conventions/sudo-to-oneself',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      const isOwn = calls(request, 'GET /user') && request.headers.sudo !== undefined
      return isOwn && reply.status === 403 ? next(as(request, credentials.admin)) : reply
    },
  },
  {
    name: 'links-to-forwarded-host',
    says: 'Links have the host that `X-Forwarded-Host` names',
    caughtBy: 'conventions/link-host',
    fault: async (request, next) => {
      const reply = await next(request)
      const host = request.headers['x-forwarded-host']
      if (host === undefined) return reply
      return withHeader(reply, 'link', (link) => link.replaceAll(/<https?:\/\/[^/]+/g, `<http://${host}`))
    },
  },
  {
    name: 'precondition-by-creation',
    says: '`If-Unmodified-Since` is compared with the creation of a milestone instead of its last change',
    caughtBy: 'laws/unmodified-since/delete-projects-id-milestones-milestone_id',
    fault: async (request, next) => {
      const since = Date.parse(request.headers['if-unmodified-since'] ?? '')
      if (!calls(request, 'DELETE /projects/:id/milestones/:milestone_id') || since < Date.UTC(2010))
        return next(request)
      const { 'if-unmodified-since': _condition, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: 'head-of-no-length',
    says: 'A HEAD tells that the body has no bytes',
    caughtBy: 'laws/head/get-projects-id-milestones-milestone_id',
    fault: async (request, next) => {
      const reply = await next(request)
      return request.method === 'HEAD'
        ? { ...reply, headers: { ...reply.headers, 'content-length': '0' } }
        : reply
    },
  },
  {
    name: 'precondition-refused-as-forbidden',
    says: 'A deletion that is refused for its `If-Unmodified-Since` answers 403',
    caughtBy: 'laws/unmodified-since/delete-projects-id-protected_tags-name',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 412 ? { ...reply, status: 403, body: '{"message":"403 Forbidden"}' } : reply
    },
  },
  {
    name: 'topic-deleted-in-spite-of-its-change',
    says: 'A topic is deleted although it was changed since `If-Unmodified-Since`',
    caughtBy: 'laws/unmodified-since/delete-topics-id',
    fault: (request, next) =>
      next(
        calls(request, 'DELETE /topics/:id')
          ? { ...request, headers: { ...request.headers, 'if-unmodified-since': '' } }
          : request,
      ),
  },
  {
    name: 'deploy-token-kept-since-its-change',
    says: 'The deletion of a deploy token looks at `If-Unmodified-Since`',
    caughtBy: 'laws/unconditional-deletions/delete-projects-id-deploy_tokens-token_id',
    fault: async (request, next) => {
      const conditional = request.headers['if-unmodified-since'] !== undefined
      if (!conditional || !calls(request, 'DELETE /projects/:id/deploy_tokens/:token_id'))
        return next(request)
      const reply = await next({ ...request, method: 'GET' })
      return withJson({ ...reply, status: 412 }, { message: '412 Precondition Failed' })
    },
  },
  textForNumber(
    'text-for-emails-of-a-user',
    'A username in the path of the emails of a user is a wrong value',
    'GET /users/:id/emails',
    'get-users-id-emails',
    { status: 400, error: 'id is invalid' },
  ),
  textForNumber(
    'text-for-changes-of-a-merge-request',
    'A text in place of the number of a merge request is a wrong value in its changes',
    'GET /projects/:id/merge_requests/:merge_request_iid/changes',
    'get-projects-id-merge_requests-merge_request_iid-changes',
    { status: 400, error: 'merge_request_iid is invalid' },
  ),
  textForNumber(
    'text-for-the-issue-of-a-note',
    'A refusal calls the number of the issue of a note as its path does',
    'GET /projects/:id/issues/:issue_iid/notes/:note_id',
    'get-projects-id-issues-issue_iid-notes-note_id',
    { status: 400, error: 'issue_iid is invalid' },
  ),
  textForNumber(
    'text-for-an-issue',
    'A text in place of the number of an issue is no path',
    'GET /projects/:id/issues/:issue_iid',
    'get-projects-id-issues-issue_iid',
    { status: 404, error: '404 Not Found' },
  ),
  {
    name: 'export-by-developers',
    says: 'Developers may export a project like maintainers',
    caughtBy: 'laws/rights/post-projects-id-export',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, startExport) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  rowsChanged(
    'listed-milestones-without-due-dates',
    'The list of milestones shows no due dates',
    'laws/same-record/get-projects-id-milestones',
    [milestones],
    (row) => ({ ...row, due_date: null }),
  ),
  {
    name: 'keyset-orders-by-default',
    says: 'Pages of jobs by keyset need no `sort`',
    caughtBy: 'conventions/keyset-jobs',
    fault: (request, next) => {
      const lacking =
        calls(request, 'GET /projects/:id/jobs') &&
        given(request, 'pagination') === 'keyset' &&
        given(request, 'sort') === undefined
      return next(lacking ? { ...request, url: `${request.url}&sort=desc` } : request)
    },
  },
  {
    name: 'moved-project-found',
    says: 'A renamed project is found by its old path as well',
    caughtBy: 'conventions/moved-projects',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      const path = decodeURIComponent(pathOf(request.url))
      if (request.method === 'GET' && reply.status === 200 && calls(request, 'GET /projects/:id'))
        withRows(reply, (row) => {
          memory.set(String(row.name), String(row.id))
          return row
        })
      const moved = reply.status === 404 && /\/before$/.test(path) ? memory.get('Moving') : undefined
      return moved === undefined
        ? reply
        : next({ ...request, url: request.url.replace(/projects\/[^/?]+/, `projects/${moved}`) })
    },
  },
  {
    name: 'milestone-touched-by-nothing',
    says: 'A milestone that is updated to what it is already moves its `updated_at`',
    caughtBy: 'laws/unchanged-update/put-projects-id-milestones-milestone_id',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, `PUT ${milestones.slice(4)}/:milestone_id`)) memory.set('touched', 'yes')
      return memory.has('touched') && calls(request, `${milestones}/:milestone_id`)
        ? withRows(reply, (row) => ({ ...row, updated_at: '2038-01-19T03:14:07.000Z' }))
        : reply
    },
  },
  {
    name: 'milestone-closed-by-itself',
    says: 'A milestone that was read once is closed',
    caughtBy: 'laws/idle/get-projects-id-milestones-milestone_id',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, `${milestones}/:milestone_id`)) return reply
      const isKnown = memory.has(request.url)
      memory.set(request.url, 'read')
      return isKnown ? withRows(reply, (row) => ({ ...row, state: 'closed' })) : reply
    },
  },
  {
    name: 'nested-parameters-missing-in-links',
    says: 'Links to other pages repeat no parameter that is part of an object',
    caughtBy: 'laws/paging-links/get-projects-id-milestones',
    fault: async (request, next) =>
      withHeader(await next(request), 'link', (link) => link.replaceAll(/[^?&]+%5B(?!%5D)[^&>]*&/g, '')),
  },
  {
    name: 'objects-of-a-form-merged',
    says: 'An array of objects in a form has its last object alone',
    caughtBy: 'conventions/arrays-of-objects',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/protected_tags') && !textOf(request.body ?? '').startsWith('{')
          ? {
              ...request,
              body: textOf(request.body ?? '').replace('allowed_to_create[][access_level]=30', ''),
            }
          : request,
      ),
  },
  {
    name: 'sudo-of-nobody-ignored',
    says: 'Sudo without a credential is ignored where anonymous callers may read',
    caughtBy: 'conventions/sudo-refused',
    fault: (request, next) => {
      const { sudo: _, ...headers } = request.headers
      const isAnonymous = headers['private-token'] === undefined && calls(request, 'GET /projects')
      return next(isAnonymous ? { ...request, headers } : request)
    },
  },
  {
    name: 'session-of-any-origin',
    says: 'A session cookie signs in for pages of every origin',
    caughtBy: 'conventions/session-across-origins',
    fault: (request, next) => {
      const { origin, ...headers } = request.headers
      return next(origin !== undefined && headers.cookie !== undefined ? { ...request, headers } : request)
    },
  },
  {
    name: 'deleted-unless-changed-in-the-same-second',
    says: 'A deletion is refused though the record was changed in the second of `If-Unmodified-Since`',
    caughtBy: 'laws/unmodified-since/delete-projects-id-milestones-milestone_id',
    fault: async (request, next) => {
      const since = Date.parse(request.headers['if-unmodified-since'] ?? '')
      if (!calls(request, `DELETE ${milestones.slice(4)}/:milestone_id`) || Number.isNaN(since))
        return next(request)
      const row = rowOf(await next({ method: 'GET', url: pathOf(request.url), headers: request.headers }))
      const isRefused = Date.parse(String(row.updated_at)) > since
      if (!isRefused) return next(request)
      const early = { ...request.headers, 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
      return next({ ...request, headers: early })
    },
  },
  {
    name: 'milestone-closed-unnoticed',
    says: 'Closing a milestone leaves its `updated_at`',
    caughtBy: 'laws/changed-update/put-projects-id-milestones-milestone_id',
    fault: async (request, next, { memory }) => {
      const one = `${milestones}/:milestone_id`
      const { method, url, headers } = request
      const closes = calls(request, one.replace('GET', 'PUT')) && 'state_event' in paramsOf(request)
      if (closes && method !== 'GET') {
        const before = parseJson((await next({ method: 'GET', url: pathOf(url), headers })).body)
        if (isRow(before)) memory.set('updated_at', String(before.updated_at))
      }
      const reply = await next(request)
      const updated_at = memory.get('updated_at')
      return updated_at !== undefined && (closes || calls(request, one))
        ? withRows(reply, (row) => ({ ...row, updated_at }))
        : reply
    },
  },
  {
    name: 'snippet-touched-by-nothing',
    says: 'A snippet that is updated to what it is already moves its `updated_at`',
    caughtBy: 'laws/unchanged-update/put-snippets-snippet_id',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'PUT /snippets/:snippet_id')) memory.set('touched', 'yes')
      return memory.has('touched') && calls(request, 'GET /snippets/:snippet_id')
        ? withRows(reply, (row) => ({ ...row, updated_at: '2038-01-19T03:14:07.000Z' }))
        : reply
    },
  },
  {
    name: 'runner-type-ignored',
    says: 'The list of all runners ignores `type`',
    caughtBy: 'laws/filters/get-runners-all',
    fault: (request, next) =>
      next(calls(request, 'GET /runners/all') ? without(request, (name) => name === 'type') : request),
  },
  {
    name: 'wrong-total',
    says: '`X-Total` is one too high',
    caughtBy: 'laws/paging/get-projects-id-milestones',
    fault: async (request, next) =>
      withHeader(await next(request), 'x-total', (total) => String(Number(total) + 1)),
  },
  {
    name: 'no-next-link',
    says: 'The Link header has no `rel="next"`',
    caughtBy: 'laws/paging-links/get-projects-id-milestones',
    fault: async (request, next) =>
      withHeader(await next(request), 'link', (link) =>
        link
          .split(', ')
          .filter((one) => !one.includes('"next"'))
          .join(', '),
      ),
  },
  {
    name: 'page-size-zero-accepted',
    says: '`per_page=0` counts as the default',
    caughtBy: 'laws/paging-refused/get-projects-id-milestones',
    fault: (request, next) =>
      next(given(request, 'per_page') === '0' ? without(request, (name) => name === 'per_page') : request),
  },
  {
    name: 'page-size-not-clamped',
    says: '`X-Per-Page` shows the requested size, not the effective one',
    caughtBy: 'laws/paging-sizes/get-projects-id-milestones',
    fault: async (request, next) =>
      withHeader(await next(request), 'x-per-page', (size) => given(request, 'per_page') || size),
  },
  {
    name: 'pages-overlap',
    says: 'The second page repeats the last row of the first',
    caughtBy: 'laws/paging/get-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, milestones) || given(request, 'page') !== '2') return reply
      const first = await next({ ...request, url: request.url.replace(/\bpage=2/, 'page=1') })
      const [last] = (JSON.parse(first.body) as string[]).slice(-1)
      return withJson(reply, [last ?? null, ...(JSON.parse(reply.body) as string[]).slice(1)])
    },
  },
  {
    name: 'strong-etag',
    says: 'The ETag is strong',
    caughtBy: 'laws/shape/get-user',
    fault: async (request, next) => withHeader(await next(request), 'etag', (etag) => etag.replace('W/', '')),
  },
  {
    name: 'if-none-match-ignored',
    says: '`If-None-Match` is ignored',
    caughtBy: 'laws/not-modified/get-user',
    fault: (request, next) => {
      const { 'if-none-match': _condition, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: 'head-with-body',
    says: 'HEAD answers with a body',
    caughtBy: 'laws/head/get-user',
    fault: (request, next) => next(request.method === 'HEAD' ? { ...request, method: 'GET' } : request),
  },
  {
    name: 'validation-text-reworded',
    says: 'The error of a missing parameter has another text',
    caughtBy: 'laws/validation/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      return { ...reply, body: reply.body.replaceAll('is missing', 'is required') }
    },
  },
  {
    name: 'expired-token-accepted',
    says: 'An expired token is accepted everywhere',
    caughtBy: 'laws/expired-or-revoked-token/get-user',
    fault: (request, next, { credentials }) =>
      next(isBy(request, credentials.expired) ? as(request, credentials.owner) : request),
  },
  {
    name: 'read-scope-writes',
    says: 'A token with the scope `read_api` writes too',
    caughtBy: 'laws/read-scope/post-projects-id-milestones',
    fault: (request, next, { credentials }) =>
      next(isBy(request, credentials.reader) ? as(request, credentials.owner) : request),
  },
  {
    name: 'parameters-before-authentication',
    says: 'A milestone without a title is refused before anybody is asked to sign in',
    caughtBy: 'laws/authentication-first/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/milestones') && reply.status === 401
      return refused ? { ...withJson(reply, { error: 'title is missing' }), status: 400 } : reply
    },
  },
  {
    name: 'anonymous-as-owner',
    says: 'An anonymous caller has the rights of the owner',
    caughtBy: 'laws/anonymous/get-projects-id-milestones',
    fault: (request, next, { credentials }) => {
      const signed = Object.keys(request.headers).some(
        (name) => name === 'private-token' || name === 'authorization',
      )
      return next(signed ? request : as(request, credentials.owner))
    },
  },
  {
    name: 'guests-create-milestones',
    says: 'A guest may create milestones',
    caughtBy: 'laws/rights/post-projects-id-milestones',
    fault: (request, next, { credentials }) => {
      const creates = calls(request, 'POST /projects/:id/milestones') && isBy(request, credentials.guest)
      return next(creates ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'private-project-forbidden',
    says: 'A private project answers 403 to non-members instead of 404',
    caughtBy: 'laws/rights/get-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      const hidden = reply.status === 404 && reply.body.includes('404 Project Not Found')
      return hidden ? { ...withJson(reply, { message: '403 Forbidden' }), status: 403 } : reply
    },
  },
  {
    name: 'nul-byte-crash',
    says: 'A NUL byte answers 500',
    caughtBy: 'laws/hostile-input/get-projects-id-milestones',
    fault: async (request, next) => {
      if (!request.url.includes('%00')) return next(request)
      return {
        status: 500,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"500 Internal Server Error"}',
      }
    },
  },
  {
    name: 'project-path-case-sensitive',
    says: 'Paths of projects are compared case-sensitively',
    caughtBy: 'laws/project-paths/get-projects-id-milestones',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace(/projects\/[A-Z][^/?]*%2F/, 'projects/nobody%2F') }),
  },
  {
    name: 'refused-milestone-created',
    says: 'A milestone that is refused with 400 is created all the same',
    caughtBy: 'laws/refused-changes-nothing/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = reply.status === 400 && calls(request, 'POST /projects/:id/milestones')
      if (refused) await next({ ...request, body: `{"title":"refused ${request.body?.length ?? 0}"}` })
      return reply
    },
  },
  {
    name: 'written-in-maintenance',
    says: 'Milestones are created in maintenance mode',
    caughtBy: 'laws/maintenance/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 403 && calls(request, 'POST /projects/:id/milestones')
        ? withJson({ ...reply, status: 201 }, { id: 1, title: 'In spite of it' })
        : reply
    },
  },
  {
    name: 'ended-members-let-in',
    says: 'Who was a member once reads the milestones of a project for ever',
    caughtBy: 'conventions/ended-membership',
    fault: async (request, next, { credentials, memory }) => {
      const reply = await next(request)
      if (!calls(request, milestones) || !isBy(request, credentials.stranger)) return reply
      if (reply.status === 200) memory.set(pathOf(request.url), reply.body)
      const known = memory.get(pathOf(request.url))
      return reply.status === 404 && known !== undefined ? { ...reply, status: 200, body: known } : reply
    },
  },
  {
    name: 'ended-tokens-accepted',
    says: 'What was read with a token once is read with it after it has expired',
    caughtBy: 'conventions/ended-token',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, milestones)) return reply
      const key = `${request.headers['private-token']} ${request.url}`
      if (reply.status === 200) memory.set(key, reply.body)
      const known = memory.get(key)
      return reply.status === 401 && known !== undefined ? { ...reply, status: 200, body: known } : reply
    },
  },
  {
    name: 'external-users-let-in',
    says: 'External users read the milestones of internal projects',
    caughtBy: 'conventions/external-users',
    fault: async (request, next) => {
      const reply = await next(request)
      const closed = reply.status === 404 && calls(request, milestones)
      return closed ? withJson({ ...reply, status: 200 }, []) : reply
    },
  },
  {
    name: 'multipart-bytes-replaced',
    says: 'Bytes of a multipart body that are no text are replaced by the sign for unreadable ones',
    caughtBy: 'conventions/bytes-of-no-text',
    fault: (request, next) =>
      next(
        /multipart/.test(request.headers['content-type'] ?? '')
          ? { ...request, body: textOf(request.body ?? '') }
          : request,
      ),
  },
  {
    name: 'links-lose-lists',
    says: 'The links to other pages lack lists of one item',
    caughtBy: 'laws/paging-links/get-projects-id-milestones',
    fault: async (request, next) =>
      withHeader(await next(request), 'link', (link) => link.replaceAll('unknown_list%5B%5D=one&', '')),
  },
  {
    name: 'unmodified-in-that-second',
    says: 'A merge request that was changed in the second of `If-Unmodified-Since` is not deleted',
    caughtBy: 'laws/unmodified-since/delete-projects-id-merge_requests-merge_request_iid',
    fault: (request, next) => {
      const since = Date.parse(request.headers['if-unmodified-since'] ?? '')
      const earlier = new Date(since - 1000).toUTCString()
      const headers = { ...request.headers, 'if-unmodified-since': earlier }
      return next(Number.isNaN(since) ? request : { ...request, headers })
    },
  },
  {
    name: 'approval-rule-precondition-ignored',
    says: 'Deleting an approval rule ignores `If-Unmodified-Since`',
    caughtBy: 'laws/unmodified-since/delete-projects-id-approval_rules-approval_rule_id',
    fault: (request, next) => {
      const { 'if-unmodified-since': _condition, ...headers } = request.headers
      return next(calls(request, ruleDeletion) ? { ...request, headers } : request)
    },
  },
  {
    name: 'runner-jobs-for-strangers',
    says: 'The jobs of a runner are shown to callers who have no right on it',
    caughtBy: 'laws/rights-outside-projects/get-runners-id-jobs',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, jobs) && isBy(request, credentials.stranger)
          ? as(request, credentials.admin)
          : request,
      ),
  },
  {
    name: 'label-deletion-refused-to-maintainers',
    says: 'Reporters and developers may delete labels, and maintainers may not',
    caughtBy: 'laws/higher-roles-write/delete-projects-id-labels-name',
    fault: async (request, next, { credentials }) => {
      const deletes = calls(request, 'DELETE /projects/:id/labels/:name')
      return deletes && isBy(request, credentials.maintainer)
        ? next(as(request, credentials.guest))
        : next(request)
    },
  },
  {
    name: 'runner-named-by-a-word',
    says: 'A word in place of the number of a runner answers 404 as an unknown one does',
    caughtBy: 'laws/path-numbers/get-runners-id',
    fault: async (request, next) => {
      const reply = await next(request)
      const isWrong = calls(request, 'GET /runners/:id') && reply.body.includes('id is invalid')
      return isWrong ? { ...reply, status: 404, body: '{"message":"404 Not found"}' } : reply
    },
  },
  {
    name: 'unknown-user-list-deleted',
    says: 'Deleting a user list that does not exist answers 204',
    caughtBy: 'laws/unknown-names/delete-projects-id-feature_flags_user_lists-iid',
    fault: async (request, next) => {
      const reply = await next(request)
      const deletes = calls(request, 'DELETE /projects/:id/feature_flags_user_lists/:iid')
      return deletes && reply.status === 404 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'keyset-cursor-ignored',
    says: 'The cursor of keyset pagination is ignored: every page is the first',
    caughtBy: 'conventions/keyset-jobs',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/jobs')
          ? { ...request, url: request.url.replace(/([?&])cursor=[^&]*/, '$1') }
          : request,
      ),
  },
  {
    name: 'oauth-tokens-outlive-themselves',
    says: 'An OAuth token signs in although it has expired, was replaced or was revoked',
    caughtBy: 'conventions/oauth-token',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      const { authorization } = request.headers
      if (!calls(request, 'GET /user') || authorization === undefined) return reply
      if (reply.status === 200) memory.set(authorization, reply.body)
      const before = memory.get(authorization)
      return before === undefined ? reply : { ...reply, status: 200, body: before }
    },
  },
  {
    name: 'oauth-token-without-expiry',
    says: 'The token endpoint does not tell when a token expires',
    caughtBy: 'conventions/oauth-token-info',
    fault: async (request, next) => {
      const reply = await next(request)
      return pathOf(request.url) === '/oauth/token/info'
        ? withRows(reply, ({ expires_in: _told, ...row }) => row)
        : reply
    },
  },
  {
    name: 'oauth-unknown-application-400',
    says: 'The token endpoint answers 400 to an unknown application',
    caughtBy: 'conventions/oauth-errors',
    fault: async (request, next) => {
      const reply = await next(request)
      return pathOf(request.url) === '/oauth/token' && reply.status === 401
        ? { ...reply, status: 400 }
        : reply
    },
  },
  {
    name: 'scope-before-revocation',
    says: 'A revoked token that lacks the scope of a call answers 403',
    caughtBy: 'conventions/token-check-order',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      const token = request.headers['private-token']
      if (token === undefined || request.method !== 'POST') return reply
      if (reply.status === 403) memory.set(token, reply.body)
      const before = memory.get(token)
      return reply.status === 401 && before !== undefined ? { ...reply, status: 403, body: before } : reply
    },
  },
  rowsChanged(
    'commit-dates-in-utc',
    'The dates of commits are in UTC, with a Z',
    'conventions/commit-dates',
    ['GET /projects/:id/repository/commits/:sha'],
    (row) => ({ ...row, committed_date: new Date(String(row.committed_date)).toISOString() }),
  ),
  {
    name: 'anonymous-keyset-ignored',
    says: 'Projects are paginated by offset for anonymous callers, whatever they ask for',
    caughtBy: 'conventions/keyset-projects',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects') && request.headers['private-token'] === undefined
          ? without(request, (name) => name === 'pagination')
          : request,
      ),
  },
  {
    name: 'links-without-port',
    says: 'The Link header of milestones names the host without its port',
    caughtBy: 'laws/links/get-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, milestones)
        ? withHeader(reply, 'link', (link) => link.replaceAll(/<(https?:\/\/[^/:>]+):\d+/g, '<$1'))
        : reply
    },
  },
  {
    name: 'milestone-url-of-another-host',
    says: 'The `web_url` of a milestone that is created names an internal host',
    caughtBy: 'laws/shape/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /projects/:id/milestones')) return reply
      return { ...reply, body: reply.body.replace(/(?<="web_url":")https?:\/\/[^/"]+/, 'http://internal') }
    },
  },
  {
    name: 'second-etag-ignored',
    says: 'Only the first tag of `If-None-Match` is looked at',
    caughtBy: 'laws/not-modified-tags/get-projects-id-milestones',
    fault: (request, next) => {
      const { 'if-none-match': tags, ...headers } = request.headers
      const [first] = tags?.split(',') ?? []
      return next(
        first === undefined ? request : { ...request, headers: { ...headers, 'if-none-match': first } },
      )
    },
  },
  {
    name: 'modified-since-without-date',
    says: '`If-Modified-Since` alone answers 304, though nothing has a date',
    caughtBy: 'laws/modified/get-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      const { 'if-modified-since': since, 'if-none-match': tags } = request.headers
      return since !== undefined && tags === undefined ? { ...reply, status: 304, body: '' } : reply
    },
  },
  {
    name: 'milestone-of-another-project',
    says: 'A milestone is found by its id below every project',
    caughtBy: 'laws/foreign-ids/get-projects-id-milestones-milestone_id',
    fault: async (request, next, { memory }) => {
      const [, project = '', id = ''] =
        /\/projects\/(\d+)\/milestones(?:\/(\d+))?$/.exec(pathOf(request.url)) ?? []
      const reply = await next(request)
      if (request.method === 'POST' && project !== '' && id === '' && reply.status === 201)
        memory.set(String((JSON.parse(reply.body) as Row).id), project)
      const home = memory.get(id)
      if (reply.status !== 404 || home === undefined || home === project) return reply
      return next({ ...request, url: request.url.replace(`/projects/${project}/`, `/projects/${home}/`) })
    },
  },
  {
    name: 'hidden-group-told',
    says: 'A group that is closed to the caller answers 403, and one that is not there 404',
    caughtBy: 'laws/foreign-ids/get-groups-id-packages',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /groups/:id/packages') || reply.status !== 404) return reply
      const there = (await next(as(request, credentials.admin))).status === 200
      return there ? { ...withJson(reply, { message: '403 Forbidden' }), status: 403 } : reply
    },
  },
  {
    name: 'sudo-as-blocked-user',
    says: 'An administrator acts as a blocked user',
    caughtBy: 'conventions/sudo-blocked',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /user') && 'sudo' in request.headers && reply.status === 403
        ? withJson({ ...reply, status: 200 }, { username: request.headers.sudo ?? '' })
        : reply
    },
  },
  {
    name: 'offset-without-minutes',
    says: 'The minutes of the offset of a time are ignored',
    caughtBy: 'laws/instants/get-projects-id-merge_requests',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace(/([+-]|%2B)(\d\d)(:|%3A)30/g, '$1$2$300') }),
  },
  {
    name: 'fraction-of-second-ignored',
    says: 'The fraction of a second in a time is ignored',
    caughtBy: 'laws/instants/get-groups-id-merge_requests',
    fault: (request, next) => next({ ...request, url: request.url.replace(/(%3A\d\d|:\d\d)\.\d+/g, '$1') }),
  },
  {
    name: 'revoked-impersonation-token-works',
    says: 'A revoked token still opens what it opened before',
    caughtBy: 'conventions/revoked-tokens',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      const { 'private-token': token } = request.headers
      const known = Object.values(credentials).some((it) => it?.token === token)
      return reply.status === 401 && token !== undefined && !known
        ? next(as(request, credentials.owner))
        : reply
    },
  },
  {
    name: 'confidential-issue-found-by-number',
    says: 'A search for the number of an issue finds it whoever may see it',
    caughtBy: 'laws/hidden-records/get-search',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /search') && /^[#!]\d+$/.test(given(request, 'search') ?? '')
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'milestone-without-right-to-read-it',
    says: 'Guests see the milestones of a project in its list, and cannot read one',
    caughtBy: 'laws/listed-rows/get-projects-id-milestones',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      return calls(request, `${milestones}/:milestone_id`) && isBy(request, credentials.guest)
        ? withJson({ ...reply, status: 404 }, { message: '404 Not found' })
        : reply
    },
  },
  {
    name: 'last-milestone-for-reporters-alone',
    says: 'The last milestone of a list is missing for Guests, who can read it',
    caughtBy: 'laws/listed-rows/get-projects-id-milestones',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      return calls(request, milestones) && isBy(request, credentials.guest)
        ? withJson(reply, rowsOf(reply).slice(0, -1))
        : reply
    },
  },
  {
    name: 'hidden-origin-of-fork',
    says: 'A fork names the project that it was made from to whoever does not see that',
    caughtBy: 'laws/hidden-names/get-groups-id-projects',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /groups/:id/projects') && isBy(request, credentials.maintainer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'titles-without-case',
    says: 'The order of merge requests by title disregards case',
    caughtBy: 'laws/order/get-projects-id-merge_requests',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/merge_requests') || given(request, 'order_by') !== 'title')
        return reply
      const title = (row: Row) => String(row.title).toLowerCase()
      const sign = given(request, 'sort') === 'asc' ? 1 : -1
      const sorted = rowsOf(reply).toSorted(
        (a, b) => (title(a) < title(b) ? -1 : title(a) > title(b) ? 1 : 0) * sign,
      )
      return withJson(reply, sorted)
    },
  },
  {
    name: 'filter-by-hidden-project',
    says: 'A filter by a project that the caller does not see finds its merge requests',
    caughtBy: 'laws/foreign-params/get-merge_requests',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /merge_requests') && given(request, 'source_project_id') !== undefined
          ? as({ ...request, url: `${request.url}&scope=all` }, credentials.admin)
          : request,
      ),
  },
  {
    name: 'conventions-throttle-late',
    says: 'One request more than the limit of the throttle is answered',
    caughtBy: 'conventions/request-throttle',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (reply.status !== 429 || memory.has('let in')) return reply
      memory.set('let in', 'once')
      return { ...reply, status: 200 }
    },
  },
  {
    name: 'conventions-far-pages-refused',
    says: 'Every list refuses pages far behind its end',
    caughtBy: 'conventions/far-pages',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, milestones) && Number(given(request, 'page')) > 500
        ? { ...withJson(reply, { error: 'Offset pagination has a maximum' }), status: 405 }
        : reply
    },
  },
  {
    name: 'conventions-head-counts-characters',
    says: 'HEAD tells the number of characters, not of bytes',
    caughtBy: 'conventions/head-lengths',
    fault: async (request, next) => {
      const reply = await next(request)
      return request.method === 'HEAD'
        ? withHeader(reply, 'content-length', (length) => String(Number(length) - 1))
        : reply
    },
  },
  {
    name: 'conventions-throttle-text-ignored',
    says: 'A throttled request is told to come back later in the usual words, whatever the setting says',
    caughtBy: 'conventions/request-throttle',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 429 ? { ...reply, body: 'Retry later\n' } : reply
    },
  },
  paramsChanged(
    'conventions-group-invitations-for-ever',
    'The invitation of a group into a group does not end',
    'conventions/ended-membership',
    'POST /groups/:id/share',
    (params) => withoutParam(params, 'expires_at'),
  ),
  {
    name: 'token-info-for-its-own-origin',
    says: 'What an OAuth token is told of itself is for pages of the origin of the service',
    caughtBy: 'conventions/token-info-anywhere',
    release: '18.9',
    fault: async (request, next) => {
      const reply = await next(request)
      const headers = { ...reply.headers, 'access-control-allow-origin': 'https://example.com' }
      return request.url.startsWith('/oauth/token/info') ? { ...reply, headers } : reply
    },
  },
  {
    name: 'oauth-never-throttled',
    says: 'Requests for tokens are answered however many there are',
    caughtBy: 'conventions/throttled-oauth',
    release: '18.9',
    fault: async (request, next) => {
      const reply = await next(request)
      return request.url.startsWith('/oauth/token') && reply.status === 429
        ? { ...reply, status: 400 }
        : reply
    },
  },
  {
    name: 'registration-of-any-name',
    says: 'An application registers itself however long its name is',
    caughtBy: 'conventions/registers-itself',
    release: '18.9',
    fault: async (request, next) =>
      next(
        request.url.startsWith('/oauth/register')
          ? withParams(request, (params) => ({ ...params, client_name: 'Short' }))
          : request,
      ),
  },
  {
    name: 'device-without-waiting',
    says: 'A device that asks at once again is told that it is waited for',
    caughtBy: 'conventions/device-grant',
    release: '18.9',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('slow_down')
        ? { ...reply, body: reply.body.replace('slow_down', 'authorization_pending') }
        : reply
    },
  },
]
