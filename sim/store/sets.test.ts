import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineDatabase, table } from './database.ts'
import type { IdSet } from './id-set.ts'
import { inAll, inAny } from './id-sets.ts'
import { countOf, fewIn, idsDown, idsIn, sliceDown, sliceUp } from './id-walks.ts'
import { followed } from './orders.ts'
import { type SetDefinition, setOf } from './sets.ts'
import { index } from './table.ts'

interface Stone {
  readonly id: number
  readonly colour: number
}
interface Mark {
  readonly id: number
  readonly stoneId: number
}
const empty = defineDatabase({
  stones: table<Stone>()('stones', { byColour: index((stone) => [stone.colour]) }),
  marks: table<Mark>()('marks', { byStone: index((mark) => [mark.stoneId]) }),
})
type World = ReturnType<typeof empty>

const ofColour = (colour: number, world: World): SetDefinition<Stone, World> => ({
  name: `colour ${colour}`,
  has: (stone) => stone.colour === colour,
  ...(colour === 1
    ? { ids: () => world.stones.by('byColour', colour).ids() as number[] }
    : { among: () => world.stones.by('byColour', colour).list() }),
})
// Follows from a number that is given, too, as from a time.
const darkerThan = (at: number, world: World): SetDefinition<Stone, World> => {
  const under = (from: number, to: number) =>
    [...world.stones.by('byColour').within({ from, to }).ids()] as number[]
  return {
    name: 'darker',
    has: ({ colour }) => colour > at,
    ids: () => under(at + 1, 9),
    moment: { at, concerned: (before) => under(Math.min(at, before), Math.max(at, before)) },
  }
}
const marked: SetDefinition<Stone, World> = {
  name: 'marked',
  has: ({ id }, { marks }) => marks.by('byStone', id).count(1) > 0,
  follows: [
    followed<Mark, World>(
      ({ marks }) => marks.state,
      ({ before, after }) => [before, after].flatMap((mark) => mark?.stoneId ?? []),
    ),
  ],
}

// Close together and far apart.
const ids = fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 20_000 }), fc.constantFrom(4095, 4096, 2 ** 40))
const steps = fc.record({
  write: fc.constantFrom('put', 'delete', 'mark', 'unmark', 'fork', 'back', 'nothing'),
  id: ids,
  colour: fc.nat({ max: 2 }),
})

test('sets follow what is written to rows and to other tables, in every version', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (asked) => {
      let world = empty()
      const versions = [world.fork()]
      for (const { write, id, colour } of asked) {
        if (write === 'put') world.stones.put({ id, colour })
        if (write === 'delete') world.stones.delete(id)
        if (write === 'mark') world.marks.put({ id, stoneId: id })
        if (write === 'unmark') world.marks.delete(id)
        if (write === 'fork') versions.push(world.fork())
        if (write === 'back') world = (versions[id % versions.length] as World).fork()
        const [some, others, marks] = [ofColour(colour, world), ofColour(1, world), marked].map((one) =>
          setOf(world.stones.state, one, world),
        ) as unknown as [IdSet, IdSet, IdSet]
        const found = inAll([inAny([some, others]), inAny([some, marks])], [inAll([marks, others])])
        const passes = (stone: Stone) => {
          const [isSome, isOther] = [stone.colour === colour, stone.colour === 1]
          const isMarked = world.marks.by('byStone', stone.id).count() > 0
          return (isSome || isOther) && (isSome || isMarked) && !(isMarked && isOther)
        }
        const expected = world.stones
          .all()
          .list()
          .flatMap((stone) => (passes(stone) ? [stone.id] : []))
        expect([...idsIn(found)]).toEqual(expected)
        expect(
          world.stones
            .all()
            .list()
            .filter((stone) => found.has(stone.id)).length,
        ).toBe(expected.length)
        expect([...idsDown(found)]).toEqual(expected.toReversed())
        expect(countOf(found)).toBe(expected.length)
        const darker = setOf(world.stones.state, darkerThan(id % 3, world), world)
        expect([...idsIn(darker)]).toEqual(
          world.stones
            .all()
            .list()
            .flatMap((stone) => (stone.colour > id % 3 ? [stone.id] : [])),
        )
        expect(countOf(found, 2)).toBe(Math.min(expected.length, 2))
        expect(fewIn(found, 3)).toEqual(expected.length > 3 ? undefined : expected)
        expect(sliceDown([found], colour, 3)).toEqual(expected.toReversed().slice(colour, colour + 3))
        expect(sliceUp([found], colour, 3)).toEqual(expected.slice(colour, colour + 3))
      }
    }),
  )
})
