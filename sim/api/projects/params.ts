import { changed, since } from '../../lib/dialect.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import {
  boolean,
  datetime,
  integer,
  oneOf,
  type Params,
  string,
  stringHash,
  stringList,
  withDefault,
} from '../../protocol/params.ts'
import { roleLevel } from '../shared/role-levels.ts'

const orders = ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'] as const
type Order = (typeof orders)[number] | 'star_count'
const moreOrders = [
  ...orders,
  'similarity',
  'repository_size',
  'storage_size',
  'packages_size',
  'wiki_size',
] as const
type MoreOrder = (typeof moreOrders)[number] | 'star_count'

/** Filters that both project lists have (projects#listed). */
const shared = {
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
  archived: boolean(),
  visibility: oneOf(visibilities),
  search: string({ about: 'Words in path, name or description' }),
  owned: withDefault(boolean(), false),
  starred: withDefault(boolean(), false),
  membership: withDefault(boolean(), false),
  with_issues_enabled: withDefault(boolean(), false),
  with_merge_requests_enabled: withDefault(boolean(), false),
  with_programming_language: string(),
  min_access_level: roleLevel,
  id_after: integer(),
  id_before: integer(),
  statistics: withDefault(boolean({ about: 'Adds storage sizes (Reporter and above)' }), false),
  simple: withDefault(boolean({ about: 'Answers with fewer fields' }), false),
  with_custom_attributes: withDefault(boolean({ only: 'admin' }), false),
  custom_attributes: stringHash({ only: 'admin' }),
  updated_after: since('projects#later-updated-filters', datetime()),
  updated_before: since('projects#later-updated-filters', datetime()),
  marked_for_deletion_on: since(
    'projects#later-deletion-filter',
    string({ matches: '^\\d{4}-\\d{2}-\\d{2}$' }),
  ),
  active: since(
    'projects#later-active',
    boolean({ about: 'Neither archived nor marked for deletion, by a group above it neither; or the rest' }),
  ),
} as const satisfies Params

/** Filters that the list of all projects has, and in later releases that of a user as well. */
const namespaces = boolean({ about: 'Also searches the full path and name, with those of the namespace' })
const imported = boolean({ about: 'Only projects that the caller imported' })
const checksumFailed = boolean({
  tier: 'premium',
  about: 'No checksum fails here, so that there are none',
})
const further = {
  last_activity_after: datetime(),
  last_activity_before: datetime(),
  repository_storage: string({ only: 'admin' }),
  topic: stringList({ about: 'Topics, all of which the project has' }),
  topic_id: integer(),
} as const satisfies Params

const hidden = {
  include_hidden: since('projects#later-hidden', boolean({ tier: 'premium', about: 'None is hidden here' })),
  include_pending_delete: since('projects#later-hidden', boolean({ about: 'None is on its way out here' })),
} as const satisfies Params

export const allProjectsParams = {
  order_by: changed('projects#later-star-order', {
    before: withDefault(oneOf<MoreOrder>(moreOrders), 'created_at'),
    after: withDefault(oneOf<MoreOrder>([...moreOrders, 'star_count']), 'created_at'),
  }),
  ...shared,
  search_namespaces: namespaces,
  ...hidden,
  imported: withDefault(imported, false),
  ...further,
  wiki_checksum_failed: withDefault(checksumFailed, false),
  repository_checksum_failed: withDefault(checksumFailed, false),
} as const satisfies Params

function laterFilter<const T>(param: T) {
  return since('projects#later-user-filters', param)
}

export const userProjectsParams = {
  order_by: changed('projects#later-star-order', {
    before: withDefault(oneOf<Order>(orders), 'created_at'),
    after: withDefault(oneOf<Order>([...orders, 'star_count']), 'created_at'),
  }),
  ...shared,
  ...hidden,
  search_namespaces: laterFilter(namespaces),
  imported: laterFilter(imported),
  last_activity_after: laterFilter(further.last_activity_after),
  last_activity_before: laterFilter(further.last_activity_before),
  repository_storage: laterFilter(further.repository_storage),
  topic: laterFilter(further.topic),
  topic_id: laterFilter(further.topic_id),
  wiki_checksum_failed: laterFilter(checksumFailed),
  repository_checksum_failed: laterFilter(checksumFailed),
} as const satisfies Params
