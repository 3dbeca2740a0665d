import { isRow, type Row } from '../kit/json.ts'
import { bytesOf, textOf } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import { calls, given, isBy, withJson, without, withRows } from './wire.ts'

const list = 'GET /projects/:id/packages'
const one = '/projects/:id/packages/:package_id'
const file = '/projects/:id/packages/generic/:package_name/:package_version/:file_name'
const npm = '/projects/:id/packages/npm/*package_name'

/** Faults in packages and in the registries that fill them. */
export const packageMutants: readonly Mutant[] = [
  {
    name: 'first-word-of-name',
    says: 'A search for a package looks for its first word alone',
    caughtBy: 'packages/filters',
    fault: (request, next) => {
      const name = given(request, 'package_name')?.replaceAll('+', ' ')
      if (!calls(request, list) || !name?.includes(' ')) return next(request)
      const rest = without(request, (it) => it === 'package_name')
      const [word = ''] = name.split(' ')
      return next({ ...rest, url: `${rest.url}${rest.url.includes('?') ? '&' : '?'}package_name=${word}` })
    },
  },
  {
    name: 'versions-by-number',
    says: 'Versions are ordered as numbers instead of texts',
    caughtBy: 'packages/versions',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `GET ${one}`) ? withRows(reply, byNumber) : reply
    },
  },
  {
    name: 'any-type-filtered',
    says: 'A filter by the type `npm` lets generic packages through',
    caughtBy: 'packages/filters-are-predicates',
    fault: (request, next) =>
      next(
        calls(request, list) && given(request, 'package_type') === 'npm'
          ? without(request, (name) => name === 'package_type')
          : request,
      ),
  },
  {
    name: 'deletion-offered-to-developers',
    says: 'Developers are offered the deletion that they may not do',
    caughtBy: 'packages/links',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      const offered = calls(request, list) && isBy(request, credentials.developer)
      return offered ? withRows(reply, withDeletion) : reply
    },
  },
  {
    name: 'package-survives',
    says: 'A package that is deleted stays',
    caughtBy: 'packages/delete',
    fault: async (request, next, { credentials }) => {
      if (!calls(request, `DELETE ${one}`) || !isBy(request, credentials.owner)) return next(request)
      return { status: 204, headers: {}, body: '' }
    },
  },
  {
    name: 'file-of-any-package',
    says: 'A file is deleted whatever package it is in',
    caughtBy: 'packages/delete-file-missing',
    fault: async (request, next) => {
      const reply = await next(request)
      const mine = calls(request, `DELETE ${one}/package_files/:package_file_id`) && reply.status === 404
      return mine ? { status: 204, headers: {}, body: '' } : reply
    },
  },
  {
    name: 'group-without-subgroups',
    says: 'A group lists the packages of its own projects alone',
    caughtBy: 'packages/group-places',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/packages') && given(request, 'exclude_subgroups') === undefined
          ? {
              ...request,
              url: `${request.url}${request.url.includes('?') ? '&' : '?'}exclude_subgroups=true`,
            }
          : request,
      ),
  },
  {
    name: 'wrong-job-is-nobody',
    says: 'A job token that is none counts as no credential',
    caughtBy: 'packages/job-token-unknown',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, list) || reply.status !== 401) return reply
      const { 'job-token': _job, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: 'upload-is-text',
    says: 'What is uploaded is stored as text',
    caughtBy: 'packages/generic-bytes',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${file}`) && request.body !== undefined
          ? { ...request, body: bytesOf(textOf(request.body)) }
          : request,
      ),
  },
  {
    name: 'uploaded-form',
    says: 'Parameters are read from an upload whose type is a form',
    caughtBy: 'packages/generic-bytes',
    fault: (request, next) => {
      const form = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      if (!calls(request, `PUT ${file}`) || !form || request.body === undefined) return next(request)
      return next({ ...request, url: `${request.url}?${textOf(request.body)}`, body: '' })
    },
  },
  {
    name: 'published-twice',
    says: 'A version that is published again is accepted',
    caughtBy: 'packages/npm-once',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `PUT ${npm}`) && reply.status === 403
        ? { ...withJson(reply, {}), status: 200 }
        : reply
    },
  },
  {
    name: 'latest-is-newest',
    says: 'Without a tag the version that was published last is the latest',
    caughtBy: 'packages/npm-tags',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!/\/dist-tags$/.test(request.url) || request.method !== 'GET') return reply
      return withRows(reply, (tags) => ({
        ...tags,
        latest: tags.latest === '2.0.0-rc.1' ? '1.10.0' : (tags.latest ?? null),
      }))
    },
  },
]

function byNumber(row: Row): Row {
  const { versions } = row
  if (!Array.isArray(versions)) return row
  const key = (version: unknown) =>
    String(isRow(version as Row) ? (version as Row).version : '').replace(/\d+/g, (digits) =>
      digits.padStart(8, '0'),
    )
  return { ...row, versions: [...versions].sort((a, b) => (key(a) < key(b) ? -1 : 1)) }
}

function withDeletion(row: Row): Row {
  const { _links } = row
  return isRow(_links) ? { ...row, _links: { ..._links, delete_api_path: 'http://example.com' } } : row
}
