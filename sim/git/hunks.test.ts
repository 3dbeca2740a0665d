import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { LineDiff, mostLinesChanged } from './hunks.ts'

const piece = fc.constantFrom('a\n', 'b\n', 'ab\n', '\n', 'a', 'b', '\r', 'é\n')
const some = (most: number) => fc.array(piece, { maxLength: most })

/** Two versions that begin and end alike, as bytes. */
const versions = fc
  .tuple(some(5), some(5), some(5), some(5))
  .map(([above, was, is, below]) => [was, is].map((middle) => utf8([...above, ...middle, ...below].join(''))))

test('a change has no more lines than are told at once, and few less where it is one', () => {
  fc.assert(
    fc.property(versions, ([a = utf8(''), b = utf8('')]) => {
      const { additions, deletions } = new LineDiff(a, b)
      expect(mostLinesChanged(a, b)).toBeGreaterThanOrEqual(additions + deletions)
    }),
    { numRuns: 2000, seed: 1 },
  )
  const long = 'line\n'.repeat(50)
  expect(mostLinesChanged(utf8(`${long}a\n${long}`), utf8(`${long}b\n${long}`))).toBeLessThanOrEqual(6)
})

test('lines are counted by their line feeds', () => {
  const { additions, deletions } = new LineDiff(utf8('one\ntwo\n'), utf8('one\nt\r+w\r-o\n'))
  expect([additions, deletions]).toEqual([1, 1])
})
