import { createdEntity } from '../../entities/package-file.ts'
import { text, utf8 } from '../../lib/bytes.ts'
import type { Package } from '../../model/packages/package.ts'
import { normalizedName } from '../../model/packages/package.ts'
import { downloadFile } from '../../model/packages/package-files.ts'
import { pypiFile, pypiFiles, pypiPackages, uploadPypi } from '../../model/packages/pypi-packages.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { isPackageProtectedFrom } from '../../policy/protected-packages.ts'
import { attachment } from '../../protocol/attachment.ts'
import { operation } from '../../protocol/operation.ts'
import { file, required, string } from '../../protocol/params.ts'
import { redirection } from '../../protocol/redirect.ts'
import { badRequest, forbidden, notFound, Refusal } from '../../protocol/refusal.ts'
import { buildOf } from '../shared/package-build.ts'
import { type PypiPlace, pypiOfGroup, pypiOfProject } from './pypi-places.ts'

// The registry that pip reads (PEP 503) and that twine uploads to. Tokens are passwords of HTTP basic authentication.

const registry = {
  accepts: ['job_token', 'deploy_token', 'password'],
  throttle: { family: 'packages_api' },
  beyond: true,
} as const
const ofProject = '/projects/:id/packages/pypi'
const ofGroup = '/groups/:id/-/packages/pypi'
const project = { id: required(string({ about: 'ID or path of the project' })) }
const group = { id: required(string({ about: 'ID or path of the group' })) }
const reading = { ...registry, method: 'GET', auth: 'public', refuses: [401, 403, 404] } as const
const page = { ...reading, answers: { bytes: 'text/html; charset=utf-8' } } as const
const packageName = { package_name: required(string({ about: 'Name of the package', filePath: true })) }
const named = {
  sha: required(string({ about: 'SHA-256 of the file' })),
  file_identifier: required(string({ about: 'Name of the file', filePath: true })),
}

export const getProjectPypiIndex = operation(
  { ...page, path: `${ofProject}/simple`, params: project, summary: 'List the PyPI packages of a project' },
  ({ world, params, view }) => index(world, pypiOfProject(view.situation, params.id), view.url),
)

export const getGroupPypiIndex = operation(
  { ...page, path: `${ofGroup}/simple`, params: group, summary: 'List the PyPI packages of a group' },
  ({ world, params, view }) => index(world, pypiOfGroup(view.situation, params.id), view.url),
)

export const getProjectPypiPackage = operation(
  {
    ...page,
    path: `${ofProject}/simple/*package_name`,
    params: { ...project, ...packageName },
    summary: 'List the files of a PyPI package of a project',
    refuses: [302, 401, 403, 404],
  },
  ({ world, params, view }) =>
    filesPage(world, pypiOfProject(view.situation, params.id), params.package_name ?? '', view.url),
)

export const getGroupPypiPackage = operation(
  {
    ...page,
    path: `${ofGroup}/simple/*package_name`,
    params: { ...group, ...packageName },
    summary: 'List the files of a PyPI package of a group',
    refuses: [302, 401, 403, 404],
  },
  ({ world, params, view }) =>
    filesPage(world, pypiOfGroup(view.situation, params.id), params.package_name ?? '', view.url),
)

const download = {
  ...reading,
  dotted: ['file_identifier'],
  answers: { bytes: 'application/octet-stream' },
} as const

export const downloadProjectPypiFile = operation(
  {
    ...download,
    path: `${ofProject}/files/:sha/:file_identifier`,
    params: { ...project, ...named },
    summary: 'Download a file of a PyPI package of a project',
  },
  ({ world, params, view, now }) => sent(world, pypiOfProject(view.situation, params.id), params, now),
)

export const downloadGroupPypiFile = operation(
  {
    ...download,
    path: `${ofGroup}/files/:sha/:file_identifier`,
    params: { ...group, ...named },
    summary: 'Download a file of a PyPI package of a group',
  },
  ({ world, params, view, now }) => sent(world, pypiOfGroup(view.situation, params.id), params, now),
)

const NAME = /^[\w.+-]+$/
// As versions of Python packages are written (PEP 440), each part of them bounded.
const VERSION =
  /^v?(?:\d{1,9}!)?\d{1,9}(?:\.\d{1,9}){0,20}(?:[-_.]?(?:alpha|beta|preview|pre|rc|a|b|c)[-_.]?\d{0,9})?(?:-\d{1,9}|[-_.]?(?:post|rev|r)[-_.]?\d{0,9})?(?:[-_.]?dev[-_.]?\d{0,9})?(?:\+[a-z0-9]{1,50}(?:[-_.][a-z0-9]{1,50}){0,20})?$/i
