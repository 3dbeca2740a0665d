import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from '../../contract.ts'
import { createSimulator } from '../../index.ts'
import { script } from '../../testing/script.ts'
import type { SavedState } from './saved-state.ts'

type Tables = { readonly [name: string]: readonly Row[] }
type Row = { readonly [column: string]: unknown }

const played = createSimulator({ outbound: 'off' })
for (const request of script(5, 200)) played.handle(request)
played.handle({
  method: 'POST',
  url: '/api/v4/projects/1/releases',
  headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
  body: '{"tag_name":"v1.0.0","name":"First"}',
})
const saved: SavedState = JSON.parse(JSON.stringify(played.save()))
const tables = saved.tables as Tables

function withCell(table: string, row: number, column: string, value: unknown): SavedState {
  const rows = (tables[table] ?? []).map((one, i) => (i === row ? { ...one, [column]: value } : one))
  return { ...saved, tables: { ...tables, [table]: rows } }
}

test('the file of a snapshot is what `save` gives, written between other requests', async () => {
  const sim = played.fork()
  for (const { id } of sim.world.issues.all().list().slice(0, 4))
    sim.world.issues.update(id, { description: 'é'.repeat(500_000) })
  const wanted = JSON.stringify(sim.save())
  expect(sim.handle({ method: 'POST', url: '/_forgery/snapshots', headers: {} }).status).toBe(201)
  const file = sim.respond({ method: 'GET', url: '/_forgery/snapshots/1', headers: {} })
  expect(file).toBeInstanceOf(Promise)
  const { status, body } = await file
  expect(status).toBe(200)
  expect(Buffer.from(body ?? '').toString() === `${wanted}\n`).toBe(true)
})

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

test.each([
  ['issues', 'title', 7, 'tables.issues[0].title must be a string'],
  ['issues', 'state', 'sleeping', "tables.issues[0].state must be 'closed' or 'opened'"],
  ['issues', 'createdAt', '2024-01-01', 'tables.issues[0].createdAt must be a number'],
  ['issues', 'description', {}, 'tables.issues[0].description must be null or a string'],
  ['issues', 'assigneeIds', [1, '2'], 'tables.issues[0].assigneeIds[1] must be a number'],
  ['issues', 'projectId', 1e308, 'tables.issues[0].projectId must be a number of at most 8640000000000000'],
  ['issues', 'id', 0.5, 'tables.issues[0] must be a row with an id: a text or a whole number'],
  [
    'settings',
    'inForce',
    { odd: nested(55) },
    'tables.settings[0].inForce.odd[0] must be nested 50 deep at most',
  ],
  ['users', 'username', null, 'tables.users[0].username must be a string'],
  ['gitObjects', 'object', 'x', 'tables.gitObjects[0].object must be an object'],
])('a cell of %s.%s with %j is refused by its name', (table, column, value, says) => {
  const file = withCell(table, 0, column, value)
  expect(() => createSimulator({ world: file })).toThrow(says)
  const body = JSON.stringify({ file })
  const reply = played.fork().handle({ method: 'POST', url: '/_forgery/snapshots', headers: {}, body })
  expect([reply.status, JSON.parse(String(reply.body))]).toEqual([400, { error: says }])
})

const absent = 'f'.repeat(40)
const one = (table: string, fits: (row: Row) => boolean) => {
  const place = (tables[table] ?? []).findIndex(fits)
  if (place < 0) throw new Error(`there is no such row in ${table}`)
  return place
}
const typed = (type: string) => (row: Row) => (row.object as Row).type === type
const blob = tables.gitObjects?.[one('gitObjects', typed('blob'))]?.id

test.each([
  ['gitRefs', 'sha', absent, 'the id of a git object that is there'],
  ['mergeRequests', 'sha', absent, 'the id of a commit that is there'],
  ['mergeRequests', 'baseSha', blob, 'the id of a commit that is there'],
  ['mergeRequests', 'mergeCommitSha', 'x', 'the id of a commit that is there'],
  [
    'mergeRequests',
    'autoMerge',
    { userId: 1, sha: absent, mergeCommitMessage: null, squashCommitMessage: null },
    'the id of a commit that is there',
  ],
  ['mergeRequestVersions', 'headSha', absent, 'the id of a commit that is there'],
  ['pipelines', 'sha', absent, 'the id of a commit that is there'],
  ['releases', 'sha', absent, 'the id of a commit that is there'],
])('a %s.%s that names no git object, such as %j, is refused', (table, column, value, wanted) => {
  const way = column === 'autoMerge' ? 'autoMerge.sha' : column
  expect(() => createSimulator({ world: withCell(table, 0, column, value) })).toThrow(
    `tables.${table}[0].${way} must be ${wanted}`,
  )
})

const missing = 987_654_321

test.each([
  ['issues', 'projectId', missing, 'projectId must be the id of a row of projects'],
  ['issues', 'assigneeIds', [1, missing], 'assigneeIds[1] must be the id of a row of users'],
  ['members', 'sourceId', missing, 'sourceId must be the id of a row of groups'],
  ['projects', 'namespaceId', missing, 'namespaceId must be the id of a row of groups'],
  ['notes', 'noteableId', missing, 'noteableId must be the id of a row of issues'],
  [
    'mergeRequests',
    'autoMerge',
    { userId: missing, sha: absent, mergeCommitMessage: null, squashCommitMessage: null },
    'autoMerge.userId must be the id of a row of users',
  ],
])('a %s.%s that names no row, such as %j, is refused', (table, column, value, says) => {
  expect(() => createSimulator({ world: withCell(table, 0, column, value) })).toThrow(
    `tables.${table}[0].${says}`,
  )
})

