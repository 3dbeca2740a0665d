import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lender, LONGEST_LENT } from './lent-bytes.ts'

const loan = fc.record({
  size: fc.integer({ min: 1, max: LONGEST_LENT }),
  byte: fc.nat(255),
  /** The loan that is given back after this one. */
  returned: fc.nat(12),
})

interface Lent {
  readonly bytes: Uint8Array
  readonly byte: number
  readonly lender: Lender
}

function lent(size: number, byte: number): Lent {
  const lender = Lender.withRoomFor(size)
  const bytes = lender.lend((bytes, at) => {
    bytes.fill(byte, at, at + size)
    return at + size
  })
  return { bytes, byte, lender }
}

const ends = ({ bytes, byte }: Lent) => [bytes[0], bytes.at(-1)].every((one) => one === byte)

test('what is lent stays as it is until it is given back, whatever is lent meanwhile', () => {
  fc.assert(
    fc.property(fc.array(loan, { maxLength: 40 }), (loans) => {
      const out: Lent[] = []
      for (const { size, byte, returned } of loans) {
        out.push(lent(size, byte))
        for (const one of out.splice(returned, 1)) one.lender.takeBack()
        expect(out.filter(ends)).toEqual(out)
      }
      for (const { lender } of out) lender.takeBack()
    }),
    { numRuns: 30 },
  )
})

test('memory that was given back is used again', () => {
  const seen = new Set<Uint8Array>()
  for (let i = 0; i < 100; i++) {
    const { lender } = lent(LONGEST_LENT, 1)
    seen.add(lender.bytes)
    lender.takeBack()
  }
  expect(seen.size).toBeLessThan(10)
})
