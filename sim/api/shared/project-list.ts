import type { View } from '../../entities/entity.ts'
import { basicProjectEntity } from '../../entities/project.ts'
import { differs, inDialect, until } from '../../lib/dialect.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Feature, Project } from '../../model/projects/project.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import { matcher } from '../../model/search/search.ts'
import type { Situation } from '../../policy/abilities.ts'
import { readsEverything } from '../../policy/auditors.ts'
import { projectLevel } from '../../policy/roles.ts'
import { isFeatureOn, seesProject } from '../../policy/visible.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
import { boolean, oneOf, type ParamsOf, string, withDefault } from '../../protocol/params.ts'
import { roleLevel } from './role-levels.ts'

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

/** The visible projects of a set, filtered and ordered; ties by id in the same direction. */
export function projectList(
  { situation, dialect }: View,
  projects: Iterable<Project>,
  given: Given,
): Listing<Project> {
  const passes = filter(situation, given)
  const sign = given.sort === 'asc' ? 1 : -1
  const by = given.order_by === 'created_at' ? inDialect(creation, dialect) : given.order_by
  const rank = ranks[by]
  const rows = [...projects].filter(passes).sort((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
  })
  return listingOf(rows)
}

const ranks: { readonly [order in Given['order_by']]: (project: Project) => number | string } = {
  id: (project) => project.id,
  created_at: (project) => project.createdAt,
  name: (project) => project.name,
  path: (project) => project.path,
  updated_at: (project) => project.updatedAt,
  last_activity_at: (project) => project.lastActivityAt,
}

function filter({ world, caller, now }: Situation, given: Given): (project: Project) => boolean {
  const { archived, visibility, search, min_access_level: least } = given
  const { user } = caller
  const level = (project: Project) => (user === undefined ? 0 : projectLevel(world, user, project, now))
  const usable = (project: Project, feature: Feature) =>
    isFeatureOn(project, feature, readsEverything(world, caller) || level(project) >= accessLevels.guest)
  const found = matcher(search ?? '', 3)
  return (project) =>
    seesProject(world, caller, project, now) &&
    (archived == null || project.archived === archived) &&
    (!visibility || project.visibility === visibility) &&
    (!search || found([project.path, project.name, project.description])) &&
    (!given.owned || level(project) === accessLevels.owner) &&
    (!given.starred || user === undefined || world.stars.find('byUser', user.id, project.id) !== undefined) &&
    (least == null || level(project) >= least) &&
    (!given.with_issues_enabled || usable(project, 'issues')) &&
    (!given.with_merge_requests_enabled || usable(project, 'merge_requests'))
}
