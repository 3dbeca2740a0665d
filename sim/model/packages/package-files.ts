import { md5Hex, sha1Hex, sha256Hex, sha512Base64 } from '../../lib/hash.ts'
import type { Instant } from '../../time/calendar.ts'
import { nextId, type World } from '../world.ts'
import type { Package, PackageFile } from './package.ts'

export interface NewFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** The digests sent by the client, where the service trusts them; null where it stores none. */
  readonly sha1?: string | null
  readonly md5?: string | null
  readonly sha256?: string
  readonly pipelineIds?: readonly number[]
}

/** Adds a file to a package. Its project's size is for the caller to say, who may add many. */
export function addFile(world: World, of: Package, file: NewFile, now: Instant): PackageFile {
  const { name, bytes, pipelineIds = [] } = file
  const contentId = sha256Hex(bytes)
  if (world.packageContents.get(contentId) === undefined)
    world.packageContents.insert({ id: contentId, bytes })
  return world.packageFiles.insert({
    id: nextId(world, 'packageFiles'),
    packageId: of.id,
    name,
    size: bytes.length,
    ...digests(of, file, contentId),
    contentId,
    status: 'default',
    pipelineIds,
    createdAt: now,
    updatedAt: now,
  })
}

// A format stores what its clients ask for: generic packages one digest, npm what its client sends.
function digests({ type }: Package, { bytes, sha1, md5, sha256: sent }: NewFile, sha256: string) {
  const none = { md5: null, sha1: null, sha256: null, integrity: null }
  if (type === 'generic') return { ...none, sha256 }
  if (type === 'npm')
    return { ...none, sha1: sha1 ?? sha1Hex(bytes), integrity: `sha512-${sha512Base64(bytes)}` }
  return {
    ...none,
    md5: md5 === undefined ? md5Hex(bytes) : md5,
    sha1: sha1 === undefined ? sha1Hex(bytes) : sha1,
    sha256: sent ?? sha256,
  }
}

/** The files of a package that are not marked for destruction. */
export function filesOf(world: World, { id }: Package): PackageFile[] {
  return world.packageFiles.by('byPackage', id).list().filter(isAvailableFile)
}

/** The latest file of a name. */
export function fileNamed(world: World, of: Package, name: string): PackageFile | undefined {
  return filesOf(world, of).findLast((file) => file.name === name)
}

export function isAvailableFile({ status }: PackageFile): boolean {
  return status === 'default'
}

/** The content of a file that somebody downloads. */
export function downloadFile(world: World, file: PackageFile, now: Instant): Uint8Array {
  world.packages.update(file.packageId, { lastDownloadedAt: now })
  return world.packageContents.require(file.contentId).bytes
}

/** Removes a file, and its content if nobody else has it. */
export function removeFile(world: World, { id, contentId, size, packageId }: PackageFile): void {
  world.packageFiles.delete(id)
  if (world.packageFiles.by('byContent', contentId).count(1) === 0) world.packageContents.delete(contentId)
  addToPackagesSize(world, world.packages.require(packageId).projectId, -size)
}

/** Adds bytes to the size of a project's packages. */
export function addToPackagesSize(world: World, projectId: number, bytes: number): void {
  const { sizes } = world.projects.require(projectId)
  world.projects.update(projectId, { sizes: { ...sizes, packages: Math.max(0, sizes.packages + bytes) } })
}
