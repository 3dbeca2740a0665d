import { expect, test } from 'vitest'
import type { TableName } from './model/world.ts'
import { callsOf, testSimulator } from './testing/calls.ts'
import { rowsTaken } from './testing/rows-taken.ts'

/** Rows like the first one of their table, but for some columns, and a list of which they are, or that asks about them. */
type Listed = readonly [path: string, table: TableName, columns: (i: number) => object, length?: number]

const bot = 10
const at = (i: number) => ({ createdAt: i, updatedAt: i })
const said = (i: number) => ({ ...at(i), projectId: 0, discussionId: `${i >> 1}`, system: false, body: 'x' })
const named = (i: number) => ({ name: `row-${i}`, path: `row-${i}`, fullPath: `row-${i}` })
const account = (i: number) => ({ username: `row-${i}`, email: `${i}@example.com`, namespaceId: 900_000 + i })
const inMilestone = (i: number) => ({ ...at(i), iid: 9000 + i, milestoneId: 5, state: 'opened' })

const comment = (i: number) => ({ ...said(i), projectId: 1, noteable: 'MergeRequest', noteableId: 1 })
const numbered = (i: number) => ({ ...at(i), iid: 9000 + i, projectId: 1 })

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
  [
    '/projects/1/invitations',
    'invitations',
    (i) => ({
      ...at(i),
      source: 'project',
      sourceId: 1,
      accessLevel: 30,
      email: `${i}@example.com`,
      expiresAt: null,
      createdById: 1,
      token: `${i}`,
    }),
  ],
  ['/user/activities?from=2020-01-01', 'users', account, 0],
  [
    '/groups/1/epics/1/discussions',
    'notes',
    (i) => ({ ...said(i), noteable: 'Epic', noteableId: 1, internal: i % 30 === 0 }),
  ],
  ['/namespaces', 'groups', named],
  ['/namespaces?search=row', 'groups', named],
  ['/projects/1/access_tokens', 'tokens', (i) => ({ kind: 'project', userId: bot, value: `${i}` })],
  ['/projects/1/dependencies?package_manager=npm', 'dependencies', (i) => ({ version: `${i}` })],
  ['/projects/1/milestones/5/issues', 'issues', inMilestone],
  ['/projects/1/milestones/5/merge_requests', 'mergeRequests', inMilestone],
  ['/projects/1/packages/3/package_files', 'packageFiles', (i) => ({ ...at(i), packageId: 3 })],
  ['/runners/1/jobs?status=failed', 'ciJobs', () => ({ runnerId: 1, status: 'failed' })],
  [
    '/groups/1/service_accounts?order_by=username',
    'users',
    (i) => ({ ...account(i), bot: true, serviceOf: { source: 'group', id: 1 } }),
  ],
]

/** More than are looked at one by one. */
const MANY = 1100

const asked = lists.map(([path, table, columns, length = 20]) => ({ path, table, columns, length }))

test.each(asked)('a page takes no more than a share of many rows: $path', (list) => {
  const { path, table, columns, length } = list
  const sim = testSimulator()
  const root = callsOf(sim, 'root')
  expect(root.post('/groups/1/epics', { title: 'Row' }).status).toBe(201)
  const rows = sim.world.table(table)
  const all = rows?.all().list() ?? []
  const last = Number(rows?.last()?.id ?? 0)
  const added = Array.from({ length: MANY }, (_, i) => ({ ...all[0], ...columns(i), id: last + 1 + i }))
  rows?.fill([...all, ...added] as never)
  const ask = () => expect(root.get(path)).toMatchObject({ status: 200, json: { length } })
  ask()
  rows?.put({ ...added[0] } as never)
  expect(rowsTaken(ask)).toBeLessThan(MANY / 2)
})
