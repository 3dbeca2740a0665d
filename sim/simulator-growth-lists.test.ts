import { expect, test, vi } from 'vitest'
import type { TableName } from './model/world.ts'
import type { Simulator } from './simulator.ts'
import { Run } from './store/run.ts'
import { callsOf, testSimulator } from './testing/calls.ts'
import { rowsLookedAt, rowsTaken } from './testing/rows-taken.ts'

/** Columns of a row; `first` is the id of the first row that was added to another table before. */
type Columns = (i: number, first: number) => object

/** Rows like the first one of their table, but for some columns, and a list of which they are, or that asks about them. */
type Listed = readonly [
  path: string,
  table: TableName,
  columns: Columns,
  length?: number,
  before?: readonly [table: TableName, columns: Columns],
]

const bot = 10
const at = (i: number) => ({ createdAt: i, updatedAt: i })
const said = (i: number) => ({ ...at(i), projectId: 0, discussionId: `${i >> 1}`, system: false, body: 'x' })
const named = (i: number) => ({ name: `row-${i}`, path: `row-${i}`, fullPath: `row-${i}` })
const account = (i: number) => ({ username: `row-${i}`, email: `${i}@example.com`, namespaceId: 900_000 + i })
const service = (i: number) => ({ ...account(i), bot: true, serviceOf: { source: 'group', id: 1 } })
const inMilestone = (i: number) => ({ ...at(i), iid: 9000 + i, milestoneId: 5, state: 'opened' })

const comment = (i: number) => ({ ...said(i), projectId: 1, noteable: 'MergeRequest', noteableId: 1 })
const numbered = (i: number) => ({ ...at(i), iid: 9000 + i, projectId: 1 })

const invited = (i: number) => ({
  ...at(i),
  source: 'project',
  sourceId: 1,
  accessLevel: 30,
  email: `${i}@example.com`,
  expiresAt: null,
  createdById: 1,
  token: `${i}`,
})
const shared: Columns = (i, first) => ({
  source: 'project',
  sourceId: 1,
  groupId: first + i,
  accessLevel: 30,
  expiresAt: null,
})

const range = (first: number) => Array.from({ length: MANY }, (_, i) => first + i)

/** More than are looked at one by one. */
const MANY = 1100

const lists: readonly Listed[] = [
  ['/projects/1/merge_requests/1/participants', 'notes', comment, 2],
  ['/projects/1/merge_requests/1/related_issues', 'notes', (i) => ({ ...comment(i), body: '#1 and #2' }), 2],
  ['/projects/1/merge_requests/1/pipelines', 'pipelines', (i) => ({ ...numbered(i), mergeRequestId: 1 })],
  ['/projects/1/protected_branches', 'protectedBranches', (i) => ({ projectId: 1, name: `row-${i}` })],
  ['/projects/1/pipelines/1/bridges', 'ciJobs', (i) => ({ ...at(i), pipelineId: 1 }), 0],
  ['/projects/1/repository/commits/main/merge_requests', 'mergeRequests', numbered, 0],
  [
    '/projects/1/issues/1/related_merge_requests',
    'mergeRequests',
    (i) => ({ ...numbered(i), title: 'For #1' }),
  ],
  ['/projects/1/issues/1/closed_by', 'mergeRequests', (i) => ({ ...numbered(i), description: 'Closes #1' })],
  ['/projects/1/pipelines?scope=branches', 'pipelines', (i) => ({ ...numbered(i), ref: `row-${i}` }), 9],
  ['/projects/1/invitations', 'invitations', invited],
  [
    '/projects/1/members/all?query=row',
    'members',
    (i, first) => ({ source: 'project', sourceId: 1, userId: first + i, accessLevel: 30 }),
    20,
    ['users', account],
  ],
  [
    '/groups/1/pending_members',
    'invitations',
    (i) => ({
      ...invited(i),
      source: i % 2 ? 'group' : 'project',
      email: `${i % 30 === 0 ? i + 1 : i}@example.com`,
    }),
  ],
  [
    '/groups/1/epics/1/issues',
    'epicIssues',
    (i, first) => ({ epicId: 1, issueId: first + i, position: i }),
    20,
    ['issues', (i) => ({ ...numbered(i), projectId: 1 + (i % 2) })],
  ],
  ['/groups/1/epics/1/epics', 'epics', (i) => ({ ...numbered(i), parentId: 1, position: i })],
  ['/projects/1/invited_groups', 'shares', shared, 20, ['groups', named]],
  ['/projects/1/groups?with_shared=true', 'shares', shared, 20, ['groups', named]],
  [
    '/projects/1/deployments/{first}/merge_requests',
    'deployments',
    (i, first) => ({ iid: 9000 + i, mergeRequestIds: i === 0 ? range(first) : [] }),
    20,
    ['mergeRequests', numbered],
  ],
  [
    '/projects/1/repository/commits/row-1/refs',
    'gitRefs',
    (i) => ({ id: `1:refs/heads/row-${i}`, projectId: 1, name: `refs/heads/row-${i}` }),
  ],
  [
    '/users/2/contributed_projects',
    'events',
    (i) => ({
      ...at(Date.UTC(2030, 0)),
      projectId: 1 + (i % 2),
      authorId: 2,
      target: 'Issue',
      targetId: null,
    }),
    2,
  ],
  ['/user/activities?from=2020-01-01', 'users', account, 0],
  [
    '/groups/1/epics/1/discussions',
    'notes',
    (i) => ({ ...said(i), noteable: 'Epic', noteableId: 1, internal: i % 30 === 0 }),
  ],
  ['/namespaces', 'groups', named],
  ['/projects/1/transfer_locations?search=row', 'groups', named],
  ['/groups/1/transfer_locations', 'groups', named],
  ['/projects/1/share_locations', 'groups', named],
  ['/namespaces?search=row', 'groups', named],
  ['/projects/1/access_tokens', 'tokens', (i) => ({ kind: 'project', userId: bot, value: `${i}` })],
  ['/projects/1/dependencies?package_manager=npm', 'dependencies', (i) => ({ version: `${i}` })],
  ['/projects/1/milestones/5/issues', 'issues', inMilestone],
  ['/projects/1/milestones/5/merge_requests', 'mergeRequests', inMilestone],
  ['/projects/1/packages/3/package_files', 'packageFiles', (i) => ({ ...at(i), packageId: 3 })],
  ['/runners/1/jobs?status=failed', 'ciJobs', () => ({ runnerId: 1, status: 'failed' })],
  ['/groups/1/service_accounts?order_by=username', 'users', service],
  [
    '/groups/1/service_accounts/{before}/personal_access_tokens?state=active&sort=name_desc',
    'tokens',
    (i, first) => ({ kind: 'personal', userId: first, value: `${i}`, revoked: i % 3 === 0 }),
    20,
    ['users', service],
  ],
]

