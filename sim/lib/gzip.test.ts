import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concat, equalBytes, utf8 } from './bytes.ts'
import { GunzipError, gunzip, gzip, gzipSteps } from './gzip.ts'
import { finished } from './steps.ts'

const bounds = { members: 3, bytes: 1000, ratio: 5, harmless: 100 }

describe('gzip', () => {
  test('is what others unpack, and unpacks what others packed', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 5 }), (pieces) => {
        const whole = concat(...pieces)
        expect(new Uint8Array(gunzipSync(gzip(pieces)))).toEqual(whole)
        expect(gunzip(new Uint8Array(gzipSync(whole)))).toEqual(whole)
      }),
    )
  })

  test('compresses step by step to bytes that others unpack, the same however the content is cut', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.constant(new Uint8Array()),
      fc.nat(200_000).map((size) => Uint8Array.from({ length: size }, (_, i) => (i * i) >> 9)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const whole = concat(...pieces)
        const packed = finished(gzipSteps(pieces))
        expect(equalBytes(new Uint8Array(gunzipSync(packed)), whole)).toBe(true)
        expect(equalBytes(finished(gzipSteps([whole])), packed)).toBe(true)
      }),
      { seed: 1, numRuns: 30 },
    )
  })

  test('reads all members of a file', () => {
    const two = concat(new Uint8Array(gzipSync('a')), new Uint8Array(gzipSync('b')))
    expect(gunzip(two)).toEqual(utf8('ab'))
  })
})

describe('gunzip refuses', () => {
  const packed = new Uint8Array(gzipSync('hello '.repeat(10)))

  test.each([
    ['nothing', new Uint8Array()],
    ['text', utf8('hello')],
    ['junk behind it', concat(packed, utf8('junk'))],
    ['zeros behind it', concat(packed, new Uint8Array(3))],
    ['zlib without gzip', Uint8Array.from([0x78, 0x9c, 3, 0, 0, 0, 0, 1])],
  ])('%s', (_what, bytes) => {
    expect(() => gunzip(bytes)).toThrow(GunzipError)
  })

  test('whatever is cut short', () => {
    for (let end = 0; end < packed.length; end++)
      expect(() => gunzip(packed.subarray(0, end))).toThrow(GunzipError)
  })

  test('whatever has a bit turned in its content or its sum, unless it is one that fills up a byte', () => {
    const whole = gunzip(packed)
    for (let at = 10; at < packed.length; at++) {
      const turned = packed.map((byte, i) => (i === at ? byte ^ 16 : byte))
      try {
        expect(gunzip(turned)).toEqual(whole)
      } catch (problem) {
        expect(problem).toBeInstanceOf(GunzipError)
      }
    }
  })

  test('what becomes larger than its bound, and what becomes many times larger', () => {
    const zeros = (length: number) => new Uint8Array(gzipSync(new Uint8Array(length)))
    const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7919) % 251)
    expect(gunzip(zeros(100), bounds)).toHaveLength(100)
    expect(() => gunzip(zeros(101), { ...bounds, ratio: 2 })).toThrow('above the limit')
    expect(gunzip(new Uint8Array(gzipSync(noise(1000))), { ...bounds, ratio: 100 })).toHaveLength(1000)
    expect(() => gunzip(new Uint8Array(gzipSync(noise(1001))), { ...bounds, ratio: 100 })).toThrow(
      'above the limit',
    )
  })
  test('what has more members than its bound, though they hold nothing', () => {
    const members = (count: number) => new Uint8Array(Buffer.concat(Array(count).fill(gzipSync(''))))
    expect(gunzip(members(3), bounds)).toHaveLength(0)
    expect(() => gunzip(members(4), bounds)).toThrow('too many members')
  })
})
