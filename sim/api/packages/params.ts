import {
  isDisplayed,
  isShown,
  type Package,
  type PackageType,
  packageStatuses,
  packageTypes,
} from '../../model/packages/package.ts'
import { matcher } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing } from '../../protocol/listing.ts'
import { boolean, oneOf, type ParamsOf, string, withDefault } from '../../protocol/params.ts'

/** Shared by all operations on packages: rights are checked before parameters (packages#order-of-refusals). */
export const reading = {
  auth: 'public',
  authorize: 'first',
  source: 'packages#list',
} as const

/** The same in a project, where a job token acts as its user. */
export const inProject = { ...reading, accepts: ['job_token'] } as const

export const orders = ['created_at', 'name', 'version', 'type'] as const

/** The index of each order. */
export const indexes = {
  created_at: 'byProject',
  name: 'byProjectName',
  version: 'byProjectVersion',
  type: 'byProjectType',
  project_path: 'byProjectId',
} as const
type PackageIndex = (typeof indexes)[keyof typeof indexes]

export const filters = {
  sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
  package_type: oneOf(packageTypes),
  package_name: string({ about: 'Words that all occur in the name, case-insensitive' }),
  include_versionless: boolean({ about: 'Also lists packages without a version' }),
  status: oneOf(packageStatuses, { about: 'Default: packages with the status `default` or `error`' }),
}

type Filters = Omit<ParamsOf<typeof filters>, 'package_type'> & {
  readonly package_type?: PackageType | null | undefined
}

/** The packages of a project that pass the filters, in the order of an index. */
export function packagesIn(
  world: World,
  projectId: number,
  index: PackageIndex,
  given: Filters,
): Listing<Package> {
  const order = given.sort === 'asc' ? 'ascending' : 'descending'
  const list = indexListing(world.packages.by(index, projectId), order, filterOf(given))
  if (!isUnfiltered(given)) return list
  // Without filters, an index knows the total.
  return { rows: list.rows, count: (limit) => world.packages.by('byShown', projectId).count(limit) }
}

function isUnfiltered({ package_type, package_name, include_versionless, status }: Filters): boolean {
  return package_type == null && !package_name && include_versionless !== true && status == null
}

function filterOf(given: Filters): (it: Package) => boolean {
  if (isUnfiltered(given)) return isShown
  const { package_type: type, package_name: name, include_versionless: versionless, status } = given
  const found = matcher(name ?? '', 1)
  return (it) =>
    (versionless === true || it.version !== null) &&
    (type == null ? it.type !== 'terraform_module' : it.type === type) &&
    found([it.name]) &&
    (status == null ? isDisplayed(it) : it.status === status)
}