const asked = lists.map(([path, table, columns, length = 20, before]) => ({
  path,
  table,
  columns,
  length,
  before,
}))

/** Adds many rows to a table; returns the first of them. */
function add({ world }: Simulator, table: TableName, columns: Columns, first = 0) {
  const rows = world.table(table)
  const all = rows?.all().list() ?? []
  const last = Number(rows?.last()?.id ?? 0)
  const added = Array.from({ length: MANY }, (_, i) => ({
    ...all[0],
    id: last + 1 + i,
    ...columns(i, first),
  }))
  rows?.fill([...all, ...added] as never)
  return added[0] as { readonly id: number }
}

test.each(asked)('a page takes no more than a share of many rows: $path', (list) => {
  const { path, table, columns, length, before } = list
  const sim = testSimulator()
  const root = callsOf(sim, 'root')
  expect(root.post('/groups/1/epics', { title: 'Row' }).status).toBe(201)
  const first = before && add(sim, ...before)
  const row = add(sim, table, columns, first?.id)
  const url = path.replace('{first}', `${row.id}`).replace('{before}', `${first?.id}`)
  const ask = () => expect(root.get(url)).toMatchObject({ status: 200, json: { length } })
  ask()
  sim.world.table(table)?.put(row as never)
  expect(rowsTaken(ask)).toBeLessThan(MANY / 2)
})

test('memberships of many users that a new search finds are not looked up one by one', () => {
  const sim = testSimulator()
  const first = add(sim, 'users', account)
  add(sim, 'members', (i) => ({ source: 'project', sourceId: 1, userId: first.id + i, accessLevel: 30 }))
  const ask = (query: string) => callsOf(sim, 'root').get(`/projects/1/members/all?query=${query}`)
  ask('row')
  expect(rowsTaken(() => expect(ask('row-').json).toHaveLength(20))).toBeLessThan(MANY / 2)
})

test('of many projects of which a caller is a member none is looked up again for their list', () => {
  const sim = testSimulator()
  const first = add(sim, 'projects', (i) => ({ ...named(i), visibility: 'private' }))
  add(sim, 'members', (i) => ({ source: 'project', sourceId: first.id + i, userId: 2, accessLevel: 30 }))
  const ask = () => expect(callsOf(sim, 'alice').get('/projects?membership=true').json).toHaveLength(20)
  ask()
  sim.world.issues.update(1, { title: 'Written' })
  expect(rowsLookedAt(ask)).toBeLessThan(MANY / 2)
})

test('of many rows that have a word none is tried, in a list or a search', () => {
  const sim = testSimulator()
  const root = callsOf(sim, 'root')
  const row = add(sim, 'issues', (i) => ({
    ...numbered(i),
    title: `Row ${i}`,
    description: i % 2 ? null : 'seldom',
  }))
  const tried = vi.spyOn(sim.world.issues.definition as { texts: (row: never) => unknown }, 'texts')
  const shown = vi.spyOn(Run.prototype, 'row')
  const search = '/projects/1/search?scope=issues&search=row'
  for (const url of ['/projects/1/issues?search=row', '/projects/1/issues?search=SELDOM&page=9', search]) {
    root.get(url)
    sim.world.issues.update(row.id, { title: `Row ${url}` })
    tried.mockClear()
    shown.mockClear()
    expect(root.get(url).json).toHaveLength(20)
    expect(shown.mock.calls.length).toBeLessThan(MANY / 2)
    // The texts of the row that was written are read, as they are and as they were.
    expect(tried.mock.calls.length).toBeLessThan(10)
  }
  shown.mockRestore()
})
