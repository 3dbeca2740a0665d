import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ArrangedDefinition, runArranged } from './arranged.ts'
import { defineDatabase, table } from './database.ts'
import { followed } from './orders.ts'
import { index } from './table.ts'

interface Stone {
  readonly id: string
  readonly name: string
}
interface Weight {
  readonly id: string
  /** What stones of that name weigh; in pieces, where there are several. */
  readonly grams: readonly number[]
}
const empty = defineDatabase({
  stones: table<Stone>()('stones', { byName: index(({ name }) => [name]) }),
  weights: table<Weight>()('weights', {}),
})
type World = ReturnType<typeof empty>

function weightsOf({ weights }: World, { name }: Stone): readonly number[] {
  return weights.get(name)?.grams ?? []
}

const byWeight = (world: World): ArrangedDefinition<Stone, World> => ({
  name: 'weight',
  keys: (stone, world) => weightsOf(world, stone).map((grams) => [grams]),
  among: () => world.stones.all().list(),
  follows: [
    followed<Weight, World>(
      ({ weights }) => weights.state,
      ({ before, after }, { stones }) =>
        stones
          .by('byName', (before ?? after)?.id ?? '')
          .list()
          .map(({ id }) => id),
    ),
  ],
})

const names = ['basalt', 'granite', 'slate', 'feather']
const steps = fc.record({
  write: fc.constantFrom('put', 'put', 'delete', 'weigh', 'lose', 'fork', 'back', 'nothing'),
  id: fc.nat({ max: 40 }),
  name: fc.constantFrom(...names),
})

test('rows in the order of what follows from them and others are those of each version', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (asked) => {
      let world = empty()
      const versions = [world.fork()]
      for (const { write, id, name } of asked) {
        if (write === 'put') world.stones.put({ id: `${id}`, name })
        if (write === 'delete') world.stones.delete(`${id}`)
        if (write === 'weigh') world.weights.put({ id: name, grams: [id % 3, 10 + (id % 4)].slice(id % 2) })
        if (write === 'lose') world.weights.delete(name)
        if (write === 'fork') versions.push(world.fork())
        if (write === 'back') world = (versions[id % versions.length] as World).fork()
        const pieces = world.stones
          .all()
          .list()
          .flatMap((stone) => weightsOf(world, stone).map((grams) => ({ grams, stone })))
          .sort((a, b) => a.grams - b.grams || (a.stone.id < b.stone.id ? -1 : 1))
        const expected = pieces.map(({ stone }) => stone)
        const run = runArranged(world.stones.state, byWeight(world), world)
        expect(run.list()).toEqual(expected)
        expect(run.slice('descending', 1, 3)).toEqual(expected.toReversed().slice(1, 4))
        expect(run.count()).toBe(expected.length)
        const some = runArranged(world.stones.state, byWeight(world), world, [10])
        expect(some.list()).toEqual(pieces.filter(({ grams }) => grams === 10).map(({ stone }) => stone))
      }
    }),
  )
})
