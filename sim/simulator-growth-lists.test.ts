import { expect, test } from 'vitest'
import type { TableName } from './model/world.ts'
import { callsOf, testSimulator } from './testing/calls.ts'
import { rowsTaken } from './testing/rows-taken.ts'

/** Rows like the first one of their table, but for some columns, and a list of which they are. */
type Listed = readonly [path: string, table: TableName, columns: (i: number) => object]

const bot = 10
const at = (i: number) => ({ createdAt: i, updatedAt: i })
const said = (i: number) => ({ ...at(i), projectId: 0, discussionId: `${i >> 1}`, system: false, body: 'x' })
const named = (i: number) => ({ name: `row-${i}`, path: `row-${i}`, fullPath: `row-${i}` })
const account = (i: number) => ({ username: `row-${i}`, email: `${i}@example.com`, namespaceId: 900_000 + i })
const inMilestone = (i: number) => ({ ...at(i), iid: 9000 + i, milestoneId: 5, state: 'opened' })

const lists: readonly Listed[] = [
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

test.each(lists)('a page takes no more than a share of many rows: %s', (path, table, columns) => {
  const sim = testSimulator()
  const root = callsOf(sim, 'root')
  expect(root.post('/groups/1/epics', { title: 'Row' }).status).toBe(201)
  const rows = sim.world.table(table)
  const all = rows?.all().list() ?? []
  const last = Number(rows?.last()?.id)
  const added = Array.from({ length: MANY }, (_, i) => ({ ...all[0], ...columns(i), id: last + 1 + i }))
  rows?.fill([...all, ...added] as never)
  const ask = () => expect(root.get(path)).toMatchObject({ status: 200, json: { length: 20 } })
  ask()
  rows?.put({ ...added[0] } as never)
  expect(rowsTaken(ask)).toBeLessThan(MANY / 2)
})
