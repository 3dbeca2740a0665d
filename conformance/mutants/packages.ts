import { isRow, isRows, parseJson, type Row } from '../kit/json.ts'
import { bytesOf, textOf } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  othersFirst,
  paramsChanged,
  pathOf,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withRows,
} from './wire.ts'

const list = 'GET /projects/:id/packages'

const one = '/projects/:id/packages/:package_id'

const file = '/projects/:id/packages/generic/:package_name/:package_version/:file_name'

const npm = '/projects/:id/packages/npm/*package_name'

const pypi = '/projects/:id/packages/pypi'

const maven = 'PUT /projects/:id/packages/maven/*path/:file_name'

/** Faults in packages. */
export const packagesMutants: readonly Mutant[] = [
  {
    name: 'file-size-limit-ignored',
    says: 'A generic file of any size is taken',
    caughtBy: 'packages/file-size-limit',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `PUT ${file}`) && reply.status === 400
      return refused ? { ...reply, status: 201, body: '{"message":"201 Created"}' } : reply
    },
  },
  {
    name: 'versionless-packages-of-a-status',
    says: 'A filter by status also lists packages without a version',
    caughtBy: 'packages/group-versionless',
    fault: (request, next) =>
      next(
        calls(request, list) && given(request, 'status') !== undefined
          ? { ...request, url: `${request.url}&include_versionless=true` }
          : request,
      ),
  },
  {
    name: 'first-download-remembered',
    says: 'A package shows when it was downloaded first',
    caughtBy: 'packages/last-downloaded',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, `GET ${one}`)) return reply
      return withRows(reply, (row) => {
        const before = memory.get(request.url)
        if (before !== undefined) return { ...row, last_downloaded_at: before }
        if (typeof row.last_downloaded_at === 'string') memory.set(request.url, row.last_downloaded_at)
        return row
      })
    },
  },
  {
    name: 'group-packages-by-name-of-project',
    says: 'The order by project path goes by the names of projects',
    caughtBy: 'packages/group-order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /groups/:id/packages') || given(request, 'order_by') !== 'project_path')
        return reply
      const named: [string, Row][] = []
      for (const row of rowsOf(reply)) {
        const { headers } = request
        const url = `/api/v4/projects/${String(row.project_id)}`
        const project = parseJson((await next({ method: 'GET', url, headers })).body)
        named.push([isRow(project) ? String(project.name) : '', row])
      }
      const sorted = named.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      return withJson(
        reply,
        sorted.map(([, row]) => row),
      )
    },
  },
  rowsChanged(
    'older-versions-left-out',
    'A package shows those of its other versions that were published later',
    'packages/versions',
    [`GET ${one}`],
    (row) => ({
      ...row,
      versions: isRows(row.versions) ? row.versions.filter(({ id }) => Number(id) > Number(row.id)) : [],
    }),
  ),
  {
    name: 'package-of-archived-project-deleted',
    says: 'A package is deleted from an archived project',
    caughtBy: 'laws/archived-project/delete-projects-id-packages-package_id',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `DELETE ${one}`) || reply.status !== 403) return reply
      const place = pathOf(request.url).replace(/\/packages\/.*$/, '')
      const turn = (verb: string) => next({ ...request, method: 'POST', url: `${place}/${verb}` })
      if ((await turn('unarchive')).status !== 201) return reply
      const deleted = await next(request)
      await turn('archive')
      return deleted
    },
  },
  {
    name: 'group-packages-one-group-deep',
    says: 'A group lists the packages of its projects and of those in its subgroups, but of none further below',
    caughtBy: 'packages/group-projects',
    fault: async (request, next) => {
      const reply = await next(request)
      const isNear = ({ project_path }: Row) => String(project_path).split('/').length <= 3
      return calls(request, 'GET /groups/:id/packages') && reply.status === 200
        ? withJson(reply, rowsOf(reply).filter(isNear))
        : reply
    },
  },
  {
    name: 'package-content-deleted-with-another',
    says: 'A file of the content that a deleted package had can no longer be downloaded',
    caughtBy: 'packages/delete-leaves-equal-content',
    fault: async (request, next, { memory }) => {
      if (request.method === 'DELETE' && /\/packages\/\d+/.test(request.url)) memory.set('deleted', 'yes')
      const reply = await next(request)
      return calls(request, `GET ${file}`) && memory.has('deleted')
        ? withJson({ ...reply, status: 500 }, { message: 'Gone' })
        : reply
    },
  },
  {
    name: 'job-token-after-the-job',
    says: 'A job token stays good after its job has ended',
    caughtBy: 'packages/job-token-ended',
    fault: async (request, next, { memory }) => {
      const token = request.headers['job-token']
      const reply = await next(request)
      if (token === undefined || !calls(request, list)) return reply
      if (reply.status === 200) memory.set(token, reply.body)
      const before = memory.get(token)
      return reply.status === 401 && before !== undefined ? { ...reply, status: 200, body: before } : reply
    },
  },
  {
    name: 'group-packages-without-code',
    says: 'The list of a group has packages of projects whose repository the caller may not use',
    caughtBy: 'packages/group-without-code',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'GET /groups/:id/packages') ? as(request, credentials.owner) : request),
  },
  {
    name: 'versionless-packages-by-name',
    says: 'A filter by name lists packages without a version as well',
    caughtBy: 'packages/versionless',
    fault: (request, next) =>
      next(
        calls(request, list) && given(request, 'package_name') !== undefined
          ? { ...request, url: `${request.url}&include_versionless=true` }
          : request,
      ),
  },
  {
    name: 'generic-registry-without-challenge',
    says: 'The generic registry refuses anonymous callers without a challenge',
    caughtBy: 'packages/generic-challenge',
    fault: async (request, next) => {
      const reply = await next(request)
      const { 'www-authenticate': _, ...headers } = reply.headers
      return calls(request, `GET ${file}`) ? { ...reply, headers } : reply
    },
  },
  {
    name: 'pypi-name-by-letter',
    says: 'The index of PyPI packages compares names letter by letter',
    caughtBy: 'packages/pypi-package',
    fault: async (request, next) => {
      const reply = await next(request)
      const normal =
        calls(request, `GET ${pypi}/simple/*package_name`) && /till-roll$/.test(pathOf(request.url))
      return normal ? { ...reply, status: 404, body: '{"message":"404 Package Not Found"}' } : reply
    },
  },
  {
    name: 'pypi-never-forwarded',
    says: 'A PyPI package that the registry lacks answers 404, whether requests are forwarded or not',
    caughtBy: 'packages/pypi-forwarding',
    fault: async (request, next) => {
      const reply = await next(request)
      const forwarded = calls(request, `GET ${pypi}/simple/*package_name`) && reply.status === 302
      return forwarded ? { ...reply, status: 404, body: '{"message":"404 Package Not Found"}' } : reply
    },
  },
  {
    name: 'pypi-file-twice',
    says: 'A second file of a name is taken for a PyPI package',
    caughtBy: 'packages/pypi-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const taken = calls(request, `POST ${pypi}`) && reply.body.includes('already been taken')
      return taken ? { ...reply, status: 201, body: '{"message":"201 Created"}' } : reply
    },
  },
  {
    name: 'pypi-no-challenge',
    says: 'The PyPI registry asks nobody for a password',
    caughtBy: 'packages/pypi-credentials',
    fault: async (request, next) => {
      const reply = await next(request)
      const { 'www-authenticate': _asked, ...headers } = reply.headers
      return calls(request, `GET ${pypi}/simple`) ? { ...reply, headers } : reply
    },
  },
  {
    name: 'maven-metadata-versioned',
    says: 'The list of all versions of a Maven package makes a package with the last part of its path as version',
    caughtBy: 'packages/maven-package',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, list)
        ? withRows(reply, (row) => ({ ...row, version: row.version ?? 'till' }))
        : reply
    },
  },
  {
    name: 'maven-checksum-unseen',
    says: 'A wrong checksum of a Maven package answers 204',
    caughtBy: 'packages/maven-checksums',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, maven) && reply.status === 409 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'maven-instance-open',
    says: 'The Maven registry of the instance answers 404 for packages that it does not find',
    caughtBy: 'packages/maven-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /packages/maven/*path/:file_name') && reply.status === 403
      return refused ? { ...reply, status: 404, body: '{"message":"404 Not found"}' } : reply
    },
  },
  paramsChanged(
    'packages-protected-by-name',
    'A star in the pattern of a protected package stands for itself',
    'packages/protection-rules',
    'POST /projects/:id/packages/protection/rules',
    (params) => ({
      ...params,
      ...(params.package_name_pattern === 'guarded-*' && { package_name_pattern: 'guarded-' }),
    }),
  ),
  {
    name: 'package-name-first-word',
    says: 'A search for a package name takes only its first word into account',
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
    name: 'package-versions-by-number',
    says: 'The versions of a package are ordered by number instead of as text',
    caughtBy: 'packages/versions',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `GET ${one}`) ? withRows(reply, byNumber) : reply
    },
  },
  {
    name: 'package-type-npm-ignored',
    says: 'The filter by the type `npm` selects packages of every type',
    caughtBy: 'packages/filter-selects',
    fault: (request, next) =>
      next(
        calls(request, list) && given(request, 'package_type') === 'npm'
          ? without(request, (name) => name === 'package_type')
          : request,
      ),
  },
  {
    name: 'delete-link-for-developers',
    says: 'A Developer gets the URL of a deletion that needs Maintainer',
    caughtBy: 'packages/links',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      const offered = calls(request, list) && isBy(request, credentials.developer)
      return offered ? withRows(reply, withDeletion) : reply
    },
  },
  {
    name: 'package-not-deleted',
    says: 'The deletion of a package answers 204 and deletes nothing',
    caughtBy: 'packages/delete',
    fault: async (request, next, { credentials }) => {
      if (!calls(request, `DELETE ${one}`) || !isBy(request, credentials.owner)) return next(request)
      return { status: 204, headers: {}, body: '' }
    },
  },
  {
    name: 'package-file-delete-always-succeeds',
    says: 'The deletion of a file that is not in the package answers 204',
    caughtBy: 'packages/delete-file-missing',
    fault: async (request, next) => {
      const reply = await next(request)
      const mine = calls(request, `DELETE ${one}/package_files/:package_file_id`) && reply.status === 404
      return mine ? { status: 204, headers: {}, body: '' } : reply
    },
  },
  {
    name: 'group-packages-without-subgroups',
    says: 'A group lists only the packages of its own projects',
    caughtBy: 'packages/group-projects',
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
    name: 'unknown-job-token-as-anonymous',
    says: 'An unknown job token counts as no credential',
    caughtBy: 'packages/job-token-unknown',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, list) || reply.status !== 401) return reply
      const { 'job-token': _job, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: 'upload-as-text',
    says: 'The bytes of an upload are stored as text',
    caughtBy: 'packages/generic-upload',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${file}`) && request.body !== undefined
          ? { ...request, body: bytesOf(textOf(request.body)) }
          : request,
      ),
  },
  {
    name: 'upload-as-form',
    says: 'An upload with the content type of a form is read as parameters',
    caughtBy: 'packages/generic-upload',
    fault: (request, next) => {
      const form = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      if (!calls(request, `PUT ${file}`) || !form || request.body === undefined) return next(request)
      return next({ ...request, url: `${request.url}?${textOf(request.body)}`, body: '' })
    },
  },
  {
    name: 'npm-forbidden-to-nobody',
    says: 'Without credentials an npm package of a private project answers 403',
    caughtBy: 'packages/npm-without-credentials',
    fault: async (request, next) => {
      const reply = await next(request)
      const isReading = request.method === 'GET' && /\/packages\/npm\//.test(request.url)
      return isReading && (reply.status === 401 || reply.status === 404)
        ? { ...withJson(reply, { message: '403 Forbidden' }), status: 403 }
        : reply
    },
  },
  {
    name: 'npm-version-twice',
    says: 'A version of an npm package is published again',
    caughtBy: 'packages/npm-version-once',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `PUT ${npm}`) && reply.status === 403
        ? { ...withJson(reply, {}), status: 200 }
        : reply
    },
  },
  {
    name: 'npm-latest-by-date',
    says: 'Without a tag `latest` it is the version that was published last',
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
  {
    name: 'package-type-of-conan-lost',
    says: '`package_type=conan` lists no package',
    caughtBy: 'packages/each-type',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, list) && given(request, 'package_type') === 'conan' ? withJson(reply, []) : reply
    },
  },
  {
    name: 'package-types-by-name',
    says: '`order_by=type` goes by the names of the types',
    caughtBy: 'packages/order-by-type',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, list) || given(request, 'order_by') !== 'type') return reply
      const type = (row: Row) => String(row.package_type)
      return withJson(
        reply,
        [...rowsOf(reply)].sort((a, b) => (type(a) < type(b) ? -1 : 1)),
      )
    },
  },
  {
    name: 'package-broken-shown',
    says: 'A package with the status `error` is read like any other',
    caughtBy: 'packages/broken-package',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('Package not found') ? withJson({ ...reply, status: 200 }, {}) : reply
    },
  },
  {
    name: 'package-conan-bare-name',
    says: 'A conan package has its bare name alone',
    caughtBy: 'packages/conan-names',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, list)) return reply
      return withRows(reply, (row) => ({ ...row, name: row.conan_package_name ?? row.name ?? null }))
    },
  },
  {
    name: 'package-tags-lost',
    says: 'A single package has no tags',
    caughtBy: 'packages/versions',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/packages/:package_id')
        ? withRows(reply, (row) => ({ ...row, tags: [] }))
        : reply
    },
  },
  {
    name: 'packages-for-deploy-tokens',
    says: 'A deploy token lists packages',
    caughtBy: 'packages/deploy-token',
    fault: (request, next, { credentials }) => {
      const deploy = request.headers['deploy-token'] !== undefined && calls(request, list)
      return next(deploy ? as({ ...request, headers: {} }, credentials.owner) : request)
    },
  },
  {
    name: 'group-packages-status-ignored',
    says: 'The packages of a group are not filtered by status',
    caughtBy: 'packages/group-types',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/packages') && given(request, 'status') === 'hidden'
          ? without(request, (name) => name === 'status')
          : request,
      ),
  },
  {
    name: 'group-packages-of-disabled-registries',
    says: 'A group lists the packages of projects whose registry is disabled',
    caughtBy: 'packages/registry-disabled',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /groups/:id/packages')) return reply
      const known = memory.get(request.url)
      memory.set(request.url, known ?? reply.body)
      return { ...reply, body: known ?? reply.body }
    },
  },
  {
    name: 'package-deleted-version-shown',
    says: 'A deleted version stays among the versions of the others',
    caughtBy: 'packages/deleted-version',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, `GET ${one}`) || reply.status !== 200) return reply
      const known = memory.get(request.url)
      if (known === undefined) memory.set(request.url, reply.body)
      return known === undefined ? reply : { ...reply, body: known }
    },
  },
  {
    name: 'package-module-page',
    says: 'Terraform modules have their pages among other packages',
    caughtBy: 'packages/pages-by-type',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, list)
        ? {
            ...reply,
            body: reply.body.replaceAll(/\/(?:infrastructure|terraform_module)_registry\//g, '/packages/'),
          }
        : reply
    },
  },
  {
    name: 'group-versionless-ignored',
    says: 'The list of a group knows no packages without a version',
    caughtBy: 'packages/group-versionless',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/packages')
          ? { ...request, url: request.url.replace('include_versionless=true', 'include_versionless=false') }
          : request,
      ),
  },
  {
    name: 'package-pipelines-hidden',
    says: 'Packages are shown to strangers without the pipelines that built them',
    caughtBy: 'packages/pipelines-hidden',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      return calls(request, list) && isBy(request, credentials.stranger)
        ? withRows(reply, ({ pipeline: _one, pipelines: _all, ...row }) => row)
        : reply
    },
  },
  {
    name: 'package-versionless-listed',
    says: 'Packages without a version are always listed',
    caughtBy: 'packages/versionless',
    fault: (request, next) => {
      const asked = calls(request, list) && given(request, 'include_versionless') === undefined
      const [path = '', query = ''] = request.url.split('?')
      return next(asked ? { ...request, url: `${path}?${query}&include_versionless=true` } : request)
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
