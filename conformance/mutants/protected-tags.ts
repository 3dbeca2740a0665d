import { isRows } from '../kit/json.ts'
import { covers } from '../oracle/protected-tags.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, paramsOf, pathOf, rowsOf, withJson, withParams } from './wire.ts'

const path = '/projects/:id/protected_tags'

/** Faults in protected tags. */
export const protectedTagsMutants: readonly Mutant[] = [
  {
    name: 'protected-tag-for-former-guests',
    says: 'A group is named in `allowed_to_create` though its invitation has ended',
    caughtBy: 'protected-tags/ended-invitation',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /projects/:id/share')) memory.set(`share ${paramsOf(request).group_id}`, 'yes')
      if (!calls(request, `POST ${path}`) || reply.status !== 422) return reply
      const { name = null, allowed_to_create: named } = paramsOf(request)
      const isKnown = isRows(named) && named.every((it) => memory.has(`share ${it.group_id}`))
      return isKnown ? withJson({ ...reply, status: 201 }, { name, create_access_levels: [] }) : reply
    },
  },
  {
    name: 'protected-tag-decoded-twice',
    says: 'The name of a protected tag in a path is decoded twice',
    caughtBy: 'protected-tags/odd-names',
    fault: (request, next) =>
      next(
        request.url.includes('/protected_tags/')
          ? { ...request, url: request.url.replaceAll('%25', '%') }
          : request,
      ),
  },
  {
    name: 'protected-tag-plus-for-blank',
    says: 'A plus in the name of a protected tag is taken for a blank',
    caughtBy: 'protected-tags/odd-names',
    fault: (request, next) =>
      next(
        request.url.includes('/protected_tags/')
          ? { ...request, url: request.url.replace(/(\/protected_tags\/[^?]*)(?:\+|%2B)/i, '$1%20') }
          : request,
      ),
  },
  {
    name: 'protected-tag-found-by-match',
    says: 'A tag that a wildcard matches finds the wildcard',
    caughtBy: 'protected-tags/exact-names',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${path}/:name`) || reply.status !== 404) return reply
      const [, list = '', name = ''] = /^(.*)\/([^/]*)$/.exec(pathOf(request.url)) ?? []
      const rules = await next({ ...request, url: list })
      const rule = rowsOf(rules).find((row) => covers(String(row.name), decodeURIComponent(name)))
      return rule === undefined ? reply : withJson({ ...rules, status: 200 }, rule)
    },
  },
  {
    name: 'protected-tag-conflict',
    says: 'Protecting a name twice answers 409 instead of 422',
    caughtBy: 'protected-tags/name-taken',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${path}`) || !reply.body.includes('already been taken')) return reply
      return withJson({ ...reply, status: 409 }, { message: `Protected tag already exists` })
    },
  },
  {
    name: 'protected-tag-level-ignored',
    says: 'Every tag is protected for Maintainers, whatever level is sent',
    caughtBy: 'protected-tags/creating-tags',
    fault: (request, next) =>
      next(
        calls(request, `POST ${path}`)
          ? withParams(request, (params) => ({ ...params, create_access_level: 40 }))
          : request,
      ),
  },
  {
    name: 'protected-tag-wildcards-ignored',
    says: 'Developers create a protected tag unless it is protected by its exact name',
    caughtBy: 'protected-tags/session',
    fault: async (request, next, { credentials }) => {
      const tags = calls(request, 'POST /projects/:id/repository/tags')
      if (!tags || !isBy(request, credentials.developer)) return next(request)
      const { tag_name } = paramsOf(request)
      const named = pathOf(request.url).replace(
        'repository/tags',
        `protected_tags/${encodeURIComponent(String(tag_name))}`,
      )
      const { body: _body, ...read } = as(request, credentials.owner)
      const known = await next({ ...read, method: 'GET', url: named })
      return next(known.status === 404 ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'protected-tags-sorted-by-name',
    says: 'Protected tags are listed by name',
    caughtBy: 'protected-tags/order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${path}`) || reply.status !== 200) return reply
      const name = (row: { readonly name?: unknown }) => String(row.name)
      return withJson(
        reply,
        [...rowsOf(reply)].sort((a, b) => (name(a) < name(b) ? -1 : 1)),
      )
    },
  },
  {
    name: 'protected-tag-level-beside-users-lost',
    says: '`create_access_level` is ignored when `allowed_to_create` is sent',
    caughtBy: 'protected-tags/allowed-to-create',
    fault: (request, next) =>
      next(
        calls(request, `POST ${path}`)
          ? withParams(request, ({ create_access_level, ...rest }) =>
              Array.isArray(rest.allowed_to_create) && rest.allowed_to_create.length > 0
                ? rest
                : { ...rest, create_access_level: create_access_level ?? null },
            )
          : request,
      ),
  },
  {
    name: 'protected-tag-parameters-first',
    says: 'The parameters are checked before the right to protect a tag',
    caughtBy: 'protected-tags/rights-first',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${path}`) && reply.status === 403 && paramsOf(request).name === undefined
        ? withJson({ ...reply, status: 400 }, { error: 'name is missing' })
        : reply
    },
  },
  {
    name: 'tag-groups-as-developers-only',
    says: 'A group that is invited as Reporters is refused',
    caughtBy: 'protected-tags/group-of-any-role',
    fault: async (request, next) => {
      const reply = await next(request)
      const grouped = calls(request, `POST ${path}`) && JSON.stringify(paramsOf(request)).includes('group_id')
      return grouped ? withJson({ ...reply, status: 422 }, { message: [] }) : reply
    },
  },
  {
    name: 'protected-tag-blanks-squeezed',
    says: 'Several blanks in the name of a protected tag become one',
    caughtBy: 'protected-tags/odd-names',
    fault: (request, next) =>
      next(
        calls(request, `POST ${path}`)
          ? withParams(request, (params) => ({ ...params, name: String(params.name).replaceAll(/ +/g, ' ') }))
          : request,
      ),
  },
  {
    name: 'protected-tag-by-named-reporter',
    says: 'Whoever is named may create a protected tag, whatever role they have',
    caughtBy: 'protected-tags/named-reporter',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'POST /projects/:id/repository/tags') && isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
]
