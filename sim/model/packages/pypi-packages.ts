import type { Instant } from '../../time/calendar.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { Package, PackageFile } from './package.ts'
import { normalizedName } from './package.ts'
import { fileNamed, filesOf, isAvailableFile } from './package-files.ts'
import { createPackage, isInstallable, type NewPackage, packagesOfVersion, uploadFile } from './packages.ts'

/** The PyPI packages of a project that can be installed, or those of a name, however it is written; by name. */
export function pypiPackages(world: World, { id }: Project, name?: string): Package[] {
  const { packages } = world
  const found =
    name === undefined ? packages.by('byPypi', id) : packages.by('byPypiName', id, normalizedName(name))
  return found.list().filter((it) => isInstallable(it) && it.version !== null)
}

/** A file of a PyPI package of one of these projects, by its name and the SHA-256 of its content. */
export function pypiFile(
  world: World,
  isWanted: (projectId: number) => boolean,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
): PackageFile | undefined {
  const files = world.packageFiles
  return [...files.by('byContent', sha256).list(), ...files.by('byOtherDigest', sha256).list()]
    .filter((file) => file.sha256 === sha256)
    .findLast((file) => {
      const of = world.packages.require(file.packageId)
      return (
        file.name === name &&
        isAvailableFile(file) &&
        of.type === 'pypi' &&
        isInstallable(of) &&
        isWanted(of.projectId)
      )
    })
}

/** The links of a simple index: one for each file of these packages. */
export function pypiFiles(world: World, packages: readonly Package[]) {
  return packages.flatMap((it) => filesOf(world, it).map((file) => ({ of: it, file })))
}

export interface PypiUpload extends Omit<NewPackage, 'type'> {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** As the client sends them; nobody compares them with the file but the client that downloads it. */
  readonly md5: string | null
  readonly sha256: string | undefined
  readonly requiredPython: string
}

/** Adds a file to a PyPI package, which it makes if need be; undefined where it has a file of that name. */
export function uploadPypi(world: World, upload: PypiUpload, now: Instant): PackageFile | undefined {
  const { project, name, version, pipelineId, fileName, bytes, md5, sha256, requiredPython } = upload
  const known = packagesOfVersion(world, { projectId: project.id, type: 'pypi', name, version }).find(
    (it) => it.status !== 'pending_destruction',
  )
  if (known !== undefined && fileNamed(world, known, fileName) !== undefined) return undefined
  const it = known ?? createPackage(world, { ...upload, type: 'pypi' }, now)
  const pipelineIds = pipelineId === undefined ? [] : [pipelineId]
  world.packages.update(it.id, {
    requiredPython,
    pipelineIds: [...new Set([...it.pipelineIds, ...pipelineIds])],
  })
  return uploadFile(
    world,
    it,
    { name: fileName, bytes, md5, sha1: null, pipelineIds, ...(sha256 !== undefined && { sha256 }) },
    now,
  )
}
