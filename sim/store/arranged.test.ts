import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ArrangedDefinition, runArranged } from './arranged.ts'
import { defineDatabase, table } from './database.ts'
import { index } from './table.ts'

interface Stone {
  readonly id: string
  readonly name: string
}
const empty = defineDatabase({ stones: table<Stone>()('stones', { byName: index(({ name }) => [name]) }) })
type World = ReturnType<typeof empty>

/** What never changes, and may be forgotten with the row. */
const weights: { readonly [name: string]: number } = { basalt: 2, granite: 2, slate: 1 }

const byWeight = (world: World): ArrangedDefinition<Stone, World> => ({
  name: 'weight',
  key: ({ name }) => (name in weights ? [weights[name] as number] : undefined),
  among: () => world.stones.all().list(),
})

const steps = fc.record({
  write: fc.constantFrom('put', 'put', 'delete', 'fork', 'back', 'nothing'),
  id: fc.nat({ max: 40 }),
  name: fc.constantFrom(...Object.keys(weights), 'feather'),
})

test('rows in the order of what follows from them are those of each version', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (asked) => {
      let world = empty()
      const versions = [world.fork()]
      for (const { write, id, name } of asked) {
        if (write === 'put') world.stones.put({ id: `${id}`, name })
        if (write === 'delete') world.stones.delete(`${id}`)
        if (write === 'fork') versions.push(world.fork())
        if (write === 'back') world = (versions[id % versions.length] as World).fork()
        const run = runArranged(world.stones.state, byWeight(world), world)
        const weightOf = ({ name }: Stone) => weights[name] as number
        const expected = world.stones
          .all()
          .list()
          .filter(({ name }) => name in weights)
          .sort((a, b) => weightOf(a) - weightOf(b) || (a.id < b.id ? -1 : 1))
        expect(run.list()).toEqual(expected)
        expect(run.slice('descending', 1, 3)).toEqual(expected.toReversed().slice(1, 4))
        expect(run.count()).toBe(expected.length)
      }
    }),
  )
})
