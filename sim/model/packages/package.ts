import type { Json } from '../../lib/json.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** In the order of the numbers by which the service sorts them. */
export const packageTypes = [
  'maven',
  'npm',
  'conan',
  'nuget',
  'pypi',
  'composer',
  'generic',
  'golang',
  'debian',
  'rubygems',
  'helm',
  'terraform_module',
  'rpm',
] as const
export type PackageType = (typeof packageTypes)[number]

export const packageStatuses = ['default', 'hidden', 'processing', 'error', 'pending_destruction'] as const
export type PackageStatus = (typeof packageStatuses)[number]

export interface PackageTag {
  readonly id: number
  readonly name: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface Manifest {
  readonly [field: string]: Json
}

export interface Package {
  readonly id: number
  readonly projectId: number
  /** The bare name, also of a conan package, whose recipe is shown as `name/version@user/channel`. */
  readonly name: string
  /** Null for packages that have no version yet. */
  readonly version: string | null
  readonly type: PackageType
  readonly status: PackageStatus
  /** `user/channel` of a conan recipe. */
  readonly conanChannel: string | null
  /** Of an npm package: its `package.json`, as published. */
  readonly manifest: Manifest | null
  /** Of a PyPI package: the versions of Python that it needs. */
  readonly requiredPython?: string
  readonly tags: readonly PackageTag[]
  readonly creatorId: number | null
  /** The pipelines that built it, oldest first. */
  readonly pipelineIds: readonly number[]
  readonly lastDownloadedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const packagesTable = table<Package>((it) => [it.name])('packages', {
  byProject: index((it) => [it.projectId, it.createdAt]),
  byProjectId: index((it) => [it.projectId]),
  byProjectName: index((it) => [it.projectId, it.name]),
  byProjectVersion: index((it) => [it.projectId, ...versionKey(it)]),
  byProjectType: index((it) => [it.projectId, typeNumber(it)]),
  /** The default list of packages, which is mostly only counted. */
  byShown: index((it) => (isShown(it) ? [it.projectId] : undefined)),
  /** The versions of one package. */
  byFamily: index((it) => [it.projectId, it.type, it.name, ...versionKey(it)]),
  /** Packages of a name, whatever their project. */
  byName: index((it) => [it.type, it.name]),
  byPypi: index((it) => (it.type === 'pypi' ? [it.projectId, it.name] : undefined)),
  byPypiName: index((it) => (it.type === 'pypi' ? [it.projectId, normalizedName(it.name)] : undefined)),
})

/** A name of a PyPI package as indexes have it: `Till_Roll` and `till.roll` are the same. */
export function normalizedName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

/** True for packages in lists without a status filter. */
export function isDisplayed({ status }: Pick<Package, 'status'>): boolean {
  return status === 'default' || status === 'error'
}

/** True for packages in lists without any filter. Terraform modules are listed only on request. */
export function isShown(it: Pick<Package, 'status' | 'version' | 'type'>): boolean {
  return isDisplayed(it) && it.version !== null && it.type !== 'terraform_module'
}

/** Where a version stands among others: as text, and after all of them where there is none. */
export function versionKey({ version }: Pick<Package, 'version'>): readonly [number, string] {
  return version === null ? [1, ''] : [0, version]
}

/** The number by which the service sorts a package's type. */
export function typeNumber({ type }: Pick<Package, 'type'>): number {
  return packageTypes.indexOf(type)
}

export interface PackageFile {
  readonly id: number
  readonly packageId: number
  readonly name: string
  readonly size: number
  /** Null where the package's format does not store it. */
  readonly md5: string | null
  readonly sha1: string | null
  readonly sha256: string | null
  /** Of a file of an npm package: what clients compare with, `sha512-` and base64. */
  readonly integrity: string | null
  /** Where its content is. */
  readonly contentId: string
  readonly status: 'default' | 'pending_destruction'
  readonly pipelineIds: readonly number[]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const packageFilesTable = table<PackageFile>()('packageFiles', {
  byPackage: index((file) => [file.packageId]),
  byPackageCreated: index((file) => [file.packageId, file.createdAt]),
  byPackageName: index((file) => [file.packageId, file.name]),
  byContent: index((file) => [file.contentId]),
  /** A digest that a client sent is not that of the content where the client is wrong. */
  byOtherDigest: index(({ sha256, contentId }) =>
    sha256 === null || sha256 === contentId ? undefined : [sha256],
  ),
})

/** The content of package files under its SHA-256: the same content is there once. */
export interface PackageContent {
  readonly id: string
  readonly bytes: Uint8Array
}

export const packageContentsTable = table<PackageContent>()('packageContents', {})
