import type { Row } from '../kit/json.ts'

/** Filters of the lists of runners, as a check asks for them. */
export interface RunnerFilter {
  readonly scope?: string
  readonly type?: string
  readonly status?: string
  readonly paused?: boolean
  readonly tag_list?: readonly string[]
}

/** Which runners a scope, type or status selects (runners#scope, runners#status-filter). */
const says: { readonly [word: string]: (row: Row) => boolean } = {
  instance_type: (row) => row.runner_type === 'instance_type',
  group_type: (row) => row.runner_type === 'group_type',
  project_type: (row) => row.runner_type === 'project_type',
  shared: (row) => row.runner_type === 'instance_type',
  specific: (row) => row.runner_type !== 'instance_type',
  active: (row) => row.paused === false,
  paused: (row) => row.paused === true,
  online: (row) => row.online === true,
  offline: (row) => row.online === false,
  never_contacted: (row) => row.online === null,
  stale: (row) => row.status === 'stale',
}

export const runnerTypes = ['instance_type', 'group_type', 'project_type'] as const
export const runnerStatuses = ['online', 'offline', 'stale', 'never_contacted', 'active', 'paused'] as const

/** True when a listed runner with these tags passes every filter. */
export function passes(row: Row, tags: readonly string[], filter: RunnerFilter): boolean {
  const words = [filter.scope, filter.type, filter.status].filter((word) => word !== undefined)
  return (
    words.every((word) => says[word]?.(row) === true) &&
    (filter.paused === undefined || row.paused === filter.paused) &&
    (filter.tag_list ?? []).every((tag) => tags.includes(tag))
  )
}

/** Fields of the list form, and those that the detail form adds (runners#list-form, runners#detail-form). */
export const listFields = [
  ...['id', 'description', 'ip_address', 'active', 'paused', 'is_shared', 'runner_type', 'name', 'online'],
  'status',
]
export const detailFields = [
  ...['architecture', 'contacted_at', 'platform', 'projects', 'revision', 'tag_list', 'version'],
  ...['access_level', 'maximum_timeout'],
]

/** The refusal of whoever has no right over a runner. */
export const noAccess = '403 Forbidden - No access granted'
