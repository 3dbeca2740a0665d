import { text, utf8 } from '../../lib/bytes.ts'
import {
  mavenPackage,
  mavenPackageFor,
  mavenPackagesAt,
  newMavenPackage,
  uploadMaven,
} from '../../model/packages/maven-packages.ts'
import type { Package } from '../../model/packages/package.ts'
import { downloadFile, fileNamed } from '../../model/packages/package-files.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { isPackageProtectedFrom } from '../../policy/protected-packages.ts'
import { attachment } from '../../protocol/attachment.ts'
import type { Content } from '../../protocol/operation.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { forbidden, message, noContent, recordNotFound } from '../../protocol/refusal.ts'
import { buildOf } from '../shared/package-build.ts'

// The repository that Maven and Gradle deploy to and read from. Checksums of files are no files: those that clients
// upload are compared, those that they ask for are worked out.

const FILE_NAME = '^[A-Za-z0-9._+-]+$'

const registry = {
  accepts: ['job_token', 'deploy_token'],
  throttle: { family: 'packages_api' },
  dotted: ['file_name'],
  beyond: true,
} as const
const params = {
  path: required(string({ about: 'Path of the package, such as `com/acme/till/1.0`' })),
  file_name: required(string({ about: 'Name of the file' })),
}
const download = {
  ...registry,
  method: 'GET',
  auth: 'public',
  params,
  answers: { bytes: 'application/octet-stream' },
  refuses: [404],
} as const

export const downloadMavenFile = operation(
  {
    ...download,
    path: '/projects/:id/packages/maven/*path/:file_name',
    summary: 'Download a file of a Maven package of a project',
    subject: 'project',
    needs: 'read_package',
  },
  ({ world, project, params, now }) =>
    sent(world, mavenPackage(world, project, params.path ?? ''), params.file_name ?? '', now),
)

export const downloadGroupMavenFile = operation(
  {
    ...download,
    path: '/groups/:id/-/packages/maven/*path/:file_name',
    summary: 'Download a file of a Maven package of a group',
    subject: 'group',
  },
  ({ world, group, params, view, now }) => {
    const inside = mavenPackagesAt(world, params.path ?? '').filter(({ projectId }) => {
      const project = world.projects.require(projectId)
      return project.fullPath.startsWith(`${group.fullPath}/`) && can(view.situation, 'read_package', project)
    })
    const found = inside.sort((a, b) => a.id - b.id).at(-1)
    if (found === undefined) throw recordNotFound()
    return sent(world, found, params.file_name ?? '', now)
  },
)

export const downloadInstanceMavenFile = operation(
  {
    ...download,
    path: '/packages/maven/*path/:file_name',
    summary: 'Download a file of a Maven package that is named after its project',
    refuses: [403, 404],
  },
  ({ world, params, view, now }) => {
    const path = params.path ?? ''
    const [name = '', metadata = path] = [path.slice(0, Math.max(0, path.lastIndexOf('/')))]
    const project =
      world.projects.find('byFullPath', name.toLowerCase()) ??
      world.projects.find('byFullPath', metadata.toLowerCase())
    // Who may not read the project learns nothing of it.
    if (project === undefined || !can(view.situation, 'read_package', project)) throw forbidden()
    return sent(world, mavenPackage(world, project, path), params.file_name ?? '', now)
  },
)

export const uploadMavenFile = operation(
  {
    ...registry,
    method: 'PUT',
    path: '/projects/:id/packages/maven/*path/:file_name',
    summary: 'Upload a file of a Maven package',
    takes: 'content',
    subject: 'project',
    needs: ['read_package', 'create_package'],
    params: { ...params, file_name: required(string({ matches: FILE_NAME, about: 'Name of the file' })) },
    answers: { bytes: 'text/plain' },
    refuses: [204, 400, 404, 409],
  },
  ({ world, caller, project, params, content, view, now }) => {
    const [fileName, checksum] = nameAndChecksum(params.file_name ?? '')
    const path = params.path ?? ''
    const upload = { project, path, fileName, bytes: content, ...buildOf(world, caller) }
    const { name, version } = mavenPackage(world, project, path) ?? newMavenPackage(path, fileName)
    if (isPackageProtectedFrom(view.situation, project, 'push', { type: 'maven', name }))
      throw forbidden('Package protected.')
    refuseInvalid(name, version)
    if (checksum === undefined) {
      uploadMaven(world, mavenPackageFor(world, upload, now), upload, now)
      return { bytes: new Uint8Array() }
    }
    const known = mavenPackage(world, project, path)
    const file = known && fileNamed(world, known, fileName)
    if (checksum === 'md5') return { bytes: new Uint8Array() }
    if (file === undefined) throw recordNotFound()
    if (text(content) !== file.sha1) throw message(409, '409 Conflict')
    throw noContent()
  },
)

const NAME = /^(?:[\w.-]+\/)+[\w.-]+$/
const VERSION = /^(?!.*\.\.)[\w+.-]+$/

function refuseInvalid(name: string, version: string | null): void {
  const faults = [
    ...(NAME.test(name) && name.length <= 255 ? [] : ['Name is invalid']),
    ...(version === null || (VERSION.test(version) && version.length <= 255) ? [] : ['Version is invalid']),
  ]
  if (faults.length > 0) throw message(400, `Validation failed: ${faults.join(', ')}`)
}

/** `till-1.0.jar` and `sha1` of `till-1.0.jar.sha1`. */
function nameAndChecksum(fileName: string): readonly [name: string, checksum: 'md5' | 'sha1' | undefined] {
  const [, name, checksum] = /^(.+)\.(md5|sha1)$/.exec(fileName) ?? []
  return name === undefined ? [fileName, undefined] : [name, checksum as 'md5' | 'sha1']
}

function sent(world: World, it: Package | undefined, asked: string, now: number): Content {
  const [fileName, checksum] = nameAndChecksum(asked)
  const file = it && fileNamed(world, it, fileName)
  if (file === undefined) throw recordNotFound()
  if (checksum === undefined) return attachment(file.name, downloadFile(world, file, now))
  const digest = file[checksum]
  if (digest === null) throw recordNotFound()
  return { bytes: utf8(digest), headers: { 'Content-Type': 'text/plain' } }
}
