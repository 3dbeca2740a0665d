import { expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { script } from '../testing/script.ts'
import { columns } from './columns.ts'
import { loose, MissingRows, waysIn } from './missing-rows.ts'

test('what a simulator saved after any requests relies on nothing that is missing', () => {
  for (const seed of [1, 2]) {
    const sim = createSimulator({ outbound: 'off' })
    for (const request of script(seed, 400)) sim.handle(request)
    sim.clock.advance('10d')
    const { world } = sim
    const missing = new MissingRows(world)
    for (const name of world.tableNames)
      for (const row of world.table(name)?.all().list() ?? [])
        expect([name, missing.of(name, row as object)]).toEqual([name, undefined])
  }
})

test('the columns whose rows may be gone are columns', () => {
  for (const [table, ways] of Object.entries(loose)) {
    const known = [...waysIn(columns[table] ?? {})].map((way) => way.join('.'))
    expect(known).toEqual(expect.arrayContaining([...ways]))
  }
})
