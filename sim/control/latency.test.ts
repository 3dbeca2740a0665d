import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnLatency, parseLatency } from './latency.ts'

test.each([
  [0, { least: 0, most: 0 }],
  ['200ms', { least: 200, most: 200 }],
  [150, { least: 150, most: 150 }],
  ['50ms..2s', { least: 50, most: 2000 }],
  ['mobile', { least: 80, most: 400 }],
])('%j is read', (value, latency) => {
  expect(parseLatency(value)).toEqual(latency)
})

test.each(['soon', '2s..1s', '1s..', '1s..2s..3s', '2h', -1, 'constructor'])('%j is refused', (value) => {
  expect(() => parseLatency(value)).toThrow(/is invalid: use a duration of at most 1h/)
})

test('what is drawn lies between the two, and depends on seed and number alone', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.integer(), fc.nat(), (least, more, seed, number) => {
      const latency = { least, most: least + more }
      const drawn = drawnLatency(latency, seed, number)
      expect(drawn).toBeGreaterThanOrEqual(least)
      expect(drawn).toBeLessThanOrEqual(least + more)
      expect(drawnLatency(latency, seed, number)).toBe(drawn)
    }),
  )
})

test('a range is used from end to end', () => {
  const drawn = Array.from({ length: 500 }, (_, number) => drawnLatency({ least: 3, most: 6 }, 1, number))
  expect([...new Set(drawn)].sort()).toEqual([3, 4, 5, 6])
})
