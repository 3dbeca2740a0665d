import type { Mutant } from './mutant.ts'
import { as, calls, given, isBy, withHeader, withJson, without } from './wire.ts'

const milestones = 'GET /projects/:id/milestones'

/** Faults in what all operations share: paging, caching, errors, credentials. */
export const protocolMutants: readonly Mutant[] = [
  {
    name: 'wrong-total',
    says: '`X-Total` is one too many',
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
    name: 'page-of-zero',
    says: '`per_page=0` is taken for the default',
    caughtBy: 'laws/paging-refused/get-projects-id-milestones',
    fault: (request, next) =>
      next(given(request, 'per_page') === '0' ? without(request, (name) => name === 'per_page') : request),
  },
  {
    name: 'unclamped',
    says: '`X-Per-Page` tells the size that was asked for, not the one that was given',
    caughtBy: 'laws/paging-sizes/get-projects-id-milestones',
    fault: async (request, next) =>
      withHeader(await next(request), 'x-per-page', (size) => given(request, 'per_page') || size),
  },
  {
    name: 'page-overlaps',
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
    name: 'never-304',
    says: '`If-None-Match` is not looked at',
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
    name: 'other-words',
    says: 'A missing parameter is told in other words',
    caughtBy: 'laws/validation/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      return { ...reply, body: reply.body.replaceAll('is missing', 'is required') }
    },
  },
  {
    name: 'expired-accepted',
    says: 'An expired token opens everything',
    caughtBy: 'laws/spent-token/get-user',
    fault: (request, next, { credentials }) =>
      next(isBy(request, credentials.expired) ? as(request, credentials.owner) : request),
  },
  {
    name: 'read-scope-writes',
    says: 'A token that may only read writes as well',
    caughtBy: 'laws/read-scope/post-projects-id-milestones',
    fault: (request, next, { credentials }) =>
      next(isBy(request, credentials.reader) ? as(request, credentials.owner) : request),
  },
  {
    name: 'anonymous-reads',
    says: 'Whoever sends no credential is taken for the owner',
    caughtBy: 'laws/anonymous/get-projects-id-milestones',
    fault: (request, next, { credentials }) => {
      const signed = Object.keys(request.headers).some(
        (name) => name === 'private-token' || name === 'authorization',
      )
      return next(signed ? request : as(request, credentials.owner))
    },
  },
  {
    name: 'guests-write',
    says: 'A guest may create milestones',
    caughtBy: 'laws/rights/post-projects-id-milestones',
    fault: (request, next, { credentials }) => {
      const creates = calls(request, 'POST /projects/:id/milestones') && isBy(request, credentials.guest)
      return next(creates ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'tells-it-exists',
    says: 'A stranger is told 403 of a private project instead of 404',
    caughtBy: 'laws/rights/get-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      const hidden = reply.status === 404 && reply.body.includes('404 Project Not Found')
      return hidden ? { ...withJson(reply, { message: '403 Forbidden' }), status: 403 } : reply
    },
  },
  {
    name: 'crashes-on-nul',
    says: 'A NUL byte makes it fail',
    caughtBy: 'laws/hostile/get-projects-id-milestones',
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
    name: 'case-matters',
    says: 'Paths of projects are compared with the case of their letters',
    caughtBy: 'laws/project-paths/get-projects-id-milestones',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace(/projects\/[A-Z][^/?]*%2F/, 'projects/nobody%2F') }),
  },
  {
    name: 'refused-but-done',
    says: 'A milestone that is refused for its state is created all the same',
    caughtBy: 'laws/refused-changes-nothing/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = reply.status === 400 && calls(request, 'POST /projects/:id/milestones')
      if (refused) await next({ ...request, body: `{"title":"refused ${request.body?.length ?? 0}"}` })
      return reply
    },
  },
]
