import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, without, withParams } from './wire.ts'

const WIKIS = '/projects/:id/wikis'

/** Faults in wikis. */
export const wikisMutants: readonly Mutant[] = [
  {
    name: 'wiki-version-ignored',
    says: 'A wiki page at an unknown version is shown as it is now',
    caughtBy: 'wikis/version',
    fault: (request, next) =>
      next(calls(request, `GET ${WIKIS}/:slug`) ? without(request, (name) => name === 'version') : request),
  },

  {
    name: 'wiki-rename-leaves-folder',
    says: 'A wiki page that gets a new title leaves its folder',
    caughtBy: 'wikis/life',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${WIKIS}/:slug`)
          ? withParams(request, (params) =>
              typeof params.title === 'string' ? { ...params, title: `/${params.title}` } : params,
            )
          : request,
      ),
  },
  {
    name: 'wiki-list-always-with-content',
    says: 'The list of wiki pages always holds their content',
    caughtBy: 'wikis/list',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${WIKIS}`) || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) => ({ content: '', ...row })),
      )
    },
  },
  {
    name: 'group-wiki-page-not-deleted',
    says: 'Deleting a page of a group wiki answers success without deleting it',
    caughtBy: 'wikis/group-wiki',
    fault: async (request, next) => {
      const deletes = calls(request, 'DELETE /groups/:id/wikis/:slug')
      const reply = await next(deletes ? { ...request, method: 'GET' } : request)
      return deletes && reply.status === 200 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'group-wiki-level-ignored',
    says: '`wiki_access_level` of a group is ignored',
    caughtBy: 'wikis/group-wiki-level',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /groups/:id')
          ? withParams(request, ({ wiki_access_level: _, ...params }) => ({
              ...params,
              name: params.name ?? 'G',
            }))
          : request,
      ),
  },
  {
    name: 'wiki-write-asks-for-credential',
    says: 'Writing to a wiki without a credential answers 401',
    caughtBy: 'laws/rights-public/post-projects-id-wikis',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${WIKIS}`) && request.headers['private-token'] === undefined
        ? { ...withJson(reply, { message: '401 Unauthorized' }), status: 401 }
        : reply
    },
  },
  {
    name: 'wiki-unknown-format-accepted',
    says: 'A wiki page with an unknown format is created as Markdown',
    caughtBy: 'wikis/create-refused',
    fault: (request, next) =>
      next(
        calls(request, `POST ${WIKIS}`)
          ? withParams(request, (params) => ({ ...params, format: 'markdown' }))
          : request,
      ),
  },
  {
    name: 'wiki-duplicate-path-accepted',
    says: 'A second wiki page with the same path answers success',
    caughtBy: 'wikis/duplicate-path',
    fault: async (request, next) => {
      const reply = await next(request)
      const twin = calls(request, `POST ${WIKIS}`) && reply.body.includes('already exists')
      return twin ? { ...reply, status: 201 } : reply
    },
  },
]
