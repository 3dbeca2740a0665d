import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

export const packageManagers = [
  'bundler',
  'composer',
  'conan',
  'go',
  'gradle',
  'maven',
  'npm',
  'nuget',
  'pip',
  'pipenv',
  'yarn',
  'sbt',
  'setuptools',
] as const
export type PackageManager = (typeof packageManagers)[number]

export interface License {
  readonly name: string
  readonly url: string
}

/** A library that the scan of a project's default branch found. */
export interface Dependency {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly version: string
  readonly packageManager: PackageManager
  readonly filePath: string
  readonly licenses: readonly License[]
  readonly vulnerabilityIds: readonly number[]
}

export const dependenciesTable = table<Dependency>()('dependencies', {
  byProject: index((it) => [it.projectId, it.name, it.version, it.filePath]),
})
