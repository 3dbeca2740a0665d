import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../json.ts'
import { finished } from '../steps.ts'
import { parseLongJson } from './long-json.ts'

const bounds = { depth: 64, count: 4_000_000 }
const PIECE = 8

const blank = fc.constantFrom('', ' ', '\n\t')
const written = fc
  .tuple(fc.json({ maxDepth: 5 }), blank)
  .map(([text, space]) => `${space}${text.replaceAll(/([{}[\],:])/g, `${space}$1${space}`)}${space}`)

describe('JSON that is parsed step by step', () => {
  test('is what it is as a whole', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(finished(parseLongJson(text, bounds, PIECE))).toEqual(parseJson(text, bounds))
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('is refused where it is refused as a whole', () => {
    const cut = fc
      .tuple(written, fc.nat(), fc.nat(3), fc.constantFrom('', ',', ']', '}', '[', '"', '0', ' ', '\ud800'))
      .map(([text, at, length, other]) => {
        const begin = at % (text.length + 1)
        return text.slice(0, begin) + other + text.slice(begin + length)
      })
    fc.assert(
      fc.property(cut, (text) => {
        expect(finished(parseLongJson(text, bounds, PIECE))).toEqual(parseJson(text, bounds))
      }),
      { seed: 2, numRuns: 2000 },
    )
  })

  test.each([
    '{"aaaaaaaaaaaa":1,"aaaaaaaaaaaa":[1,2,3,4,5,6,7,8],"aaaaaaaaaaaa":2}',
    '{"b":1,"__proto__":{"aaaaaaaaaaaa":1},"constructor":[1,2,3,4,5,6],"c":2}',
    '[[1,2,3,4,5,6,7,8], ]',
    '[ ,[1,2,3,4,5,6,7,8]]',
    '{"a":1[1,2,3,4,5,6,7,8]}',
    '[1,2,3,4,5,6,7,8}',
    '[1,2,3,4,5,6,7,8]]',
    '[            ]',
  ])('%s', (text) => {
    expect(finished(parseLongJson(text, bounds, PIECE))).toEqual(parseJson(text, bounds))
  })

  test('breaks the bounds that it breaks as a whole', () => {
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`
    expect(finished(parseLongJson(deep, bounds, PIECE))).toEqual({ ok: false, above: 'depth' })
    const many = `[${'0,'.repeat(20)}0]`
    expect(finished(parseLongJson(many, { depth: 2, count: 19 }, PIECE))).toEqual({
      ok: false,
      above: 'count',
    })
  })

  test('refuses an object of more names than it may have, wherever it is', () => {
    const wide = JSON.stringify([
      { rows: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, i])) },
    ])
    const parsed = (names: number) => finished(parseLongJson(wide, { ...bounds, names }, PIECE))
    expect(parsed(29)).toEqual({ ok: false, above: 'names' })
    expect(parsed(30)).toEqual(parseJson(wide, bounds))
  })

  test('takes a step for each piece', () => {
    const text = JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ number: i })))
    const piece = 1024
    let steps = 0
    const parsing = parseLongJson(text, bounds, piece)
    while (!parsing.next().done) steps++
    expect(steps).toBeGreaterThan((2 * text.length) / piece - 3)
  })
})
