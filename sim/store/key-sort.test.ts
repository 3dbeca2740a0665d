import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineDatabase, table } from './database.ts'
import type { Key } from './key.ts'
import { index, indexDerived, indexEach } from './table.ts'

interface Card {
  readonly id: number
  readonly keys: readonly Key[]
}
const empty = defineDatabase({
  cards: table<Card>()('cards', {
    byFirst: index(({ keys }) => keys[0]),
    byEach: indexEach(({ keys }) => keys),
    byDerived: indexDerived(({ keys }) => keys),
  }),
})
const names = ['byFirst', 'byEach', 'byDerived'] as const

/** What stands in the indexes of cards that are put in one by one, or all at once and sorted when they are asked for. */
function standing(cards: readonly Card[], isOneByOne: boolean) {
  const world = empty()
  if (isOneByOne) for (const name of names) world.cards.by(name).count()
  for (const card of cards) world.cards.put(card)
  return names.map((name) => world.cards.by(name).ids())
}

const part = fc.oneof(
  fc.nat({ max: 3 }),
  fc.constantFrom(-1, 0.5, 1e13),
  fc.constantFrom('', 'a', 'B', 'ab', '10'),
)
const sized = (length: number, parts: fc.Arbitrary<number | string> = part) =>
  fc.array(parts, { minLength: length, maxLength: length })
const key = fc.oneof(
  { weight: 3, arbitrary: sized(2) },
  { weight: 1, arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }) },
)
const cards = (keys: fc.Arbitrary<readonly Key[]>) =>
  fc
    .uniqueArray(fc.record({ id: fc.nat({ max: 200 }), keys }), { selector: ({ id }) => id, maxLength: 50 })
    .map((all) => all as readonly Card[])

test('an index that is sorted at once has the rows as one that is written row by row', () => {
  const drawn = fc.oneof(
    cards(fc.array(key, { maxLength: 3 })),
    cards(sized(2).map((only) => [only])),
    cards(sized(2, fc.nat({ max: 3 })).map((only) => [only])),
  )
  fc.assert(
    fc.property(drawn, (all) => {
      expect(standing(all, false)).toEqual(standing(all, true))
    }),
  )
})

test('so has one whose keys are mostly distinct', () => {
  const scrambled = (i: number) => (i * 7919) % 2003
  const spelled = (i: number) => `row ${scrambled(i * 3)}`
  const all = Array.from({ length: 2003 }, (_, i) => ({
    id: i + 1,
    keys: [[i % 3, `state ${i % 2}`, scrambled(i) / 2, spelled(i >> 1)]],
  }))
  expect(standing(all, false)).toEqual(standing(all, true))
  // Types that are mixed are sorted one by one.
  const mixed = all.map(({ id, keys }) => ({
    id,
    keys: [[id % 2 === 0 ? scrambled(id) : spelled(id)], ...keys],
  }))
  expect(standing(mixed, false)).toEqual(standing(mixed, true))
})
