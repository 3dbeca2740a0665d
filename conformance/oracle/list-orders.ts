import type { ChangeId } from '../../sim/contract.ts'
import { isRow, type Json, type Row } from '../kit/json.ts'

/** By what a list is sorted: values of its rows, and what is known of how they compare. */
export interface SortKey {
  readonly of: (row: Row) => Json | undefined
  /** `folded` texts are compared without regard to case. */
  readonly kind: 'text' | 'folded' | 'number' | 'time'
  /** This direction whatever the request asks for. */
  readonly always?: Direction
}

export type Direction = 'asc' | 'desc'

/** The order of one list as it is documented, in this one place. */
export interface ListOrder {
  /** Rows of the pages in `conformance/sources`. */
  readonly source: string
  /** Keys by value of `order_by`; lists without the parameter have one entry. */
  readonly by: { readonly [order: string]: readonly SortKey[] }
  /** The value of `order_by` that is taken by default; the first one unless told. */
  readonly usual?: string
  readonly sort: Direction
  /** The keys of newer releases, for the usual order. */
  readonly later?: { readonly change: ChangeId; readonly keys: readonly SortKey[] }
  /** It has the parameter `sort`. */
  readonly turns?: true
}

const field =
  (name: string) =>
  (row: Row): Json | undefined =>
    name.split('.').reduce<Json | undefined>((value, part) => (isRow(value) ? value[part] : undefined), row)

const text = (name: string): SortKey => ({ of: field(name), kind: 'text' })
const folded = (name: string): SortKey => ({ of: field(name), kind: 'folded' })
const number = (name: string): SortKey => ({ of: field(name), kind: 'number' })
const time = (name: string): SortKey => ({ of: field(name), kind: 'time' })
const always = (direction: Direction, key: SortKey): SortKey => ({ ...key, always: direction })
const ranked = (name: string, ranks: readonly string[]): SortKey => ({
  of: (row) => ranks.indexOf(String(row[name])),
  kind: 'number',
})

/** Rules that somebody wrote, then those of reports. Where the one for anybody stands is not looked at. */
const definedFirst: SortKey = {
  of: ({ rule_type }) =>
    rule_type === 'any_approver' ? undefined : ['regular', 'report_approver'].indexOf(String(rule_type)),
  kind: 'number',
}

const id = number('id')
const newest = always('desc', id)
const oldest = always('asc', id)

const mergeRequests: ListOrder = {
  source: 'merge-requests#order',
  by: {
    created_at: [time('created_at'), newest],
    title: [text('title'), newest],
    updated_at: [time('updated_at'), newest],
  },
  sort: 'desc',
  turns: true,
}

const issues: ListOrder = {
  source: 'issues#list-order',
  by: {
    created_at: [time('created_at')],
    updated_at: [time('updated_at')],
    due_date: [text('due_date')],
    title: [text('title')],
    popularity: [number('upvotes')],
    weight: [number('weight')],
  },
  sort: 'desc',
  turns: true,
}

const projects: ListOrder = {
  source: 'projects#orders, projects#default-order',
  by: {
    created_at: [id],
    id: [id],
    name: [text('name'), id],
    path: [text('path'), id],
    updated_at: [time('updated_at'), id],
    last_activity_at: [time('last_activity_at'), id],
  },
  sort: 'desc',
  turns: true,
}

/** The numbers by which the service sorts types (packages#order). */
const packageTypes = [
  ...['', 'maven', 'npm', 'conan', 'nuget', 'pypi', 'composer', 'generic', 'golang', 'debian'],
  ...['rubygems', 'helm', 'terraform_module', 'rpm'],
]

const packages: ListOrder = {
  source: 'packages#order, packages#order-ties',
  by: {
    created_at: [time('created_at'), id],
    name: [text('name'), id],
    version: [text('version'), id],
    type: [ranked('package_type', packageTypes), id],
  },
  sort: 'asc',
  turns: true,
}

const inProject: SortKey = { of: ({ project_path }) => lastPart(project_path), kind: 'text' }

