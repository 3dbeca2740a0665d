import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineDatabase, table } from './database.ts'
import { Ids } from './id-set.ts'
import { indexEach } from './table.ts'

interface Stone {
  readonly id: number
  readonly weights: readonly number[]
}
const empty = defineDatabase({
  stones: table<Stone>()('stones', {
    byWeight: indexEach((stone) => stone.weights.map((weight) => ['weight', weight])),
  }),
})
const MOST = 300
const filled = empty()
filled.stones.fill(Array.from({ length: MOST }, (_, id) => ({ id, weights: [id % 7, id % 3] })))

const steps = fc.record({
  write: fc.constantFrom('put', 'put', 'delete', 'wanted', 'wanted', 'fork', 'back'),
  id: fc.nat({ max: MOST - 1 }),
  weights: fc.uniqueArray(fc.nat({ max: 8 }), { maxLength: 3 }),
  from: fc.nat({ max: MOST }),
  within: fc.option(fc.nat({ max: 8 }), { nil: undefined }),
})

test('rows of an index that are in a set are found by their places, in every version and for every set', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (asked) => {
      let world = filled.fork()
      let wanted = Ids.of(Array.from({ length: MOST / 2 }, (_, i) => 2 * i))
      const versions = [{ world: world.fork(), wanted }]
      for (const { write, id, weights, from, within } of asked) {
        if (write === 'put') world.stones.put({ id, weights })
        if (write === 'delete') for (let i = id; i < id + 20; i++) world.stones.delete(i)
        if (write === 'wanted') wanted = wanted.with([[id, !wanted.has(id)]])
        if (write === 'fork') versions.push({ world: world.fork(), wanted })
        if (write === 'back') {
          const version = versions[id % versions.length]
          if (version !== undefined)
            ({ world, wanted } = { world: version.world.fork(), wanted: version.wanted })
        }
        const all = world.stones.by('byWeight', 'weight').within({ from: within })
        const [some, expected] = [all.among(wanted), all.list().filter(({ id }) => wanted.has(id))]
        expect(some?.count()).toBe(expected.length)
        expect(some?.list()).toEqual(expected)
        expect(some?.slice('descending', from, 5)).toEqual(expected.toReversed().slice(from, from + 5))
        expect(some?.continuations(from, from + 2)).toHaveLength(
          Math.max(Math.min(expected.length - from, 2), 0),
        )
      }
    }),
  )
})
