import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareKeys, HIGH, type Key, startsWith } from './key.ts'

const parts = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.double({ noNaN: true }).map((part) => part + 0),
  fc.constantFrom('', 'a', 'b', 'Z', 'é', '\uffff'),
)
/** Keys of rows, which never hold the highest part. */
const plain: fc.Arbitrary<Key> = fc.array(parts, { maxLength: 4 })
const keys: fc.Arbitrary<Key> = fc.array(fc.oneof({ weight: 4, arbitrary: parts }, fc.constant(HIGH)), {
  maxLength: 4,
})

describe('the order of keys', () => {
  test('is total', () => {
    fc.assert(
      fc.property(keys, keys, keys, (a, b, c) => {
        expect(Math.sign(compareKeys(a, b))).toBe(-Math.sign(compareKeys(b, a)) + 0)
        if (compareKeys(a, b) <= 0 && compareKeys(b, c) <= 0) expect(compareKeys(a, c)).toBeLessThanOrEqual(0)
        if (compareKeys(a, b) === 0) expect(a).toEqual(b)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('puts numbers before texts and texts before the highest', () => {
    const sorted = [[Number.MAX_VALUE], [''], ['\uffff'], [HIGH]]
    expect([...sorted].reverse().sort(compareKeys)).toEqual(sorted)
  })

  test('goes by code units, whatever the language', () => {
    expect([['é'], ['z'], ['Z'], ['a']].sort(compareKeys)).toEqual([['Z'], ['a'], ['z'], ['é']])
  })

  test('keeps everything that begins with a prefix between the prefix and its highest continuation', () => {
    fc.assert(
      fc.property(plain, plain, (prefix, key) => {
        const within = compareKeys(prefix, key) <= 0 && compareKeys(key, [...prefix, HIGH]) <= 0
        expect(within).toBe(startsWith(key, prefix))
      }),
      { seed: 2, numRuns: 500 },
    )
  })
})
