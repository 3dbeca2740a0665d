import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concatAll, equalBytes } from '../lib/bytes.ts'
import { GrowingBytes } from './growing-bytes.ts'

test('hands over what was added, however it was cut, in memory that does not change', () => {
  const some = Uint8Array.from({ length: 2_000_000 }, (_, i) => (i * i) >> 7)
  const piece = fc.oneof(fc.nat(70_000), fc.nat(2_000_000)).map((size) => some.subarray(0, size))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const growing = new GrowingBytes()
      for (const each of pieces) growing.add(each)
      const whole = growing.handedOver()
      expect(equalBytes(whole, concatAll(pieces))).toBe(true)
      expect(whole.buffer).toMatchObject({ byteLength: whole.length, resizable: false })
      expect(growing.handedOver()).toHaveLength(0)
    }),
    { seed: 1, numRuns: 20 },
  )
})
