import type { View } from '../../entities/entity.ts'
import { basicProjectEntity } from '../../entities/project.ts'
import { differs, inDialect, until } from '../../lib/dialect.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Project, projectsTable } from '../../model/projects/project.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { projectLevel } from '../../policy/roles.ts'
import type { Listing } from '../../protocol/listing.ts'
import { boolean, oneOf, type ParamsOf, string, withDefault } from '../../protocol/params.ts'
import {
  type ProjectFilter,
  starredBy,
  visibleProjects,
  withColumn,
  withFeature,
  withLevel,
  withWords,
} from './project-filters.ts'
import { roleLevel } from './role-levels.ts'
import { BY_ID } from './row-filters.ts'
import { listOfTable } from './table-list.ts'

/** What the refusal calls the rows of lists of projects, which end at the limit of offsets. */
export const projectsCeiling = until('conventions#later-offset-of-projects', 'Project')

/** Filters of the project lists of another resource: forks, projects of a group. */
export const projectListParams = {
  order_by: withDefault(
    oneOf(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at']),
    'created_at',
  ),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
  archived: boolean(),
  visibility: oneOf(visibilities),
  search: string({ about: 'Words in path, name or description' }),
  owned: withDefault(boolean(), false),
  starred: withDefault(boolean(), false),
  min_access_level: roleLevel,
  with_issues_enabled: withDefault(boolean(), false),
  with_merge_requests_enabled: withDefault(boolean(), false),
  simple: withDefault(boolean({ about: 'Answers with fewer fields' }), false),
  statistics: withDefault(boolean({ about: 'Adds storage sizes (Reporter and above)' }), false),
  with_custom_attributes: withDefault(boolean({ only: 'admin' }), false),
} as const

export const projectListVariants = [
  { entity: basicProjectEntity, when: 'anonymous' },
  { entity: basicProjectEntity, when: { param: 'simple', equals: true } },
] as const

type Given = ParamsOf<typeof projectListParams>

/** What decides which project was created first (projects#default-order). */
export const creation = differs('S32', { specification: 'created_at', real: 'id' })

/** The visible projects among some, filtered and ordered; ties by id in the same direction. */
export function projectList(
  { situation, dialect }: View,
  among: ProjectFilter,
  given: Given,
): Listing<Project> {
  const by = given.order_by === 'created_at' ? inDialect(creation, dialect) : given.order_by
  return sortedProjects(situation.world, orders[by], given.sort, [among, ...filters(situation, given)])
}

/** The projects that pass all filters in an order; ties by id in the same direction. */
export function sortedProjects(
  world: World,
  { name, index, rank }: ProjectOrder,
  sort: string | null | undefined,
  filters: readonly ProjectFilter[],
): Listing<Project> {
  const { projects } = world
  const run = index === undefined ? projects.all() : projects.by(index)
  const direction = sort === 'asc' ? 'asc' : 'desc'
  return listOfTable({ world, rows: projects, filters, order: name, run, rank, direction })
}

/** An order of projects, and the index that has it. */
export interface ProjectOrder {
  readonly name: string
  readonly index?: keyof (typeof projectsTable)['indexes']
  readonly rank: (project: Project) => number | string
}

/** The orders that every list of projects has. */
export const orders: { readonly [order in Given['order_by']]: ProjectOrder } = {
  id: { name: BY_ID, rank: (project) => project.id },
  created_at: { name: 'created', index: 'byCreated', rank: (project) => project.createdAt },
  name: { name: 'name', index: 'byName', rank: (project) => project.name },
  path: { name: 'path', index: 'byPath', rank: (project) => project.path },
  updated_at: { name: 'updated_at', index: 'byUpdated', rank: (project) => project.updatedAt },
  last_activity_at: {
    name: 'last_activity_at',
    index: 'byActivity',
    rank: (project) => project.lastActivityAt,
  },
}

function filters(situation: Situation, given: Given): ProjectFilter[] {
  const { world, caller, now } = situation
  const { user } = caller
  const level = (project: Project) => (user === undefined ? 0 : projectLevel(world, user, project, now))
  const filters = [
    ...withColumn(world, 'archived', given.archived),
    ...withColumn(world, 'visibility', given.visibility),
    ...withWords(world, given.search),
    ...visibleProjects(situation),
  ]
  if (given.owned) filters.push(withLevel(situation, accessLevels.owner, level))
  if (given.min_access_level != null) filters.push(withLevel(situation, given.min_access_level, level))
  if (given.starred && user !== undefined) filters.push(starredBy(world, user))
  if (given.with_issues_enabled) filters.push(withFeature(situation, 'issues', level))
  if (given.with_merge_requests_enabled) filters.push(withFeature(situation, 'merge_requests', level))
  return filters
}
