import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import {
  base64,
  beginningOf,
  binary,
  concat,
  equalBytes,
  hex,
  isUtf8,
  isWellFormed,
  text,
  unbase64,
  unbinary,
  unhex,
  utf8,
} from './bytes.ts'

const bytes = fc.uint8Array({ maxLength: 100 })

describe('bytes', () => {
  test('agree with Buffer in every notation', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(hex(value)).toBe(Buffer.from(value).toString('hex'))
        expect(base64(value)).toBe(Buffer.from(value).toString('base64'))
        expect(binary(value)).toBe(Buffer.from(value).toString('latin1'))
        expect(text(value)).toBe(Buffer.from(value).toString('utf8'))
      }),
      { seed: 1 },
    )
  })

  test('come back from every notation', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(unhex(hex(value))).toEqual(value)
        expect(unhex(hex(value).toUpperCase())).toEqual(value)
        expect(unbase64(base64(value))).toEqual(value)
        expect(unbinary(binary(value))).toEqual(value)
      }),
      { seed: 2 },
    )
  })

  test('are UTF-8 only if nothing is lost', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(isUtf8(value)).toBe(equalBytes(utf8(text(value)), value))
      }),
      { seed: 3 },
    )
    expect(text(utf8('\ufeffmark'))).toBe('\ufeffmark')
  })

  test('are joined in order', () => {
    expect(concat(utf8('ab'), new Uint8Array(), utf8('c'))).toEqual(utf8('abc'))
  })

  test('are refused if they are not hexadecimal', () => {
    expect(() => unhex('abc')).toThrow('not hexadecimal')
    expect(() => unhex('zz')).toThrow('not hexadecimal')
  })
})

test('the beginning of a text has no half of a character', () => {
  fc.assert(
    fc.property(anyText(), fc.nat(20), (whole, most) => {
      const beginning = beginningOf(whole, most)
      expect(whole.startsWith(beginning)).toBe(true)
      expect(isWellFormed(beginning)).toBe(true)
      expect(Math.min(whole.length, most) - beginning.length).toBeLessThanOrEqual(1)
    }),
  )
})
