import { groupPackageEntity } from '../../entities/package.ts'
import { differs } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import { type PackageType, packageTypes } from '../../model/packages/package.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { chainListings } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, oneOf, withDefault } from '../../protocol/params.ts'
import { filters, orders, packagesIn, reading, withLaterTypes } from './params.ts'

const groupOrders = [...orders, 'project_path'] as const
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
    const readable = (project: Project) =>
      can(view.situation, 'read_package', project) && can(view.situation, 'read_code', project)
    const projects = [...projectsIn(world, group, params.exclude_subgroups)].filter(readable)
    const order = params.order_by
    const listOf = (some: readonly Project[]) => packagesIn(world, idsOf(some), order, params)
    if (order !== 'project_path') return listOf(projects)
    const byPath = new Map<string, Project[]>()
    for (const project of projects) byPath.set(project.path, [...(byPath.get(project.path) ?? []), project])
    const paths = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))
    if (params.sort !== 'asc') paths.reverse()
    return chainListings(paths.map(([, some]) => listOf(some)))
  },
)

function idsOf(projects: readonly Project[]): number[] {
  return projects.map(({ id }) => id)
}

function projectsIn(world: World, group: Group, alone: boolean): Iterable<Project> {
  return alone ? world.projects.by('byNamespace', 'group', group.id).list() : projectsBelow(world, group)
}
