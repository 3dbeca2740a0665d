import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSorted, sortLazily } from './sort-lazily.ts'

const before = (a: number, b: number) => a < b
const ascending = (a: number, b: number) => a - b

test('items come out as if they were sorted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (items) => {
      expect([...sortLazily(items, before)]).toEqual([...items].sort(ascending))
    }),
    { seed: 1 },
  )
})

test('sorted sequences are merged into one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 20 }))), (walks) => {
      const sorted = walks.map((walk) => [...walk].sort(ascending))
      expect([...mergeSorted(sorted, before)]).toEqual(walks.flat().sort(ascending))
    }),
    { seed: 1 },
  )
})

test('reading only the first items compares few of them', () => {
  let compared = 0
  const counting = (a: number, b: number) => {
    compared++
    return a < b
  }
  const items = Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 10_007)
  for (const item of sortLazily(items, counting)) if (item > 10) break
  expect(compared).toBeLessThan(3 * items.length)
})
