import { changed, since } from '../../lib/dialect.ts'
import {
  isDisplayed,
  isShown,
  type Package,
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

const status = { about: 'Default: packages with the status `default` or `error`' }

/** A parameter that takes these types, and those that later releases have. */
export function withLaterTypes(types: readonly string[]) {
  const models = [...types, 'ml_model']
  return changed('packages#later-cargo', {
    before: changed('packages#later-models', { before: oneOf<string>(types), after: oneOf<string>(models) }),
    after: oneOf<string>([...models, 'cargo']),
  })
}

export const filters = {
  sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
  package_type: withLaterTypes(packageTypes),
  package_name: string({ about: 'Words that all occur in the name, case-insensitive' }),
  include_versionless: boolean({ about: 'Also lists packages without a version' }),
  package_version: since('packages#later-version-filter', string({ about: 'Exactly this version' })),
  status: changed('packages#later-deprecated', {
    before: oneOf<string>(packageStatuses, status),
    after: oneOf<string>([...packageStatuses, 'deprecated'], status),
  }),
}

type Filters = ParamsOf<typeof filters>

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

function isUnfiltered({
  package_type,
  package_name,
  package_version,
  include_versionless,
  status,
}: Filters): boolean {
  return (
    package_version == null &&
    package_type == null &&
    !package_name &&
    include_versionless !== true &&
    status == null
  )
}

function filterOf(given: Filters): (it: Package) => boolean {
  if (isUnfiltered(given)) return isShown
  const { package_type: type, package_name: name, package_version: version } = given
  const { include_versionless: versionless, status } = given
  const found = matcher(name ?? '', 1)
  return (it) =>
    (version == null ? versionless === true || it.version !== null : it.version === version) &&
    (type == null ? it.type !== 'terraform_module' : it.type === type) &&
    found([it.name]) &&
    (status == null ? isDisplayed(it) : it.status === status)
}
