import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('what it keeps is what was added, and never weighs more than it may', () => {
  const step = fc.record({ key: fc.nat(20), weight: fc.integer({ min: 1, max: 8 }), reads: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const recent = new Recent<number, string>(20)
      const weights = new Map<number, number>()
      for (const { key, weight, reads } of steps)
        if (reads) expect([undefined, `value ${key}`]).toContain(recent.get(key))
        else if (recent.get(key) === undefined) {
          recent.add(key, `value ${key}`, weight)
          weights.set(key, weight)
          expect(recent.get(key)).toBe(`value ${key}`)
        }
      const kept = [...weights].filter(([key]) => recent.get(key) !== undefined)
      expect(kept.reduce((sum, [, weight]) => sum + weight, 0)).toBeLessThanOrEqual(20)
    }),
    { seed: 6 },
  )
})

test('what outweighs all others together is not kept', () => {
  const recent = new Recent<string, string>(20)
  recent.add('small', 'small', 1)
  recent.add('large', 'large', 11)
  expect([recent.get('small'), recent.get('large')]).toEqual(['small', undefined])
})
