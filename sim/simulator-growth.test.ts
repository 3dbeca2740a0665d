import { expect, test } from 'vitest'
import type { TableName } from './model/world.ts'
import { callsOf, testSimulator } from './testing/calls.ts'
import { rowsLookedAt, rowsTaken } from './testing/rows-taken.ts'

type Write = readonly [method: 'post' | 'put', path: string, values: (i: number) => object]

/** Rows like the first one of their table, but for some columns, and what is written among them. */
type Among = readonly [table: TableName, columns: (i: number) => object, ...Write]

const project = '/projects/1'
const words = 'See #1, !2 and @bob'
const committed = (i: number) => ({
  branch: 'main',
  commit_message: `${words} ${i}`,
  actions: [{ action: 'update', file_path: 'README.md', content: `${i}` }],
})

// Of what most clients write. Each leaves something behind: notes, events, and what mentions something.
const writes: readonly Write[] = [
  ['put', `${project}/merge_requests/1`, (i) => ({ title: `Title ${i}` })],
  ['put', `${project}/merge_requests/1`, (i) => ({ description: `${words} ${i}` })],
  ['put', `${project}/merge_requests/1`, (i) => ({ labels: i % 2 ? 'bug' : '', assignee_id: 2 + (i % 4) })],
  ['put', `${project}/merge_requests/1`, (i) => ({ state_event: i % 2 ? 'close' : 'reopen' })],
  ['post', `${project}/merge_requests/1/notes`, (i) => ({ body: `${words} ${i}` })],
  ['put', `${project}/issues/3`, (i) => ({ title: `Title ${i}`, description: `${words} ${i}` })],
  ['post', `${project}/issues/3/notes`, (i) => ({ body: `${words} ${i}` })],
  ['post', `${project}/issues`, (i) => ({ title: `New ${i}`, description: words, labels: 'bug' })],
  ['post', `${project}/milestones`, (i) => ({ title: `New ${i}` })],
  ['post', `${project}/labels`, (i) => ({ name: `new ${i}`, color: '#ff0000' })],
  ['post', `${project}/repository/commits`, committed],
  ['post', `${project}/repository/branches`, (i) => ({ branch: `new-${i}`, ref: 'main' })],
  ['post', `${project}/repository/tags`, (i) => ({ tag_name: `new-${i}`, ref: 'main' })],
]

test.each(writes)(
  'what is written looks at no more for what was written before: %s %s',
  (method, path, values) => {
    const alice = callsOf(testSimulator(), 'alice')
    const batch = (from: number, count: number) => {
      for (let i = from; i < from + count; i++)
        expect(alice[method](path, values(i)).status).toBeLessThan(300)
    }
    batch(0, 4)
    const atFirst = rowsLookedAt(() => batch(4, 4))
    batch(8, 40)
    expect(rowsLookedAt(() => batch(48, 4))).toBeLessThan(atFirst + 150)
  },
)

const onMergeRequest = { noteable: 'MergeRequest', noteableId: 1, projectId: 1 }
const said = { system: false, resolvable: false, resolvedAt: null, authorId: 3 }
const retitled = ['put', `${project}/merge_requests/1`, (i: number) => ({ title: `Title ${i}` })] as const
const deployed = { status: 'success', finishedAt: 0 }
const ofProject = { owner: 'project', ownerId: 1 }
const inside = { source: 'project', sourceId: 1, accessLevel: 30 }
const variable = (i: number) => ({ key: `NEW_${i}`, value: 'x' })
const member = (i: number) => ({ user_id: 7 + 2 * i, access_level: 30 })
const titled = (i: number) => ({ title: `Row ${i}` })
const opened = (i: number) => ({ ...titled(i), source_branch: 'typescript', target_branch: `to-${i}` })
const release = (i: number) => ({ tag_name: `v9.${i}`, ref: 'main', milestones: ['Row 1'] })

const among: readonly Among[] = [
  ['notes', (i) => ({ ...onMergeRequest, ...said, discussionId: `${i}`, body: `Row ${i}` }), ...retitled],
  ['deployments', () => ({ ...deployed, environmentId: 1, mergeRequestIds: [1] }), ...retitled],
  [
    'deployments',
    () => ({ ...deployed, environmentId: 1, mergeRequestIds: [] }),
    'post',
    `${project}/deployments`,
    () => ({ environment: 'production', sha: 'main', ref: 'main', tag: false, status: 'success' }),
  ],
  ['issues', (i) => ({ iid: 900 + i }), 'put', `${project}/issues/1/reorder`, () => ({ move_after_id: 2 })],
  ['ciVariables', (i) => ({ ...ofProject, key: `ROW_${i}` }), 'post', `${project}/variables`, variable],
  ['members', (i) => ({ ...inside, userId: 1000 + i }), 'post', `${project}/members`, member],
  ['runners', (i) => ({ token: `${i}` }), 'post', `${project}/pipeline`, () => ({ ref: 'main' })],
  ['milestones', (i) => ({ ...titled(i), iid: 900 + i }), 'post', `${project}/releases`, release],
  [
    'mergeRequests',
    (i) => ({ iid: 900 + i, state: 'opened', sourceBranch: 'typescript', targetBranch: `row-${i}` }),
    'post',
    `${project}/merge_requests`,
    opened,
  ],
  ['projects', (i) => ({ fullPath: `acme/row-${i}` }), 'post', '/groups/1/milestones', titled],
]

