import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import { changesBetween } from './changes.ts'
import { LineNumbers } from './line-numbers.ts'
import { lacksEnd, linedBytes } from './lined-bytes.ts'
import { soleChange } from './sole-change.ts'

const line = fc.constantFrom('a\n', 'b\n', 'ab\n', '}\n', '\n', '  é\n', 'x = 1\n')
const some = (most: number) => fc.array(line, { maxLength: most })
const ends = fc.constantFrom('', '', 'a', 'ab', 'x = 1')

/** Two versions that begin and end alike. */
const versions = fc
  .tuple(some(6), some(3), some(3), some(6), ends, ends)
  .map(
    ([above, was, is, below, oldEnd, youngEnd]) =>
      [
        [...above, ...was, ...below, oldEnd].join(''),
        [...above, ...is, ...below, youngEnd].join(''),
      ] as const,
  )

test('a change that needs no search is the one that a search finds', () => {
  let sole = 0
  fc.assert(
    fc.property(versions, ([a, b]) => {
      const [before, after] = [linedBytes(utf8(a)), linedBytes(utf8(b))]
      const found = soleChange(before, after)
      if (found === undefined) return
      if (found.length > 0) sole++
      const numbers = new LineNumbers()
      expect(found).toEqual(changesBetween(numbers.of(before), numbers.of(after), numbers))
    }),
    { numRuns: 3000, seed: 1 },
  )
  expect(sole).toBeGreaterThan(300)
})

test('lines are told apart by their bytes, the last one with or without an end', () => {
  const linesOf = (content: string) => linedBytes(utf8(content))
  const lined = linesOf('one\n\n\u00e9\ntwo')
  expect(lined.map((one) => [one.replace('\n', ''), lacksEnd(one)])).toEqual([
    ['one', false],
    ['', false],
    ['\u00c3\u00a9', false],
    ['two', true],
  ])
  expect(linesOf('two')).not.toEqual(linesOf('two\n'))
  expect([linesOf(''), linesOf('one\n'), linesOf('\n')]).toEqual([[], ['one'], ['']])
})
