import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Nearby } from './nearby.ts'

const ROOM = 256 * 1024

test('what was put last is there with its bytes, as far as there is room, and what is gone is not', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(ROOM / 2), { minLength: 1, maxLength: 60 }), (lengths) => {
      const nearby = new Nearby(1, Uint32Array.from(lengths))
      const payloads = lengths.map((length, i) => new Uint8Array(length).fill(i + 1))
      for (const [entry, payload] of payloads.entries()) {
        expect(nearby.get(entry)).toBeUndefined()
        expect(nearby.put(entry, payload)).toBe(payload.length <= ROOM / 4)
        // As many of the last ones as half of the room holds are there at least.
        let since = 0
        for (let before = entry; before >= 0; before--) {
          const { length } = payloads[before] as Uint8Array
          if (length > ROOM / 4) continue
          since += length
          const found = nearby.get(before)
          if (since <= ROOM / 2) expect(found).toBeDefined()
          if (found !== undefined) expect(Buffer.compare(found, payloads[before] as Uint8Array)).toBe(0)
        }
      }
    }),
    { seed: 1, numRuns: 20 },
  )
})