const LONGEST_NAME = 255

export const uploadPypiPackage = operation(
  {
    ...registry,
    method: 'POST',
    path: ofProject,
    summary: 'Upload a file of a PyPI package',
    subject: 'project',
    needs: ['read_package', 'create_package'],
    params: {
      content: required(file({ about: 'File of the package' })),
      name: required(string({ about: 'Name of the package' })),
      version: required(string({ about: 'Version of the package' })),
      requires_python: string({ about: 'Versions of Python that the package needs' }),
      md5_digest: string({ about: 'MD5 of the file' }),
      sha256_digest: string({ matches: '^[0-9a-f]{64}$', about: 'SHA-256 of the file' }),
    },
    answers: { status: 201, one: createdEntity },
  },
  ({ world, caller, project, params, view, now }) => {
    const name = params.name ?? ''
    const version = params.version ?? ''
    if (isPackageProtectedFrom(view.situation, project, 'push', { type: 'pypi', name }))
      throw forbidden('Package protected.')
    const fileName = (params.content?.name ?? '').split(/[/\\]/).at(-1) ?? ''
    refuseInvalid([
      ...(NAME.test(name) && name.length <= LONGEST_NAME ? [] : ['Name is invalid']),
      ...(VERSION.test(version) ? [] : ['Version is invalid']),
      ...((params.requires_python?.length ?? 0) > LONGEST_NAME
        ? [`Required python is too long (maximum is ${LONGEST_NAME} characters)`]
        : []),
      ...(fileName === '' ? ["File name can't be blank"] : []),
    ])
    const stored = uploadPypi(
      world,
      {
        project,
        name,
        version,
        fileName,
        bytes: params.content?.bytes ?? new Uint8Array(),
        md5: params.md5_digest ?? null,
        sha256: params.sha256_digest ?? undefined,
        requiredPython: params.requires_python ?? '',
        ...buildOf(world, caller),
      },
      now,
    )
    if (stored === undefined) refuseInvalid(['File name has already been taken'])
    return stored as NonNullable<typeof stored>
  },
)

function refuseInvalid(faults: readonly string[]): void {
  if (faults.length > 0) throw badRequest(`Validation failed: ${faults.join(', ')}`)
}

type Url = (path: string) => string

function index(world: World, { name, address, projects }: PypiPlace, url: Url) {
  const packages = projects.flatMap((project) => pypiPackages(world, project))
  const links = packages.map((it) => link(url(`${address}/simple/${normalizedName(it.name)}`), it, it.name))
  return htmlPage(name, links)
}

const PUBLIC_REGISTRY = 'https://pypi.org/simple/'

function filesPage(world: World, { address, projects }: PypiPlace, name: string, url: Url) {
  const packages = projects.flatMap((project) => pypiPackages(world, project, name))
  const [first] = packages
  if (first === undefined) {
    if (!settingInForce(world, 'pypi_package_requests_forwarding')) throw notFound('Package')
    const { bytes, headers = {} } = redirection(`${PUBLIC_REGISTRY}${encodeURIComponent(name)}/`)
    throw new Refusal(302, null, { text: text(bytes), headers: { ...headers, 'Content-Type': 'text/plain' } })
  }
  const links = pypiFiles(world, packages).map(({ of, file }) => {
    const place = `${address}/files/${file.sha256}/${encodeURIComponent(file.name)}#sha256=${file.sha256}`
    return link(url(place), of, file.name)
  })
  return htmlPage(first.name, links)
}

function link(address: string, { requiredPython = '' }: Package, name: string): string {
  return `<a href="${address}" data-requires-python="${escaped(requiredPython)}">${escaped(name)}</a>`
}

function htmlPage(name: string, links: readonly string[]) {
  const title = `Links for ${escaped(name)}`
  const html = `<!DOCTYPE html>\n<html>\n  <head>\n    <title>${title}</title>\n  </head>\n  <body>\n    <h1>${title}</h1>\n    ${links.join('\n    ')}\n  </body>\n</html>\n`
  return { bytes: utf8(html) }
}

const ENTITIES: { readonly [char: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(plain: string): string {
  return plain.replace(/[&<>"']/g, (char) => ENTITIES[char] as string)
}

function sent(
  world: World,
  { projects }: PypiPlace,
  { sha, file_identifier: name }: { readonly sha: string | null; readonly file_identifier: string | null },
  now: number,
) {
  const ids = new Set(projects.map(({ id }) => id))
  const wanted = { sha256: sha ?? '', name: name ?? '' }
  const found = pypiFile(world, (projectId) => ids.has(projectId), wanted)
  if (found === undefined) throw notFound('Package')
  return attachment(found.name, downloadFile(world, found, now))
}
