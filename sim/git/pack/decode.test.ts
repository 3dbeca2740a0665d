import { deflateSync as deflate } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concat, concatAll, unhex, utf8 } from '../../lib/bytes.ts'
import { sha1Hex } from '../../lib/hash.ts'
import { finished, type Steps } from '../../lib/steps.ts'
import { bounds, packBounds } from '../budget.ts'
import { GitError } from '../git-error.ts'
import { type GitObject, payloadId } from '../objects.ts'
import { parseObject } from '../parse-object.ts'
import { entryHead, ID_DELTA, OFFSET_DELTA, packTypes } from './format.ts'
import { nothingKnown, unpack } from './pack.ts'

/** An entry of a pack that means harm, or none. `base` is the place of another entry. */
type Hostile =
  | { readonly kind: 'blob'; readonly size: number; readonly wrong: number }
  | { readonly kind: 'tree'; readonly name: string; readonly mode: string; readonly of: number }
  | { readonly kind: 'text'; readonly type: 'commit' | 'tag'; readonly text: string }
  | { readonly kind: 'delta'; readonly base: number; readonly named: boolean; readonly claims: number }

const place = fc.nat(30)
const name = fc.constantFrom('a', 'b', '.git', '.GIT', '..', '.', '', 'a/b', 'é', '\u0001', 'x'.repeat(5000))
const entry: fc.Arbitrary<Hostile> = fc.oneof(
  fc.record({
    kind: fc.constant('blob' as const),
    size: fc.nat(3000),
    wrong: fc.constantFrom(0, 0, 0, 0, 1, -1, 2 ** 31),
  }),
  fc.record({
    kind: fc.constant('tree' as const),
    name,
    mode: fc.constantFrom('100644', '40000', '40000', '160000', '777', ''),
    of: place,
  }),
  fc.record({
    kind: fc.constant('text' as const),
    type: fc.constantFrom('commit' as const, 'tag' as const),
    text: fc.constantFrom('', 'tree x\n', `tree ${'0'.repeat(40)}\n`, 'object\n\0'),
  }),
  // Chains, fans and circles, upon what comes earlier, later, or never.
  fc.record({
    kind: fc.constant('delta' as const),
    base: place,
    named: fc.boolean(),
    claims: fc.constantFrom(0, 0, 0, 1, 2 ** 30),
  }),
)

/** Builds the entries one by one, so that later ones know where and what the earlier ones are. */
function packOf(drawn: readonly Hostile[], count = drawn.length): Uint8Array {
  const ids: string[] = []
  const starts: number[] = []
  const parts: Uint8Array[] = [head(count)]
  let at = 12
  for (const [i, it] of drawn.entries()) {
    starts.push(at)
    const bytes = entryBytes(it, i, ids, starts)
    parts.push(bytes)
    at += bytes.length
  }
  return sealed(concatAll(parts))
}

function entryBytes(it: Hostile, i: number, ids: string[], starts: readonly number[]): Uint8Array {
  switch (it.kind) {
    case 'blob': {
      const payload = new Uint8Array(it.size).fill(i)
      ids.push(payloadId('blob', payload))
      return concat(entryHead(packTypes.blob, Math.max(0, it.size + it.wrong)), deflate(payload))
    }
    case 'tree': {
      const payload = concat(utf8(`${it.mode} ${it.name}\0`), unhex(ids[it.of] ?? 'ab'.repeat(20)))
      ids.push(payloadId('tree', payload))
      return concat(entryHead(packTypes.tree, payload.length), deflate(payload))
    }
    case 'text': {
      const payload = utf8(it.text)
      ids.push(payloadId(it.type, payload))
      return concat(entryHead(packTypes[it.type], payload.length), deflate(payload))
    }
    case 'delta': {
      const delta = Uint8Array.of(4, ...size(5 + it.claims), 1, 33, 4, 1, 2, 3, i)
      ids.push('cd'.repeat(20))
      const base = it.named
        ? concat(entryHead(ID_DELTA, delta.length), unhex(ids[it.base] ?? 'ef'.repeat(20)))
        : concat(entryHead(OFFSET_DELTA, delta.length), back((starts[i] ?? 0) - (starts[it.base] ?? 0)))
      return concat(base, deflate(delta))
    }
    default:
      return it satisfies never
  }
}

function size(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...size(Math.floor(value / 128))]
}

function back(distance: number): Uint8Array {
  return distance < 128
    ? Uint8Array.of(Math.max(0, distance))
    : Uint8Array.of(0x80 | ((distance >> 7) - 1), distance & 127)
}

function head(count: number): Uint8Array {
  const bytes = concat(utf8('PACK'), new Uint8Array(8))
  const view = new DataView(bytes.buffer)
  view.setUint32(4, 2)
  view.setUint32(8, count)
  return bytes
}

function sealed(body: Uint8Array): Uint8Array {
  return concat(body, unhex(sha1Hex(body)))
}

