import { isRows } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const releases = '/projects/:id/releases'

/** Faults in releases. */
export const releasesMutants: readonly Mutant[] = [
  {
    name: 'release-html-missing',
    says: 'The description of a release is never shown as HTML',
    caughtBy: 'releases/description-html',
    fault: (request, next) => next(without(request, (name) => name === 'include_html_description')),
  },
  {
    name: 'release-milestones-uncounted',
    says: 'The milestones of a release do not tell how many of their issues are closed',
    caughtBy: 'releases/milestone-stats',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${releases}`)) return reply
      return withRows(reply, ({ milestones, ...row }) => ({
        ...row,
        milestones: (isRows(milestones) ? milestones : []).map(({ issue_stats: _, ...shown }) => shown),
      }))
    },
  },
  {
    name: 'release-link-never-external',
    says: 'Each link of a release counts as internal',
    caughtBy: 'releases/link-external',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${releases}/:tag_name/assets/links`)
        ? withRows(reply, (row) => ({ ...row, external: false }))
        : reply
    },
  },
  {
    name: 'release-sources-dead',
    says: 'The addresses of the sources of a release lead nowhere',
    caughtBy: 'releases/sources',
    fault: async (request, next) => {
      const reply = await next(request)
      return request.url.includes('/-/archive/') ? { ...reply, status: 404, body: '' } : reply
    },
  },
  {
    name: 'group-releases-ignore-sort',
    says: 'The list of releases of a group ignores `sort`',
    caughtBy: 'releases/group-order',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/releases') ? without(request, (name) => name === 'sort') : request,
      ),
  },
  {
    name: 'release-named-after-tag',
    says: 'A release always has the name of its tag',
    caughtBy: 'releases/life',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${releases}`)
        ? withRows(reply, (row) => ({ ...row, name: row.tag_name ?? null }))
        : reply
    },
  },
  {
    name: 'releases-ordered-by-creation',
    says: 'Releases are listed by the time of their creation instead of `released_at`',
    caughtBy: 'releases/order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${releases}`)) return reply
      const rows = [...rowsOf(reply)]
      return withJson(
        reply,
        rows.sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1)),
      )
    },
  },
  {
    name: 'latest-release-by-creation',
    says: 'The latest release is the one that was created last',
    caughtBy: 'releases/permalinks',
    fault: async (request, next) => {
      if (!calls(request, `GET ${releases}/permalink/latest`)) return next(request)
      const reply = await next(request)
      const Location = (reply.headers.location ?? '').replace(/[^/]+$/, 'oldest')
      return { ...reply, headers: { ...reply.headers, location: Location } }
    },
  },
  {
    name: 'release-from-default-branch',
    says: 'A release without a ref is created from the default branch',
    caughtBy: 'releases/create-refused',
    fault: (request, next) =>
      next(
        calls(request, `POST ${releases}`)
          ? withParams(request, (params) => ({ ref: 'main', ...params }))
          : request,
      ),
  },
  {
    name: 'release-link-not-deleted',
    says: 'Deleting a link of a release answers with the link and leaves it in place',
    caughtBy: 'releases/links-lifecycle',
    fault: (request, next) => {
      const one = '/projects/:id/releases/:tag_name/assets/links/:link_id'
      return next(calls(request, `DELETE ${one}`) ? { ...request, method: 'GET' } : request)
    },
  },
  {
    name: 'protected-tag-bad-request',
    says: 'A release of a protected tag is refused with 400',
    caughtBy: 'releases/protected-tag',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/releases') && reply.status === 403
      return refused ? { ...reply, status: 400 } : reply
    },
  },
  {
    name: 'release-of-protected-tag-written',
    says: 'Developers update the release of a tag that they may not create',
    caughtBy: 'releases/protected-tag-written',
    fault: async (request, next) => {
      const reply = await next(request)
      const update = calls(request, `PUT ${releases}/:tag_name`)
      return update && reply.status === 403 ? { ...reply, status: 200, body: '{}' } : reply
    },
  },
  {
    name: 'missing-release-written',
    says: 'Updating and deleting a release that does not exist answers 404',
    caughtBy: 'releases/life',
    fault: async (request, next) => {
      const reply = await next(request)
      const writes = ['PUT', 'DELETE'].some((verb) =>
        calls(request, `${verb} /projects/:id/releases/:tag_name`),
      )
      return writes && reply.status === 403 ? { ...reply, status: 404 } : reply
    },
  },
]
