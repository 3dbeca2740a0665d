import { changed, since } from '../../lib/dialect.ts'
import {
  isDisplayed,
  isShown,
  type Package,
  packageStatuses,
  packageTypes,
  typeNumber,
  versionKey,
} from '../../model/packages/package.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import { boolean, oneOf, type ParamsOf, string, withDefault } from '../../protocol/params.ts'
import { unionOf } from '../../store/union.ts'
import { byId, listOfPlace, saying, where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'

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
const indexes = {
  created_at: 'byProject',
  name: 'byProjectName',
  version: 'byProjectVersion',
  type: 'byProjectType',
  project_path: 'byProjectId',
} as const

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

/** The packages of some projects that pass the filters, in the order of an index. */
export function packagesIn(
  world: World,
  projectIds: readonly number[],
  order: keyof typeof indexes,
  given: Filters,
): Listing<Package> {
  const rows = world.packages
  const projects = new Set(projectIds)
  return listOfPlace({
    world,
    rows,
    place: `projects ${projectIds}`,
    isIn: ({ projectId }) => projects.has(projectId),
    run: unionOf(projectIds.map((id) => rows.by(indexes[order], id))),
    ...ranks[order],
    direction: given.sort === 'asc' ? 'asc' : 'desc',
    filters: filtersOf(world, given),
  })
}

const ranks = {
  created_at: { order: 'created_at', rank: ({ createdAt }: Package): number => createdAt },
  name: { order: 'name', rank: ({ name }: Package): string => name },
  version: { order: 'version', rank: (it: Package): string => versionKey(it).join() },
  type: { order: 'type', rank: (it: Package): number => typeNumber(it) },
  // Those of one project stand in the order of their ids.
  project_path: byId,
} as const

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

function filtersOf(world: World, given: Filters): RowFilter<Package>[] {
  const place = { world, rows: world.packages }
  if (isUnfiltered(given)) return [where(place, 'shown', isShown)]
  const { package_type: type, package_name: name, package_version: version } = given
  const { include_versionless: versionless, status } = given
  const filters = saying<Package>(place, name, 1)
  if (version != null) filters.push(where(place, `version ${version}`, (it) => it.version === version))
  else if (versionless !== true) filters.push(where(place, 'with a version', (it) => it.version !== null))
  filters.push(
    type == null
      ? where(place, 'no modules', (it) => it.type !== 'terraform_module')
      : where(place, `type ${type}`, (it) => it.type === type),
    status == null
      ? where(place, 'displayed', isDisplayed)
      : where(place, `status ${status}`, (it) => it.status === status),
  )
  return filters
}
