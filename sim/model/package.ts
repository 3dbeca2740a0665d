import { table } from '../store/database.ts'
import { index } from '../store/table.ts'
import type { Instant } from '../time/calendar.ts'

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
  readonly tags: readonly PackageTag[]
  readonly creatorId: number | null
  /** The pipelines that built it, oldest first. */
  readonly pipelineIds: readonly number[]
  readonly lastDownloadedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const packagesTable = table<Package>()('packages', {
  byProject: index((it) => [it.projectId, it.createdAt], 1),
  byProjectName: index((it) => [it.projectId, it.name], 1),
  byProjectVersion: index((it) => [it.projectId, it.version ?? ''], 1),
  byProjectType: index((it) => [it.projectId, packageTypes.indexOf(it.type)], 1),
  /** The versions of one package. */
  byFamily: index((it) => [it.projectId, it.type, it.name, it.version ?? ''], 3),
})

export interface PackageFile {
  readonly id: number
  readonly packageId: number
  readonly name: string
  readonly size: number
  /** Null where the package's format does not store it. */
  readonly md5: string | null
  readonly sha1: string | null
  readonly sha256: string | null
  readonly content: Uint8Array
  readonly status: 'default' | 'pending_destruction'
  readonly pipelineIds: readonly number[]
  readonly createdAt: Instant
}

export const packageFilesTable = table<PackageFile>()('packageFiles', {
  byPackage: index((file) => [file.packageId], 1),
})
