import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, textToJson, toJson } from './json.ts'

const bounds = { depth: 4, count: 10 }

describe('JSON within its bounds', () => {
  test('is read as the platform reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
      { seed: 1 },
    )
  })

  test('is refused where the platform refuses it', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json().map((text) => text.slice(0, -1)),
      fc.json().map((text) => `${text}]`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        let reads = true
        try {
          JSON.parse(text)
        } catch {
          reads = false
        }
        expect(parseJson(text).ok).toBe(reads)
      }),
      { seed: 2, numRuns: 500 },
    )
  })
})

describe('the bounds of JSON', () => {
  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('hold the depth of %s', (_, open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`
    expect(parseJson(nested(4), bounds).ok).toBe(true)
    expect(parseJson(nested(5), bounds).ok).toBe(false)
  })

  test('hold the number of values', () => {
    const array = (length: number) => JSON.stringify(Array.from({ length }, () => 0))
    expect(parseJson(array(10), bounds).ok).toBe(true)
    expect(parseJson(array(12), bounds).ok).toBe(false)
  })

  test('hold the number of keys and values together', () => {
    const object = (size: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_, i) => [i, 0])))
    expect(parseJson(object(5), bounds).ok).toBe(true)
    expect(parseJson(object(6), bounds).ok).toBe(false)
  })

  test('do not count what stands in texts', () => {
    const text = JSON.stringify('[[[[[{{{{{,,,,,,,,,,,,,,:::::::::"\\\\"')
    expect(parseJson(text, bounds)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  test('keep a hostile text from the parser', () => {
    expect(parseJson('['.repeat(5_000_000)).ok).toBe(false)
  })
})

describe('keys through which a prototype could be reached', () => {
  test.each([
    ['plainly spelled', '{"a":1,"__proto__":{"polluted":1},"constructor":1,"prototype":1}'],
    ['escaped', '{"a":1,"\\u005f_proto__":{"polluted":1},"c\\u006fnstructor":1}'],
    ['deep inside', '{"a":1}'],
  ])('are dropped, %s', (_, text) => {
    expect(parseJson(text)).toEqual({ ok: true, value: { a: 1 } })
    expect(parseJson(`[[${text}]]`)).toEqual({ ok: true, value: [[{ a: 1 }]] })
  })

  test('never stay, whatever the text', () => {
    const keys = fc.constantFrom('__proto__', 'constructor', 'prototype', 'a')
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.nat(),
        fc.array(tie('value')),
        fc.dictionary(keys, tie('value')),
      ),
    })).value
    fc.assert(
      fc.property(values, (value) => {
        const parsed = parseJson(JSON.stringify(value))
        expect(JSON.stringify(parsed)).not.toMatch(/"(__proto__|constructor|prototype)"/)
      }),
      { seed: 3 },
    )
  })

  test('are harmless as values', () => {
    expect(parseJson('["__proto__"]')).toEqual({ ok: true, value: ['__proto__'] })
  })
})

describe('JSON that is sent', () => {
  test('reads the same, and ends no script of a page', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.string({ unit: fc.constantFrom('<', '>', '&', '\u2028', '\u2029', '"', 'é') }),
        (value, text) => {
          const sent = toJson([value, text])
          expect(JSON.parse(sent)).toEqual(JSON.parse(JSON.stringify([value, text])))
          expect(sent).not.toMatch(/[<>&\u2028\u2029]/)
        },
      ),
      { seed: 4 },
    )
  })

  test('spells markup as the service does', () => {
    expect(toJson('<a & b>')).toBe('"\\u003ca \\u0026 b\\u003e"')
  })
})

test('a text is written like any other value', () => {
  const characters = ['a', 'b', '"', '\\', '<', '&', '\u007f', '\u0000', '\u2028', '\ud800', 'é']
  const texts = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, fc.constantFrom('', 'a'.repeat(250)), (text, before) => {
      expect(textToJson(before + text)).toBe(toJson(before + text))
    }),
    { seed: 4 },
  )
  expect(textToJson(null)).toBe('null')
})
