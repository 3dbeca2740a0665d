import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedRing } from './bounded-ring.ts'

const SIZE = 4
const MOST = 10

test('holds the latest numbers whose values are together within the bound, the last put value of each', () => {
  const puts = fc.array(fc.record({ weight: fc.option(fc.nat(12), { nil: undefined }), again: fc.nat(5) }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(puts, (steps) => {
      const ring = new BoundedRing<string>(SIZE, MOST, ({ length }) => length)
      const expected = new Map<number, string>()
      for (const [id, { weight, again }] of steps.entries()) {
        ring.put(id, weight === undefined ? undefined : 'x'.repeat(weight))
        // Sometimes an answer comes late, for a number that may be gone.
        const late = id - again
        if (late >= 0 && ring.get(late) !== undefined) ring.put(late, 'y')
        expected.set(id, ring.get(id) ?? '')
        const held = Array.from({ length: id + 1 }, (_, number) => ring.get(number))
        expect(held.slice(0, Math.max(0, id + 1 - SIZE)).every((value) => value === undefined)).toBe(true)
        expect(held.reduce((sum, value) => sum + (value?.length ?? 0), 0)).toBeLessThanOrEqual(MOST)
        if (weight !== undefined && weight <= MOST && again !== 0) expect(held[id]).toBe('x'.repeat(weight))
      }
    }),
  )
})
