import { ascending, descending, first, type Order, sorted } from './order.ts'
import { found } from './search.ts'

type Level = 'enabled' | 'private' | 'disabled'

/** A project as a check made it. */
export interface ProjectRecord {
  readonly id: number
  readonly name: string
  readonly path: string
  readonly fullPath: string
  readonly fullName: string
  readonly description: string | null
  readonly visibility: 'private' | 'internal' | 'public'
  readonly archived: boolean
  readonly topics: readonly string[]
  readonly issues: Level
  readonly mergeRequests: Level
  readonly lastActivity: string
  /** Access level by viewer; 0 for whoever is no member. */
  readonly levels: { readonly [viewer: string]: number }
  readonly starredBy: readonly string[]
}

export interface ProjectFilter {
  readonly archived?: boolean
  readonly visibility?: 'private' | 'internal' | 'public'
  readonly membership?: boolean
  readonly owned?: boolean
  readonly starred?: boolean
  readonly min_access_level?: number
  readonly search?: string
  readonly search_namespaces?: boolean
  readonly topic?: string
  readonly id_after?: number
  readonly id_before?: number
  readonly last_activity_after?: string
  readonly last_activity_before?: string
  readonly with_issues_enabled?: boolean
  readonly with_merge_requests_enabled?: boolean
  readonly order_by?: 'id' | 'name' | 'path' | 'created_at' | 'last_activity_at'
  readonly sort?: 'asc' | 'desc'
}

/** What a list must show to a viewer, in order (projects#filters). */
export function listedProjects(
  records: readonly ProjectRecord[],
  viewer: string,
  filter: ProjectFilter,
): readonly ProjectRecord[] {
  const tests = testsOf(filter, viewer)
  const passing = records.filter((record) => visible(record, viewer) && tests.every((test) => test(record)))
  return sorted(passing, projectOrder(filter))
}

/** Every column but the id falls back to the id in the same direction; `created_at` is as the id, of which later projects have larger ones. */
export function projectOrder({
  order_by = 'created_at',
  sort = 'desc',
}: ProjectFilter): Order<ProjectRecord> {
  const by = sort === 'asc' ? ascending : descending
  const id = by((record: ProjectRecord) => record.id)
  switch (order_by) {
    case 'id':
    case 'created_at':
      return id
    case 'name':
      return first(
        by((record) => record.name),
        id,
      )
    case 'path':
      return first(
        by((record) => record.path),
        id,
      )
    case 'last_activity_at':
      return first(
        by((record) => record.lastActivity),
        id,
      )
    default:
      return order_by satisfies never
  }
}

function visible({ visibility, levels }: ProjectRecord, viewer: string): boolean {
  if (visibility === 'public' || viewer === 'admin') return true
  return viewer !== 'anonymous' && (visibility === 'internal' || (levels[viewer] ?? 0) > 0)
}

type Test = (record: ProjectRecord) => boolean

function testsOf(filter: ProjectFilter, viewer: string): readonly Test[] {
  const {
    search = '',
    search_namespaces: namespaces = false,
    topic = '',
    min_access_level: least = 0,
  } = filter
  const level = (record: ProjectRecord) => (viewer === 'anonymous' ? 0 : (record.levels[viewer] ?? 0))
  const topics = [...new Set(topic.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  return [
    (it) => filter.archived === undefined || it.archived === filter.archived,
    (it) => filter.visibility === undefined || it.visibility === filter.visibility,
    (it) => !filter.membership || level(it) > 0,
    (it) => !filter.owned || level(it) >= 50,
    // Nobody in particular has no stars: the filter is ignored.
    (it) => !filter.starred || viewer === 'anonymous' || it.starredBy.includes(viewer),
    (it) => least === 0 || level(it) >= least,
    (it) =>
      found(
        search,
        namespaces ? [it.fullPath, it.fullName, it.description] : [it.path, it.name, it.description],
        3,
      ),
    (it) => topics.every((name) => it.topics.includes(name)),
    (it) => filter.id_after === undefined || it.id > filter.id_after,
    (it) => filter.id_before === undefined || it.id < filter.id_before,
    (it) => filter.last_activity_after === undefined || it.lastActivity > filter.last_activity_after,
    (it) => filter.last_activity_before === undefined || it.lastActivity < filter.last_activity_before,
    (it) => !filter.with_issues_enabled || usable(it.issues, level(it)),
    (it) => !filter.with_merge_requests_enabled || usable(it.mergeRequests, level(it)),
  ]
}

function usable(feature: Level, level: number): boolean {
  return feature === 'enabled' || (feature === 'private' && level > 0)
}
