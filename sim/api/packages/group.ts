import { groupPackageEntity } from '../../entities/package.ts'
import { differs } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import {
  type Package,
  type PackageType,
  packageTypes,
  typeNumber,
  versionKey,
} from '../../model/packages/package.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { mergeListings } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, oneOf, withDefault } from '../../protocol/params.ts'
import { compareKeys, type Key } from '../../store/key.ts'
import { filters, indexes, orders, packagesIn, reading, withLaterTypes } from './params.ts'

const groupOrders = [...orders, 'project_path'] as const
const keys: { readonly [order in (typeof groupOrders)[number]]: (it: Package, world: World) => Key } = {
  created_at: (it) => [it.createdAt],
  name: (it) => [it.name],
  version: versionKey,
  type: (it) => [typeNumber(it)],
  project_path: (it, world) => [world.projects.require(it.projectId).path],
}

const withoutModules = packageTypes.filter(
  (type): type is Exclude<PackageType, 'terraform_module'> => type !== 'terraform_module',
)

export const listGroupPackages = operation(
  {
    ...reading,
    method: 'GET',
    path: '/groups/:id/packages',
    summary: 'List the packages of a group',
    params: {
      exclude_subgroups: withDefault(boolean({ about: 'Only projects of the group itself' }), false),
      order_by: withDefault(oneOf(groupOrders), 'created_at'),
      ...filters,
      package_type: differs('S12', {
        specification: oneOf<string>(withoutModules),
        real: withLaterTypes(packageTypes),
      }),
    },
    subject: 'group',
    needs: 'read_group_packages',
    answers: { many: groupPackageEntity },
  },
  ({ world, group, params, view }) => {
    const key = keys[params.order_by]
    const turned = params.sort === 'asc' ? 1 : -1
    const readable = (project: Project) =>
      can(view.situation, 'read_package', project) && can(view.situation, 'read_code', project)
    const lists = [...projectsIn(world, group, params.exclude_subgroups)]
      .filter(readable)
      .map((project) => packagesIn(world, project.id, indexes[params.order_by], params))
    const place = (it: Package): Key => [...key(it, world), it.id]
    return mergeListings(lists, (a, b) => turned * compareKeys(place(a), place(b)))
  },
)

function projectsIn(world: World, group: Group, alone: boolean): Iterable<Project> {
  return alone ? world.projects.by('byNamespace', 'group', group.id).list() : projectsBelow(world, group)
}