test.each(among)(
  'what is written looks at no more among many rows: %s',
  (table, columns, method, path, values) => {
    const taken = [10, 400].map((size) => {
      const sim = testSimulator()
      const rows = sim.world.table(table)
      const last = Number(rows?.last()?.id)
      for (let i = 0; i < size; i++) rows?.put({ ...rows.all().first(), ...columns(i), id: last + 1 + i })
      const root = callsOf(sim, 'root')
      expect(root[method](path, values(0)).status).toBeLessThan(300)
      return rowsTaken(() => expect(root[method](path, values(1)).status).toBeLessThan(300))
    })
    expect(taken[1]).toBeLessThan((taken[0] as number) + 40)
  },
)

test('an account that is deleted looks at no more among many rows that do not name it', () => {
  const taken = [10, 400].map((size) => {
    const sim = testSimulator()
    const { issues } = sim.world
    const first = issues.require(1)
    for (let i = 1; i <= size; i++) issues.put({ ...first, id: 900_000 + i, iid: 900_000 + i })
    const root = callsOf(sim, 'root')
    const deleted = (username: string) => {
      const account = { username, name: username, email: `${username}@example.com`, password: 'Kq7mZt2w-11' }
      const { id } = root.post('/users', account).json
      return rowsTaken(() => expect(root.delete(`/users/${id}`).status).toBe(204))
    }
    deleted('first')
    return deleted('second')
  })
  expect(taken[1]).toBeLessThan((taken[0] as number) + 40)
})

test('a branch that is deleted looks at no more among many environments', () => {
  const taken = [10, 400].map((size) => {
    const sim = testSimulator()
    const { environments } = sim.world
    const last = Number(environments.last()?.id)
    for (let i = 1; i <= size; i++)
      environments.put({ id: last + i, projectId: 1, name: `row-${i}`, production: false, createdAt: 0 })
    const root = callsOf(sim, 'root')
    const deleted = (branch: string) => {
      root.post(`${project}/repository/branches`, { branch, ref: 'main' })
      return rowsTaken(() => expect(root.delete(`${project}/repository/branches/${branch}`).status).toBe(204))
    }
    deleted('first')
    return deleted('second')
  })
  expect(taken[1]).toBeLessThan((taken[0] as number) + 40)
})

test('a merge request is shown without a look at each member of a group that may approve it', () => {
  const sim = testSimulator()
  const root = callsOf(sim, 'root')
  const rule = { name: 'All', approvals_required: 1, group_ids: [1] }
  expect(root.post(`${project}/approval_rules`, rule).status).toBe(201)
  const { members, users } = sim.world
  const last = Number(users.last()?.id)
  for (let i = 1; i <= 400; i++) {
    const account = { username: `row-${i}`, email: `${i}@example.com`, namespaceId: 900_000 + i }
    users.put({ ...users.require(3), ...account, id: last + i })
    const membership = { source: 'group', sourceId: 1, userId: last + i } as const
    members.put({ ...members.require(1), ...membership, id: 9000 + i })
  }
  const [retitle, path, values] = [root.put, `${project}/merge_requests/40`, titled] as const
  expect(retitle(path, values(0)).json.detailed_merge_status).toBe('not_approved')
  expect(rowsLookedAt(() => retitle(path, values(1)))).toBeLessThan(400)
})

test('a commit at the head of a branch is found without a look at many others', () => {
  const sim = testSimulator()
  const root = callsOf(sim, 'root')
  const { id } = root.post(`${project}/repository/commits`, { ...committed(0), branch: 'typescript' }).json
  const { gitRefs } = sim.world
  const sha = gitRefs.get('1:refs/heads/main')?.sha as string
  for (let i = 0; i < 400; i++) {
    const name = `refs/heads/row-${i}`
    gitRefs.put({ id: `1:${name}`, projectId: 1, name, sha })
  }
  const ask = () => expect(root.get(`${project}/repository/commits/${id}/statuses`).status).toBe(200)
  expect(rowsLookedAt(ask)).toBeLessThan(200)
})

const read = [
  `${project}?statistics=true`,
  `${project}/merge_requests/47`,
  `${project}/merge_requests?state=opened&per_page=2`,
  `${project}/repository/commits/v1.0.0`,
  `${project}/repository/branches?per_page=2`,
  `${project}/repository/merge_base?refs[]=main&refs[]=v1.0.0`,
]

test('what is read of a branch that moves is read without its whole history', () => {
  const root = callsOf(testSimulator(), 'root')
  const commit = root.get(`${project}/repository/commits/v1.0.0`).json.id
  const urls = read.map((path) => path.replace('commits/v1.0.0', `commits/${commit}`))
  const [few = [], many] = [4, 200].map((count) => {
    for (let i = 0; i < count; i++) {
      root.post(`${project}/repository/commits`, committed(i))
      if (i % 5 === 0) for (const url of urls) root.get(url)
    }
    return urls.map((url) => rowsLookedAt(() => expect(root.get(url).status).toBe(200)))
  })
  const more = many?.map((count, i) => count - (few[i] as number)) ?? []
  expect(urls.filter((_, i) => (more[i] as number) > 300)).toEqual([])
})
