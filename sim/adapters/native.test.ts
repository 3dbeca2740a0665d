import zlib from 'node:zlib'
import fc from 'fast-check'
import { deflate } from 'pako'
import { afterEach, expect, test } from 'vitest'
import { GitError } from '../git/git-error.ts'
import { memoryObjects } from '../git/objects.ts'
import { Inflater } from '../git/pack/inflate.ts'
import { decodePack, encodePack } from '../git/pack/pack.ts'
import { binary, concat, equalBytes, hex, unbinary, utf8 } from '../lib/bytes.ts'
import { runningSha1, runningSha256, sha1Hex, sha256Hex } from '../lib/hash.ts'
import { useNative } from '../lib/native.ts'
import { nativeOfPlatform } from './native.ts'
import { again, anew, nativeInflate } from './native-inflate.ts'

afterEach(() => useNative(undefined))

/** What comes of it with portable code, and with what the platform has. */
function bothWays<T>(make: () => T): readonly [portable: T, native: T] {
  useNative(undefined)
  const portable = make()
  useNative(nativeOfPlatform())
  return [portable, make()]
}

function sameBothWays(make: () => unknown): void {
  const [portable, native] = bothWays(make)
  expect(native).toEqual(portable)
}

test('this platform has something to offer', () => {
  expect(nativeOfPlatform()).toBeDefined()
})

test('a hash of pieces is the hash of the whole, both ways', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (pieces) => {
      sameBothWays(() => {
        const sums = [runningSha1(), runningSha256()]
        for (const piece of pieces) for (const sum of sums) sum.update(piece)
        const digests = sums.map((sum) => hex(sum.digest()))
        const whole = concat(...pieces)
        expect(digests).toEqual([sha1Hex(whole), sha256Hex(whole)])
        return digests
      })
    }),
    { seed: 2 },
  )
})

test('bytes are read as characters, and written again, to the same', () => {
  // The platform is asked where there is much of it.
  const long = fc.uint8Array({ minLength: 1 }).map((bytes) => {
    const whole = new Uint8Array(9_000)
    for (let i = 0; i < whole.length; i++) whole[i] = bytes[i % bytes.length] as number
    return whole.subarray(1)
  })
  fc.assert(
    fc.property(long, (bytes) => {
      sameBothWays(() => {
        const characters = binary(bytes)
        const [from, to] = [Math.min(3, bytes.length), Math.max(0, bytes.length - 5)]
        expect(binary(bytes, from, to)).toBe(from < to ? characters.slice(from, to) : '')
        const again = unbinary(characters)
        expect([equalBytes(again, bytes), again.constructor]).toEqual([true, Uint8Array])
        return characters
      })
    }),
    { seed: 5, numRuns: 20 },
  )
})

function inflated(stream: Uint8Array, from: number, size: number): unknown {
  try {
    return new Inflater().inflate(stream, from, size)
  } catch (error) {
    expect(error).toBeInstanceOf(GitError)
    return (error as GitError).message
  }
}

test('streams that lie one behind the other are inflated to the same bytes, up to the same place', () => {
  const about = fc.record({
    before: fc.uint8Array({ maxLength: 20 }),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.nat(40_000).map((size) => new Uint8Array(size).fill(7)),
    ),
    behind: fc.uint8Array({ maxLength: 200 }),
    wrong: fc.constantFrom(0, 0, 0, -1, 1, 1000),
    broken: fc.option(fc.nat(3000)),
  })
  fc.assert(
    fc.property(about, ({ before, content, behind, wrong, broken }) => {
      const stream = deflate(content)
      if (broken !== null && broken < stream.length) stream[broken] = (stream[broken] as number) ^ 0x55
      const input = concat(before, stream, behind)
      sameBothWays(() => inflated(input, before.length, Math.max(0, content.length + wrong)))
      sameBothWays(() => inflated(input.subarray(0, before.length + 5), before.length, content.length))
    }),
    { seed: 3, numRuns: 100 },
  )
})

test('an engine for all streams, one for each, and portable code inflate to the same', () => {
  const ways = [again(zlib), anew(zlib)]
  const content = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(content, fc.constantFrom(0, 0, -1, 1), fc.option(fc.nat(40)), (bytes, wrong, broken) => {
      const stream = deflate(bytes)
      if (broken !== null && broken < stream.length) stream[broken] = (stream[broken] as number) ^ 0x55
      const input = concat(utf8('before'), stream, utf8('behind'))
      const size = Math.max(0, bytes.length + wrong)
      const [one, other] = ways.map((inflate) => {
        try {
          const found = inflate?.(input, 6, size)
          return found?.bytes.length === size ? { ...found, bytes: [...found.bytes] } : 'another size'
        } catch {
          return 'another size'
        }
      })
      expect(one).toEqual(other)
    }),
    { seed: 6, numRuns: 200 },
  )
  const other = { createInflate: () => ({}), inflateSync: zlib.inflateSync }
  expect(again(other)).toBeUndefined()
  expect([...nativeInflate(other)(deflate(utf8('text')), 0, 4).bytes]).toEqual([...utf8('text')])
})

test('bytes are spelled the same both ways', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => sameBothWays(() => hex(bytes, Math.min(1, bytes.length)))),
    { seed: 7 },
  )
})

test('bytes are compared the same both ways', () => {
  const bytes = fc.uint8Array({ max: 1, maxLength: 4 })
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      sameBothWays(() => {
        const found = equalBytes(a, concat(b, a).subarray(b.length))
        expect(found).toBe(true)
        return equalBytes(a, b)
      })
    }),
    { seed: 8 },
  )
})

test('packs are read and written to the same bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array(), { maxLength: 10 }), (blobs) => {
      sameBothWays(() => {
        const objects = memoryObjects()
        const ids = [...new Set(blobs.map((bytes) => objects.put({ type: 'blob', bytes })))]
        const pack = encodePack(objects, ids)
        return [pack, [...decodePack(pack)]]
      })
    }),
    { seed: 4, numRuns: 30 },
  )
})

test('a pack that is none is refused with the same words', () => {
  const refusal = (pack: Uint8Array) => {
    try {
      return decodePack(pack)
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const pack of [utf8('PACK'), new Uint8Array(40)]) sameBothWays(() => refusal(pack))
})
