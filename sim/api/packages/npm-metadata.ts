import { distTags, npmVersions } from '../../model/packages/npm-packages.ts'
import type { Package } from '../../model/packages/package.ts'
import { downloadFile, fileNamed, filesOf } from '../../model/packages/package-files.ts'
import { isInstallable } from '../../model/packages/packages.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { attachment } from '../../protocol/attachment.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { notFound, recordNotFound } from '../../protocol/refusal.ts'
import {
  allowedHolder,
  holderOf,
  ofInstallation,
  ofProject,
  type Place,
  packageName,
  projectId,
  redirectToPublicRegistry,
  registry,
} from './npm-places.ts'

const tags = { type: 'object', additionalProperties: { type: 'string' } } as const
const metadata = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    versions: { type: 'object', additionalProperties: { type: 'object' } },
    'dist-tags': tags,
  },
  required: ['name', 'versions', 'dist-tags'],
} as const

const reading = {
  ...registry,
  method: 'GET',
  auth: 'public',
  params: packageName,
  answers: { value: metadata },
  refuses: [302, 404],
} as const

export const getProjectNpmMetadata = operation(
  {
    ...reading,
    path: `${ofProject}/*package_name`,
    params: { ...projectId, ...packageName },
    summary: 'Get the metadata of an npm package of a project',
  },
  ({ view, params }) => metadataOf(view.situation, view.url, { id: params.id }, params.package_name ?? ''),
)

export const getInstanceNpmMetadata = operation(
  {
    ...reading,
    path: `${ofInstallation}/*package_name`,
    summary: 'Get the metadata of an npm package of the instance',
  },
  ({ view, params }) => metadataOf(view.situation, view.url, 'installation', params.package_name ?? ''),
)

type Url = (path: string) => string

function metadataOf(situation: Situation, url: Url, place: Place, name: string) {
  const { world } = situation
  const holder = holderOf(situation, place, name)
  const versions = holder === undefined ? [] : npmVersions(world, holder, name)
  // If no package has that name, npm is redirected, whoever calls.
  if (versions.length === 0) {
    const redirect = redirectToPublicRegistry(world, name, 302)
    if (redirect !== undefined) throw redirect
  }
  allowedHolder(situation, place, name, 'read_package')
  if (versions.length === 0) throw notFound('Packages')
  const shown = versions.flatMap((it) => {
    const version = versionOf(world, url, it)
    return version === undefined ? [] : [[it.version, version] as const]
  })
  return { name, versions: Object.fromEntries(shown), 'dist-tags': distTags(versions) }
}

// The fields that npm needs to choose and install a version; the rest of `package.json` is in the package.
const ABBREVIATED = [
  'deprecated',
  'bin',
  'directories',
  'engines',
  '_hasShrinkwrap',
  'dependencies',
  'devDependencies',
  'bundleDependencies',
  'peerDependencies',
]

function versionOf(world: World, url: Url, it: Package) {
  const file = filesOf(world, it).at(-1)
  if (file === undefined) return undefined
  const fields = Object.entries(it.manifest ?? {}).filter(([field]) => ABBREVIATED.includes(field))
  return {
    name: it.name,
    version: it.version,
    ...Object.fromEntries(fields),
    dist: {
      shasum: file.sha1,
      tarball: url(`api/v4/projects/${it.projectId}/packages/npm/${it.name}/-/${file.name}`),
      integrity: file.integrity,
    },
  }
}

export const downloadNpmPackage = operation(
  {
    ...registry,
    method: 'GET',
    path: `${ofProject}/*package_name/-/*file_name`,
    summary: 'Download an npm package of a project',
    auth: 'public',
    params: { ...projectId, ...packageName, file_name: required(string()) },
    answers: { bytes: 'application/octet-stream' },
    refuses: [404],
  },
  ({ world, view, params, now }) => {
    const project = allowedHolder(
      view.situation,
      { id: params.id },
      params.package_name ?? '',
      'read_package',
    )
    const [found] = world.packages
      .by('byFamily', project.id, 'npm', params.package_name ?? '')
      .list()
      .filter(isInstallable)
      .sort((a, b) => b.id - a.id)
      .flatMap((it) => fileNamed(world, it, params.file_name ?? '') ?? [])
    if (found === undefined) throw recordNotFound()
    return attachment(found.name, downloadFile(world, found, now))
  },
)
