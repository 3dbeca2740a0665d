import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Numbers } from './numbers.ts'

test('a list of numbers holds what an array would', () => {
  const change = fc.oneof(
    fc.record({ push: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
    fc.record({ at: fc.nat(), value: fc.nat(1000) }),
    fc.record({ cut: fc.nat() }),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 100 }), (changes) => {
      const numbers = new Numbers()
      const array: number[] = []
      for (const each of changes) {
        if ('push' in each) {
          numbers.push(each.push)
          array.push(each.push)
        } else if ('cut' in each) {
          const length = each.cut % (array.length + 1)
          numbers.cut(length)
          array.length = length
        } else if (array.length > 0) {
          numbers.set(each.at % array.length, each.value)
          array[each.at % array.length] = each.value
        }
      }
      expect(Array.from({ length: numbers.length }, (_, place) => numbers.at(place))).toEqual(array)
      expect(() => numbers.at(array.length)).toThrow(RangeError)
      expect(() => numbers.set(array.length, 1)).toThrow(RangeError)
    }),
    { seed: 1 },
  )
})