function lastPart(path: Json | undefined): Json | undefined {
  return typeof path === 'string' ? path.replace(/^.*\//, '') : undefined
}

const groups: ListOrder = {
  source: 'groups#list-order',
  by: { name: [text('name'), oldest], path: [text('path'), oldest], id: [id] },
  sort: 'asc',
  turns: true,
}

const byId = (source: string, sort: Direction = 'asc'): ListOrder => ({ source, by: { id: [id] }, sort })

const projectMilestones: ListOrder = {
  ...byId('milestones#order, milestones#later-order', 'desc'),
  later: { change: 'milestones#later-order', keys: [always('asc', text('due_date')), newest] },
}

const notes: ListOrder = {
  source: 'discussions#note-list, discussions#note-order',
  by: { created_at: [time('created_at')], updated_at: [time('updated_at')] },
  sort: 'desc',
  turns: true,
}

const migrations = (source: string): ListOrder => ({
  source,
  by: { '': [time('created_at'), id] },
  sort: 'desc',
  turns: true,
})

const serviceAccounts: ListOrder = {
  source: 'access-tokens#service-account-list',
  by: { id: [id], username: [text('username')] },
  sort: 'desc',
  turns: true,
}

const events: ListOrder = {
  source: 'users#events-list',
  by: { '': [id] },
  sort: 'desc',
  turns: true,
}

const variants = (order: ListOrder, lists: readonly string[]): { readonly [list: string]: ListOrder } =>
  Object.fromEntries(lists.map((list) => [`GET ${list}`, order]))

/** Every list whose order is documented. */
export const listOrders: { readonly [operation: string]: ListOrder | undefined } = {
  ...variants(mergeRequests, [
    '/merge_requests',
    '/projects/:id/merge_requests',
    '/groups/:id/merge_requests',
  ]),
  ...variants(issues, ['/issues', '/projects/:id/issues', '/groups/:id/issues']),
  ...variants(byId('milestones#order', 'desc'), ['/groups/:id/milestones']),
  ...variants(projectMilestones, ['/projects/:id/milestones']),
  ...variants(projects, [
    '/projects',
    '/users/:user_id/projects',
    '/users/:user_id/starred_projects',
    '/users/:user_id/contributed_projects',
    '/projects/:id/forks',
    '/groups/:id/projects',
  ]),
  ...variants(groups, ['/groups', '/groups/:id/subgroups', '/groups/:id/descendant_groups']),
  ...variants(notes, [
    '/projects/:id/issues/:issue_iid/notes',
    '/projects/:id/merge_requests/:merge_request_iid/notes',
    '/groups/:id/epics/:epic_iid/notes',
    '/projects/:id/snippets/:noteable_id/notes',
  ]),
  ...variants(serviceAccounts, ['/projects/:id/service_accounts', '/groups/:id/service_accounts']),
  ...variants(events, ['/events', '/projects/:id/events', '/users/:user_id/events']),
  ...variants(byId('runners#list-order'), [
    '/runners',
    '/runners/all',
    '/projects/:id/runners',
    '/groups/:id/runners',
  ]),
  ...variants(byId('audit-events#order', 'desc'), [
    '/audit_events',
    '/projects/:id/audit_events',
    '/groups/:id/audit_events',
  ]),
  ...variants(byId('packages#files, conventions#default-order'), [
    '/projects/:id/packages/:package_id/package_files',
  ]),
  ...variants(byId('feature-flag-user-lists#list-order'), ['/projects/:id/feature_flags_user_lists']),
  ...variants(byId('jobs#list', 'desc'), ['/projects/:id/jobs']),
  'GET /projects/:id/approval_rules': {
    source: 'approvals#rule-list-order',
    by: { '': [definedFirst, id] },
    sort: 'asc',
  },
  'GET /projects/:id/packages': packages,
  'GET /groups/:id/packages': {
    ...packages,
    by: { ...packages.by, project_path: [inProject, id] },
  },
  'GET /projects/:id/repository/contributors': {
    source: 'repository#contributors-order',
    by: { commits: [number('commits')], name: [folded('name')], email: [folded('email')] },
    sort: 'asc',
    turns: true,
  },
  'GET /projects/:id/repository/tree': {
    source: 'repository#tree-order',
    by: { '': [ranked('type', ['tree', 'blob', 'commit']), text('path')] },
    sort: 'asc',
  },
  'GET /projects/:id/dependencies': {
    source: 'dependencies#order, dependencies#order-ties',
    by: { '': [text('name'), text('version'), text('dependency_file_path')] },
    sort: 'asc',
  },
  'GET /bulk_imports': migrations('bulk-imports#order'),
  'GET /bulk_imports/entities': migrations('bulk-imports#order'),
  'GET /groups/:id/epics': {
    source: 'epics#list-order',
    by: { created_at: [time('created_at')], updated_at: [time('updated_at')], title: [text('title')] },
    sort: 'desc',
    turns: true,
  },
  'GET /projects/:id/deployments': {
    source: 'deployments#deployment-list',
    by: {
      id: [id],
      iid: [number('iid')],
      created_at: [time('created_at')],
      updated_at: [time('updated_at')],
      ref: [text('ref')],
    },
    sort: 'asc',
    turns: true,
  },
  'GET /projects/:id/pipelines': {
    source: 'pipelines#list',
    by: { id: [id], status: [text('status')], ref: [text('ref')], updated_at: [time('updated_at')] },
    sort: 'desc',
    turns: true,
  },
  'GET /projects/:id/releases': {
    source: 'releases#list',
    by: { released_at: [time('released_at')], created_at: [time('created_at')] },
    sort: 'desc',
    turns: true,
  },
  'GET /groups/:id/releases': {
    source: 'releases#group-list',
    by: { '': [time('released_at')] },
    sort: 'desc',
    turns: true,
  },
  'GET /projects/:id/repository/tags': {
    source: 'tags#list',
    by: { updated: [time('commit.committed_date')], name: [text('name')] },
    sort: 'desc',
    turns: true,
  },
  'GET /projects/:id/repository/branches': {
    source: 'branches#list-order',
    by: { '': [text('name')] },
    sort: 'asc',
  },
  'GET /projects/:id/labels': { source: 'labels#list', by: { '': [text('name')] }, sort: 'asc' },
  'GET /groups/:id/labels': { source: 'labels#list', by: { '': [text('name')] }, sort: 'asc' },
  'GET /projects/:id/feature_flags': {
    source: 'feature-flags#list',
    by: { '': [text('name')] },
    sort: 'asc',
  },
}

/** Whether one row must stand before another; undefined where nobody can tell. */
export function mustPrecede(
  left: Row,
  right: Row,
  keys: readonly SortKey[],
  { sort, exact }: Sorted,
): boolean | undefined {
  for (const key of keys) {
    const told = compare(key.of(left), key.of(right), key, exact)
    if (told === undefined) return undefined
    // What is missing comes last, whatever the direction.
    if (told.missing !== 0) return told.missing < 0
    if (told.order !== 0) return told.order * ((key.always ?? sort) === 'asc' ? 1 : -1) < 0
  }
  return undefined
}

export interface Sorted {
  readonly sort: Direction
  /** Texts are compared by their code points, and times are kept with no more digits than are shown. */
  readonly exact: boolean
}

interface Compared {
  readonly order: number
  readonly missing: number
}

function compare(
  left: Json | undefined,
  right: Json | undefined,
  { kind }: SortKey,
  exact: boolean,
): Compared | undefined {
  if (left === undefined || right === undefined) return undefined
  if (left === null || right === null)
    return { order: 0, missing: left === right ? 0 : left === null ? 1 : -1 }
  if (kind === 'number') return { order: Number(left) - Number(right), missing: 0 }
  const [one, other] = [String(left), String(right)]
  if (kind === 'time') {
    const order = Date.parse(one) - Date.parse(other)
    return order === 0 && !exact ? undefined : { order, missing: 0 }
  }
  const order = kind === 'folded' ? byCode(one.toLowerCase(), other.toLowerCase()) : byCode(one, other)
  if (exact) return { order, missing: 0 }
  // A database has a collation of its own: what stands first in all of them is known.
  const spoken = Math.sign(collator.compare(one, other))
  return spoken === order && plain.test(one) && plain.test(other) ? { order, missing: 0 } : undefined
}

const collator = new Intl.Collator('en', { sensitivity: 'variant' })
const plain = /^[A-Za-z0-9]+$/

function byCode(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