/** Unpacks, and counts the steps; the error where it is refused. Anything but a GitError is thrown. */
function stepsOf(pack: Uint8Array): { readonly steps: number; readonly refused: string | undefined } {
  const work = unpack(pack, nothingKnown)
  for (let steps = 1; ; steps++)
    try {
      if (work.next().done) return { steps, refused: undefined }
    } catch (error) {
      if (error instanceof GitError) return { steps, refused: error.message }
      throw error
    }
}

/** As many steps as the bounds allow: each takes at least so many bytes, or entries. */
function mostSteps(pack: Uint8Array): number {
  return 2 + Math.ceil((2 * packBounds(pack.length).bytes) / (1024 * 1024))
}

test('whatever a pack holds, it is unpacked or refused within the steps that its bounds allow', () => {
  const drawn = fc.array(entry, { maxLength: 30 })
  const cut = fc.option(fc.nat(2000), { freq: 4 })
  const count = fc.option(fc.constantFrom(0, 1, 31, 2 ** 20, 2 ** 32 - 1), { freq: 4 })
  const outcomes = new Set<string | undefined>()
  fc.assert(
    fc.property(drawn, cut, count, (entries, shorter, claimed) => {
      const whole = packOf(entries, claimed ?? entries.length)
      const pack = shorter === null ? whole : sealed(whole.subarray(0, Math.max(12, whole.length - shorter)))
      const { steps, refused } = stepsOf(pack)
      outcomes.add(refused?.replace(/[':].*/s, ''))
      expect(steps).toBeLessThanOrEqual(Math.min(10, mostSteps(pack)))
    }),
    { numRuns: 500, seed: 19 },
  )
  // Both happen, and refusals for many reasons.
  expect(outcomes).toContain(undefined)
  expect(outcomes.size).toBeGreaterThan(8)
})

const blob = (payload: Uint8Array) => concat(entryHead(packTypes.blob, payload.length), deflate(payload))
const upon = (id: string, delta: Uint8Array) =>
  concat(entryHead(ID_DELTA, delta.length), unhex(id), deflate(delta))

test.each([1000, 4000])(
  '%i deltas that wait for one base take steps in proportion to their number',
  (count) => {
    const base = Uint8Array.of(1, 2, 3, 4)
    const deltas = Array.from({ length: count }, (_, i) =>
      upon(payloadId('blob', base), Uint8Array.of(4, 4, 4, i >> 8, i & 255, 7, 7)),
    )
    const late = stepsOf(sealed(concatAll([head(count + 1), ...deltas, blob(base)])))
    expect(late.refused).toBeUndefined()
    expect(late.steps).toBeLessThan(5 + (2 * count) / 200)
    const never = stepsOf(sealed(concatAll([head(count), ...deltas])))
    expect(never.refused).toBe('pack has unresolved deltas')
    expect(never.steps).toBeLessThan(5 + count / 200)
  },
)

test('many copies of a large object are made a few at a time, and only up to a bound', () => {
  const base = new Uint8Array(1024 * 1024)
  const id = payloadId('blob', base)
  const delta = (i: number) => Uint8Array.of(...size(base.length), ...size(base.length), 0xc0, 16, 0, i & 255)
  const copies = (count: number) => {
    const made = Array.from({ length: count }, (_, i) => {
      // A piece of 1 MiB less four bytes, and four of its own.
      const copy = Uint8Array.of(0xf0, 0xfc, 0xff, 0x0f, 4, 0, 0, i >> 8, i & 255)
      return upon(id, concat(delta(i).subarray(0, -4), copy))
    })
    return stepsOf(sealed(concatAll([head(count + 1), blob(base), ...made])))
  }
  const some = copies(40)
  expect(some.refused).toBeUndefined()
  expect(some.steps).toBeGreaterThan(30)
  expect(copies(300).refused).toBe('pack exceeds maximum allowed size')
})

test('a delta is applied to its base, however far before it that stands', () => {
  const far = fc.array(fc.record({ base: fc.nat(20), between: fc.nat(6) }), { minLength: 9, maxLength: 15 })
  const other = blob(new Uint8Array(64_000))
  fc.assert(
    fc.property(far, (drawn) => {
      const contents: Uint8Array[] = [Uint8Array.from({ length: 4000 }, (_, i) => (i * i) >> 7)]
      const entries = [blob(contents[0] as Uint8Array)]
      for (const [i, { base, between }] of drawn.entries()) {
        for (let j = 0; j < between; j++) entries.push(other)
        const under = contents[base % contents.length] as Uint8Array
        // All but the last four bytes, and the number.
        const copy = Uint8Array.of(0xb0, (under.length - 4) & 255, (under.length - 4) >> 8, 4, 9, 9, 9, i)
        const sizes = [...size(under.length), ...size(under.length)]
        entries.push(upon(payloadId('blob', under), Uint8Array.of(...sizes, ...copy)))
        contents.push(concat(under.subarray(0, -4), Uint8Array.of(9, 9, 9, i)))
      }
      const pack = sealed(concatAll([head(entries.length), ...entries]))
      const found = finished(unpack(pack, nothingKnown))
      for (const content of contents) {
        const id = payloadId('blob', content)
        const object = found.get(id)
        expect(object?.type === 'blob' && payloadId('blob', object.bytes)).toBe(id)
      }
    }),
    { seed: 3, numRuns: 3 },
  )
})

test('one object is no larger than may be made in one step', () => {
  const zeros = deflate(new Uint8Array(1024))
  for (const [type, most] of [
    ['blob', bounds.blob],
    ['tree', bounds.tree],
    ['commit', bounds.text],
    ['tag', bounds.text],
  ] as const) {
    const claim = concat(entryHead(packTypes[type], most + 1), zeros)
    expect(stepsOf(sealed(concatAll([head(1), claim]))).refused).toBe('pack exceeds maximum allowed size')
  }
})

test('trees lie within one another as deep as git lets them, and no deeper', () => {
  const nested = (depth: number) => {
    let id = payloadId('blob', utf8('x'))
    const entries = [blob(utf8('x'))]
    for (let level = 0; level < depth; level++) {
      const payload = concat(utf8(`${level === 0 ? '100644' : '40000'} d\0`), unhex(id))
      id = payloadId('tree', payload)
      entries.push(concat(entryHead(packTypes.tree, payload.length), deflate(payload)))
    }
    return stepsOf(sealed(concatAll([head(entries.length), ...entries])))
  }
  expect(nested(bounds.treeDepth).refused).toBeUndefined()
  expect(nested(bounds.treeDepth + 1).refused).toBe('exceeded maximum allowed tree depth')
})

test('tags stand for one another to a depth, those counted that were there before', () => {
  const tagged = (depth: number, first?: string) => {
    let id = first ?? '0'.repeat(40)
    const objects = new Map<string, string>()
    const entries: Uint8Array[] = []
    for (let level = 0; level < depth; level++) {
      const type = level === 0 && first === undefined ? 'commit' : 'tag'
      const payload = utf8(`object ${id}\ntype ${type}\ntag ${level}\n\nm\n`)
      objects.set(payloadId('tag', payload), id)
      id = payloadId('tag', payload)
      entries.push(concat(entryHead(packTypes.tag, payload.length), deflate(payload)))
    }
    return { pack: sealed(concatAll([head(depth), ...entries.reverse()])), id, objects }
  }
  const { tagDepth } = bounds
  expect(stepsOf(tagged(tagDepth).pack).refused).toBeUndefined()
  const refused = 'exceeded maximum allowed tag depth'
  expect(stepsOf(tagged(tagDepth + 1).pack).refused).toBe(refused)
  const before = tagged(tagDepth)
  // biome-ignore lint/correctness/useYield: what was there before is in a map.
  function* known(id: string): Steps<GitObject | undefined> {
    const object = before.objects.get(id)
    const tagger = { name: 'A', email: 'a@example.com', at: 0, offset: 0 }
    return object === undefined
      ? undefined
      : { type: 'tag', object, targetType: 'tag', name: 't', tagger, message: '' }
  }
  expect(() => finished(unpack(tagged(1, before.id).pack, known))).toThrow(refused)
})

test('trees hold at most so many files, however few objects make them, and those counted that were there before', () => {
  const entry = (payload: Uint8Array) => concat(entryHead(packTypes.tree, payload.length), deflate(payload))
  const of = (mode: string, id: string, count: number) =>
    concatAll(Array.from({ length: count }, (_, i) => concat(utf8(`${mode} n${i}\0`), unhex(id))))
  const layers = (count: number, below?: string) => {
    let id = below ?? payloadId('blob', utf8('x'))
    const payloads: Uint8Array[] = []
    for (let layer = 0; layer < count; layer++) {
      payloads.push(of(layer === 0 && below === undefined ? '100644' : '40000', id, 8))
      id = payloadId('tree', payloads.at(-1) as Uint8Array)
    }
    return { pack: sealed(concatAll([head(count), ...payloads.map(entry)])), id, payloads }
  }
  const refused = 'exceeded maximum allowed number of files'
  // 8 to the sixth is 262,144, and what lies above that counts too.
  expect(8 ** 6).toBeLessThan(bounds.places)
  expect(stepsOf(layers(6).pack).refused).toBeUndefined()
  expect(stepsOf(layers(7).pack).refused).toBe(refused)
  const before = layers(4)
  const trees = new Map(
    before.payloads.map((payload) => [payloadId('tree', payload), parseObject('tree', payload)]),
  )
  // biome-ignore lint/correctness/useYield: what was there before is in a map.
  function* known(id: string): Steps<GitObject | undefined> {
    return trees.get(id)
  }
  const upon = (count: number) => () => finished(unpack(layers(count, before.id).pack, known))
  expect(upon(2)).not.toThrow()
  expect(upon(3)).toThrow(refused)
})
