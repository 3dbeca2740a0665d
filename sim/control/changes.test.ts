import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../index.ts'
import { script } from '../testing/script.ts'

type Rows = Map<string, unknown>

/** All rows by table and id. */
function dump({ world }: Simulator): Rows {
  const rows = world.tableNames.flatMap((table) =>
    (world.table(table)?.all().list() ?? []).map((row) => [`${table} ${row.id}`, row] as const),
  )
  return new Map(rows)
}

function differing(before: Rows, after: Rows) {
  return {
    added: [...after.keys()].filter((key) => !before.has(key)),
    changed: [...after.keys()].filter((key) => before.has(key) && !isSame(before.get(key), after.get(key))),
    removed: [...before.keys()].filter((key) => !after.has(key)),
  }
}

function differingColumns(before: Rows, after: Rows, key: string): string[] {
  const [old, now] = [before.get(key) as object, after.get(key) as object]
  const value = (row: object, name: string) => textOf((row as { readonly [name: string]: unknown })[name])
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...names].filter((name) => value(old, name) !== value(now, name)).sort()
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || textOf(a) === textOf(b)
}

function textOf(row: unknown): string {
  return JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? [...value] : value))
}

const keys = (rows: readonly { readonly table: string; readonly id: number | string }[]) =>
  rows.map(({ table, id }) => `${table} ${id}`)

describe('changes since a moment', () => {
  // 1,000 requests.
  test('are those that two dumps of all rows differ in', { timeout: 120_000 }, () => {
    const begun = createSimulator({ outbound: 'off', world: 'demo' })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (seed) => {
        const sim = begun.fork()
        let before = dump(sim)
        for (const request of script(seed, 25)) {
          const mark = sim.snapshot()
          sim.handle(request)
          const after = dump(sim)
          const { added, changed, removed } = sim.changes(mark)
          for (const { table, id, columns } of changed)
            expect(Object.keys(columns).sort()).toEqual(differingColumns(before, after, `${table} ${id}`))
          expect({ added: keys(added), changed: keys(changed), removed: keys(removed) }).toEqual(
            differing(before, after),
          )
          before = after
        }
      }),
      { numRuns: 20 },
    )
  })

  test('show columns before and after, and no secret', () => {
    const sim = createSimulator()
    const mark = sim.snapshot()
    const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'Renamed' })
    sim.handle({ method: 'PUT', url: '/api/v4/projects/1/milestones/5', headers, body })
    sim.handle({
      method: 'POST',
      url: '/api/v4/projects/1/variables',
      headers,
      body: JSON.stringify({ key: 'SECRET', value: 'hush-hush' }),
    })
    const { added, changed } = sim.changes(mark)
    expect(changed.find(({ table }) => table === 'milestones')?.columns.title).toMatchObject({
      after: 'Renamed',
    })
    expect(JSON.stringify(added)).not.toContain('hush-hush')
  })
})

test('changes of a request of the journal are those that it made, whatever came after it', () => {
  const sim = createSimulator()
  const headers = { 'private-token': 'alice-token' }
  sim.handle({ method: 'DELETE', url: '/api/v4/projects/1/milestones/5', headers })
  sim.handle({ method: 'DELETE', url: '/api/v4/projects/1/milestones/6', headers })
  const reply = sim.handle({ method: 'GET', url: '/_forgery/requests/1/changes', headers: {} })
  const { removed } = JSON.parse(String(reply.body))
  expect(keys(removed)).toContain('milestones 5')
  expect(keys(removed)).not.toContain('milestones 6')
})
