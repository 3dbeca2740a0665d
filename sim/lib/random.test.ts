import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawInteger, drawText } from './random.ts'

const seeds = fc.integer()
const positions = fc.array(fc.integer(), { maxLength: 4 })

describe('a drawn number', () => {
  test('is a whole number of 32 bits, the same each time', () => {
    fc.assert(
      fc.property(seeds, positions, (seed, position) => {
        const number = drawInteger(seed, ...position)
        expect(number).toBe(number >>> 0)
        expect(drawInteger(seed, ...position)).toBe(number)
      }),
      { seed: 1 },
    )
  })

  test('does not change between versions', () => {
    expect([drawInteger(0), drawInteger(1), drawInteger(1, 0), drawInteger(1, 2, 3)]).toMatchInlineSnapshot(`
      [
        0,
        1364076727,
        1348811757,
        1919879802,
      ]
    `)
  })

  test.each([
    ['seeds', (i: number) => drawInteger(i)],
    ['positions', (i: number) => drawInteger(1, i)],
    ['later parts of a position', (i: number) => drawInteger(1, 7, i)],
  ])('differs between neighbouring %s, and spreads evenly', (_, draw) => {
    const numbers = Array.from({ length: 16_000 }, (_, i) => draw(i))
    expect(new Set(numbers).size).toBeGreaterThan(15_990)
    for (const bit of [0, 1, 2, 3, 16, 31]) {
      const ones = numbers.filter((number) => (number >>> bit) & 1).length
      expect(Math.abs(ones - 8000)).toBeLessThan(400)
    }
  })

  test('depends on the order of a position', () => {
    expect(drawInteger(1, 2, 3)).not.toBe(drawInteger(1, 3, 2))
  })
})

describe('drawn text', () => {
  test('has the length and the letters that were asked for', () => {
    fc.assert(
      fc.property(seeds, fc.nat({ max: 40 }), (seed, length) => {
        expect(drawText('abc', length, seed)).toMatch(new RegExp(`^[abc]{${length}}$`))
      }),
      { seed: 2 },
    )
  })

  test('is another one at another position', () => {
    const texts = Array.from({ length: 1000 }, (_, i) => drawText('0123456789abcdef', 20, 1, i))
    expect(new Set(texts).size).toBe(1000)
  })
})
