import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concatAll, utf8 } from '../../lib/bytes.ts'
import { applyDelta } from './delta.ts'
import { deltaEnds } from './delta-ends.ts'

/** A number below 2 ** 14 as packs have it. */
const size = (value: number) => [128 | (value & 127), value >> 7]
const copied = (from: number, to: number) => ({
  length: to - from,
  command: Uint8Array.of(0x80 | 1 | 16, from, to - from),
})

const content = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: least, maxLength: most })

/** A base and what a delta makes of it: the beginning and the end of the base, and between them pieces of it or of its own. */
const deltas = content(2, 12).chain((text) => {
  const base = utf8(text)
  const place = fc.nat(base.length - 1)
  const piece = fc.oneof(
    fc.tuple(place, place).map(([one, other]) => copied(Math.min(one, other), Math.max(one, other) + 1)),
    content(1, 3).map((own) => ({ length: own.length, command: Uint8Array.of(own.length, ...utf8(own)) })),
  )
  return fc.tuple(place, fc.array(piece, { maxLength: 3 }), place).map(([end, between, start]) => {
    const pieces = [copied(0, end), ...between, copied(start, base.length)].filter(({ length }) => length > 0)
    const made = pieces.reduce((sum, { length }) => sum + length, 0)
    const head = Uint8Array.of(...size(base.length), ...size(made))
    return { base, delta: concatAll([head, ...pieces.map(({ command }) => command)]) }
  })
})

const feedsIn = (bytes: Uint8Array) => bytes.filter((byte) => byte === 10).length

test('the ends that a delta leaves are the same on both sides, and what is its own stands in between', () => {
  let [both, own] = [0, 0]
  fc.assert(
    fc.property(deltas, ({ base, delta }) => {
      const made = applyDelta(base, delta)
      const { above, below, inserted, feeds } = deltaEnds(delta)
      expect(above + below).toBeLessThanOrEqual(Math.min(base.length, made.length))
      expect(made.subarray(0, above)).toEqual(base.subarray(0, above))
      expect(made.subarray(made.length - below)).toEqual(base.subarray(base.length - below))
      const between = made.subarray(above, made.length - below)
      expect(inserted).toBeLessThanOrEqual(between.length)
      expect(feeds + between.length - inserted).toBeGreaterThanOrEqual(feedsIn(between))
      if (above > 0 && below > 0) both++
      if (inserted > 0) own++
    }),
    { seed: 1, numRuns: 200 },
  )
  expect(both).toBeGreaterThan(30)
  expect(own).toBeGreaterThan(50)
})
