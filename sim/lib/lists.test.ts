import fc from 'fast-check'
import { expect, test } from 'vitest'
import { append, largest, smallest } from './lists.ts'

test('lists may be longer than any argument list', () => {
  const many = Array.from({ length: 500_000 }, (_, i) => i)
  const list = [-1]
  append(list, many)
  expect([list.length, smallest(list), largest(list)]).toEqual([500_001, -1, 499_999])
})

// Two zeros are one number here.
const number = fc.double({ noNaN: true }).map((drawn) => drawn + 0)

test('extremes are those that the language finds', () => {
  fc.assert(
    fc.property(fc.array(number), number, (numbers, bound) => {
      expect(smallest(numbers, bound)).toBe(Math.min(bound, ...numbers))
      expect(largest(numbers, bound)).toBe(Math.max(bound, ...numbers))
    }),
  )
})
