import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, withParams, withRows } from './wire.ts'

const BADGES = '/projects/:id/badges'

/** Faults in badges. */
export const badgesMutants: readonly Mutant[] = [
  {
    name: 'badge-placeholders-kept',
    says: 'Rendered badge URLs keep their placeholders',
    caughtBy: 'badges/rendered',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${BADGES}`)) return reply
      return withRows(reply, (row) => ({ ...row, rendered_link_url: row.link_url ?? null }))
    },
  },
  {
    name: 'group-badges-not-listed',
    says: 'A project does not list the badges of its groups',
    caughtBy: 'badges/inherited',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${BADGES}`) || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ kind }) => kind === 'project'),
      )
    },
  },
  {
    name: 'badge-url-of-any-scheme',
    says: 'A badge accepts a URL of any scheme, scripts too',
    caughtBy: 'badges/invalid-urls',
    fault: (request, next) =>
      next(
        calls(request, `POST ${BADGES}`)
          ? withParams(request, (params) => ({
              ...params,
              image_url: String(params.image_url).replace(/^javascript:.*/, 'https://example.com'),
            }))
          : request,
      ),
  },
]
