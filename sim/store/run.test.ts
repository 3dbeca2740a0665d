import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { defineDatabase, table } from './database.ts'
import { Run, type RunOrder } from './run.ts'
import { someOf } from './some.ts'
import { index } from './table.ts'
import { unionOf } from './union.ts'

interface Stone {
  readonly id: number
  readonly colour: number
  readonly at: number
}
const empty = defineDatabase({
  stones: table<Stone>()('stones', {
    byTime: index((stone) => [stone.at]),
    byColour: index((stone) => [stone.colour, stone.at]),
  }),
})
const orders: readonly RunOrder[] = [
  'ascending',
  'descending',
  'ascendingTiesDescending',
  'descendingTiesAscending',
]

test('all rows of a table are bounded by ids that are there, and by others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 20 })),
      fc.nat({ max: 20 }),
      fc.nat({ max: 20 }),
      (ids, from, to) => {
        const { stones } = empty()
        for (const id of ids) stones.insert({ id, colour: 0, at: 0 })
        const found = stones.all().within({ from, to })
        const expected = ids.filter((id) => id >= from && id <= to).sort((a, b) => a - b)
        expect(found.list().map(({ id }) => id)).toEqual(expected)
        expect(found.count()).toBe(expected.length)
      },
    ),
  )
})

test('a run has the rows under its prefix, its last one, and walks them as they were when it began', () => {
  const drawn = fc.record({ colour: fc.nat({ max: 4 }), at: fc.nat({ max: 9 }) })
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 150 }), fc.nat({ max: 4 }), (drawn, colour) => {
      const { stones } = empty()
      for (const [i, stone] of drawn.entries()) stones.insert({ id: i + 1, ...stone })
      const all = drawn.flatMap((stone, i) => (stone.colour === colour ? [{ id: i + 1, ...stone }] : []))
      all.sort((a, b) => a.at - b.at || a.id - b.id)
      const run = stones.by('byColour', colour)
      expect(run.last()).toEqual(all.at(-1))
      expect(stones.by('byColour', colour, 5).last()).toEqual(all.findLast(({ at }) => at === 5))
      const walks = [run.ascending(), run.descending()]
      for (const { id } of all) stones.delete(id)
      expect(walks.map((walk) => [...walk])).toEqual([all, all.toReversed()])
    }),
  )
})

test('a run without another one has the rows that are left, wherever it is cut', () => {
  // Long stretches of one colour, and single stones between others.
  const stretch = fc.record({ colour: fc.nat({ max: 2 }), length: fc.constantFrom(1, 2, 60) })
  const cut = fc.record({ offset: fc.nat({ max: 200 }), size: fc.integer({ min: 1, max: 100 }) })
  fc.assert(
    fc.property(
      fc.array(stretch, { maxLength: 12 }),
      fc.constantFrom(1, 3, 50),
      fc.array(cut),
      (stretches, times, cuts) => {
        const { stones } = empty()
        const colours = stretches.flatMap(({ colour, length }) => Array<number>(length).fill(colour))
        for (const [i, colour] of colours.entries())
          stones.insert({ id: i + 1, colour, at: Math.floor((i * times) / colours.length) })
        const left = stones.by('byTime').without(stones.by('byColour', 1))
        expect(left.count()).toBe(colours.filter((colour) => colour !== 1).length)
        for (const order of orders) {
          const all = [...stones.by('byTime')[order]()].filter(({ colour }) => colour !== 1)
          expect([...left[order]()]).toEqual(all)
          for (const { offset, size } of cuts)
            expect(left.slice(order, offset, size)).toEqual(all.slice(offset, offset + size))
        }
        const [none, rest] = [left.without(stones.by('byColour', 2)), stones.by('byColour', 0)]
        expect(none.list()).toEqual(rest.list())
      },
    ),
  )
})

test('a union has the rows of its runs in one order, wherever it is cut', () => {
  const cut = fc.record({ offset: fc.nat({ max: 200 }), size: fc.integer({ min: 1, max: 100 }) })
  fc.assert(
    fc.property(
      fc.array(fc.record({ colour: fc.nat({ max: 5 }), at: fc.nat({ max: 30 }) }), { maxLength: 200 }),
      fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 5 }),
      fc.array(cut),
      (drawn, colours, cuts) => {
        const { stones } = empty()
        for (const [i, { colour, at }] of drawn.entries()) stones.insert({ id: i + 1, colour, at })
        const isIn = ({ colour }: Stone) => colours.includes(colour)
        const union = unionOf(colours.map((colour) => stones.by('byColour', colour)))
        const some = stones
          .by('byTime')
          .without(unionOf([stones.by('byColour', 0), stones.by('byColour', 1)]))
        for (const order of orders) {
          const [all, left] = [isIn, ({ colour }: Stone) => colour > 1].map((passes) =>
            [...stones.by('byTime')[order]()].filter(passes),
          ) as [Stone[], Stone[]]
          expect([...union[order]()]).toEqual(all)
          expect([...some[order]()]).toEqual(left)
          const third = unionOf(
            colours.map((colour) => someOf(stones.by('byColour', colour), (id) => id % 3 > 0)),
          )
          const thirdOfAll = all.filter(({ id }) => id % 3 > 0)
          expect([...third[order]()]).toEqual(thirdOfAll)
          for (const { offset, size } of cuts) {
            const window = all.slice(offset, offset + size)
            expect(union.slice(order, offset, size)).toEqual(window)
            expect(union.idsOf(order, offset, size)).toEqual(window.map(({ id }) => id))
            expect(some.slice(order, offset, size)).toEqual(left.slice(offset, offset + size))
            expect(third.slice(order, offset, size)).toEqual(thirdOfAll.slice(offset, offset + size))
          }
        }
      },
    ),
  )
})

test.each([3, 300])('a place far behind is found among the rows of %i runs', (colours) => {
  const { stones } = empty()
  stones.fill(
    Array.from({ length: 1500 }, (_, i) => ({ id: i + 1, colour: (i * 7) % colours, at: (i * 13) % 400 })),
  )
  const all = [...stones.by('byTime').ascending()]
  const runs = Array.from({ length: colours }, (_, colour) => stones.by('byColour', colour))
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1500 }), { minLength: 1, maxLength: 5 }), (places) => {
      const union = unionOf(runs)
      for (const place of places)
        expect(union.slice('ascending', place, 9)).toEqual(all.slice(place, place + 9))
    }),
    { numRuns: 20 },
  )
  const ranks = vi.spyOn(Run.prototype, 'rank')
  unionOf(runs).slice('ascending', 700, 9)
  expect(ranks.mock.calls.length).toBeLessThan(200)
  ranks.mockRestore()
})