test('a row that another relies on cannot be left out', () => {
  const users = (tables.users ?? []).filter(({ id }) => id !== 2)
  expect(() => createSimulator({ world: { ...saved, tables: { ...tables, users } } })).toThrow(
    /^tables\.\w+\[\d+\]\.[\w.[\]]+ must be the id of a row of users$/,
  )
})

test.each([
  ['commit', { tree: absent }, `there is no tree ${absent}`],
  ['commit', { tree: blob }, `there is no tree ${blob}`],
  ['commit', { parents: [absent] }, `there is no commit ${absent}`],
  ['tree', { entries: [{ mode: '100644', name: 'a', id: absent }] }, `there is no blob ${absent}`],
])('a %s made of what is not there (%j) is refused', (type, change, says) => {
  const place = one('gitObjects', typed(type))
  const { object: before } = tables.gitObjects?.[place] ?? {}
  const object = Object.assign({}, before, change)
  expect(() => createSimulator({ world: withCell('gitObjects', place, 'object', object) })).toThrow(
    `tables.gitObjects[${place}].object must be made of what is there: ${says}`,
  )
})

test('a pack that is none is refused', () => {
  const gitPacks = [{ id: absent, bytes: { $bytes: 'eA==' } }]
  expect(() => createSimulator({ world: { ...saved, tables: { ...tables, gitPacks } } })).toThrow(
    'tables.gitPacks[0].bytes must be a pack: pack is cut short',
  )
})

const reads = contract('specification')
  .operations.filter(({ method, path }) => method === 'GET' && !path.includes('*'))
  .map(({ path }) => `/api/v4${path.replaceAll(/:[a-z_]+/g, '1')}`)

const others = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1e308,
  0.5,
  '',
  'x',
  '2024-01-01',
  [],
  ['x'],
  {},
  { id: 'x' },
  { $bytes: 'eA==' },
)

const cells = fc
  .constantFrom(...Object.keys(tables).filter((name) => (tables[name] ?? []).length > 0))
  .chain((table) => {
    const rows = tables[table] ?? []
    return fc.nat(rows.length - 1).chain((row) =>
      fc.record({
        table: fc.constant(table),
        row: fc.constant(row),
        column: fc.constantFrom(...Object.keys(rows[row] ?? {})),
        value: others,
      }),
    )
  })

/** Every cell that holds the id of another row, once a column. */
const references = Object.entries(tables).flatMap(([table, rows]) => {
  const seen = new Set<string>()
  return rows.flatMap((row, place) =>
    Object.entries(row).flatMap(([column, value]) => {
      const isId = /Ids?$/.test(column) && [value].flat().some((id) => typeof id === 'number')
      const isOwn = table === 'users' && column === 'namespaceId'
      if (!isId || isOwn || seen.has(column)) return []
      seen.add(column)
      return [{ table, row: place, column, value: Array.isArray(value) ? [missing] : missing }]
    }),
  )
})

test('a snapshot with a row that names a missing one is refused in a sentence, or serves', () => {
  expect(references.length).toBeGreaterThan(100)
  const refused = references.filter(({ table, row, column, value }, i) => {
    const errors: unknown[] = []
    const onServerError = (error: unknown) => errors.push(error)
    try {
      const sim = createSimulator({
        world: withCell(table, row, column, value),
        outbound: 'off',
        onServerError,
      })
      for (let k = 0; k < 12; k++) {
        const url = reads[(i * 12 + k) % reads.length] as string
        sim.handle({ method: 'GET', url, headers: { 'private-token': 'root-token' } })
      }
      expect(errors, `${table}.${column}`).toEqual([])
      return false
    } catch (problem) {
      if (!(problem instanceof RangeError)) throw problem
      expect(problem.message).toContain(`tables.${table}[${row}].${column}`)
      return true
    }
  })
  expect(refused.length).toBeGreaterThan(80)
})

test('a snapshot with a cell of another type is refused in a sentence, or serves', () => {
  fc.assert(
    fc.property(
      cells,
      fc.array(fc.constantFrom(...reads), { minLength: 40, maxLength: 40 }),
      ({ table, row, column, value }, urls) => {
        const errors: unknown[] = []
        const old = tables[table]?.[row]?.[column]
        fc.pre(kindOf(old) !== kindOf(value) || value === 1e308)
        try {
          const sim = createSimulator({
            world: withCell(table, row, column, value),
            outbound: 'off',
            onServerError: (error) => errors.push(error),
          })
          for (const url of urls) {
            sim.handle({ method: 'GET', url, headers: { 'private-token': 'root-token' } })
            if (errors.length > 0) throw errors[0]
          }
        } catch (problem) {
          if (!(problem instanceof RangeError)) throw problem
          expect(problem.message).toContain(
            column === 'id' ? `tables.${table}[${row}]` : `tables.${table}[${row}].${column}`,
          )
        }
      },
    ),
    { numRuns: 12 },
  )
})

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
