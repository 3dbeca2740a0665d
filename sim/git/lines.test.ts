import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMovedLines, hasLine } from './lines.ts'
import { linesOf } from './split-lines.ts'

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
const five = text('a', 'b', 'c', 'd', 'e')

describe('lines', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a\n']],
    ['a\r\n\nb', ['a\r\n', '\n', 'b']],
  ])('of %j', (whole, lines) => expect(linesOf(whole)).toEqual(lines))
})

describe('lines of an older text', () => {
  test.each([
    ['where nothing changed', five, 2, 3, 2],
    ['below what was put in', text('x', 'y', 'a', 'b', 'c', 'd', 'e'), 2, 3, 4],
    ['below what was taken away', text('b', 'c', 'd', 'e'), 2, 3, 1],
    ['above a change', text('a', 'b', 'c', 'd', 'E'), 2, 3, 2],
    ['right above what was put in', text('a', 'b', 'c', 'x', 'd', 'e'), 2, 3, 2],
    ['right below what was put in', text('a', 'x', 'b', 'c', 'd', 'e'), 2, 3, 3],
    ['with something between them', text('a', 'b', 'x', 'c', 'd', 'e'), 2, 3, undefined],
    ['of which one changed', text('a', 'B', 'c', 'd', 'e'), 2, 3, undefined],
    ['of which one is gone', text('a', 'b', 'd', 'e'), 2, 3, undefined],
    ['at the end, which lost its line end', 'a\nb\nc\nd\ne', 5, 5, undefined],
  ])('%s', (_, now, from, to, place) => expect(findMovedLines(five, now, from, to)).toBe(place))

  test('are the same lines where they are now', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 }).map((it) => text(...it))
    fc.assert(
      fc.property(lines, lines, fc.nat(7), fc.nat(3), (a, b, start, more) => {
        const [from, to] = [start + 1, start + 1 + more]
        if (to > linesOf(a).length) return
        const place = findMovedLines(a, b, from, to)
        if (place === undefined) return
        expect(linesOf(b).slice(place - 1, place + more)).toEqual(linesOf(a).slice(from - 1, to))
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

describe('a line of a diff', () => {
  const now = text('a', 'B', 'c', 'new', 'd', 'e')
  test.each([
    [null, 2, true],
    [null, 4, true],
    [2, null, true],
    [1, 1, true],
    [3, 3, true],
    [4, 5, true],
    [4, 4, false],
    [null, 1, false],
    [null, 3, false],
    [4, null, false],
    [2, 2, false],
    [null, 7, false],
    [9, 10, false],
    [0, 0, false],
    [null, null, false],
  ])('%j of the old and %j of the new text: %j', (oldLine, newLine, there) =>
    expect(hasLine(five, now, { oldLine, newLine })).toBe(there),
  )

  test('is nowhere in files that are the same', () =>
    expect(hasLine(five, five, { oldLine: 1, newLine: 1 })).toBe(false))
})
