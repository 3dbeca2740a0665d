import type { Row } from '../kit/json.ts'
import { ascending, descending, first, type Order, sorted } from './order.ts'

/** The types of the specification, and `generic`, in the order of the numbers by which the service sorts them. */
export const typesInOrder = [
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

/** A package as the suite remembers it. */
export interface PackageRecord {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly type: 'generic' | 'npm'
  readonly status: 'default' | 'hidden' | 'pending_destruction'
  /** The last part of its project's path. */
  readonly project: string
}

export interface PackageFilter {
  readonly package_type?: string
  readonly package_name?: string
  readonly include_versionless?: boolean
  readonly status?: string
  readonly order_by?: 'created_at' | 'name' | 'version' | 'type' | 'project_path'
  readonly sort?: 'asc' | 'desc'
}

/** True when all words of a query occur in a name, in any case (packages#filters). */
export function nameFits(query: string, name: string): boolean {
  const words = query.toLowerCase().split(/\s+/)
  return words.every((word) => name.toLowerCase().includes(word))
}

/** What a list shows of these packages (packages#filters). */
export function listedPackages(
  packages: readonly PackageRecord[],
  filter: PackageFilter,
): readonly PackageRecord[] {
  const { package_type: type, package_name: name = '', status = 'default', order_by, sort } = filter
  const shown = packages.filter(
    (it) => (type === undefined || it.type === type) && nameFits(name, it.name) && it.status === status,
  )
  const direction = sort === 'desc' ? descending : ascending
  return sorted(
    shown,
    first(
      by(order_by ?? 'created_at', direction),
      direction<PackageRecord>(({ id }) => id),
    ),
  )
}

type Direction = typeof ascending

function by(order: NonNullable<PackageFilter['order_by']>, direction: Direction): Order<PackageRecord> {
  switch (order) {
    // What was created later has the higher number, also within one second.
    case 'created_at':
      return direction(({ id }) => id)
    case 'name':
      return direction(({ name }) => name)
    case 'version':
      return direction(({ version }) => version)
    case 'type':
      return direction(({ type }) => typesInOrder.indexOf(type))
    case 'project_path':
      return direction(({ project }) => project)
    default:
      return order satisfies never
  }
}

/** What a reply must show of a package. */
export function shownPackage({ id, name, version, type, status }: PackageRecord): Row {
  return { id, name, version, package_type: type, status }
}
