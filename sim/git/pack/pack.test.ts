import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { deflate } from 'pako'
import { afterAll, expect, test } from 'vitest'
import { concat, unhex, utf8 } from '../../lib/bytes.ts'
import { sha1Hex } from '../../lib/hash.ts'
import { finished } from '../../lib/steps.ts'
import { BORDERS, LineDiff } from '../hunks.ts'
import { type GitObject, makeTree, memoryObjects, modes, payloadId } from '../objects.ts'
import { realGit } from '../testing/real-git.ts'
import { sample, signature } from '../testing/samples.ts'
import { nothingKnown, unpack } from './decode.ts'
import { decodePack, encodePack } from './pack.ts'

const git = realGit()
afterAll(() => git.remove())

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.tuple(fc.string(), fc.nat(2000)).map(([part, times]) => utf8(part.repeat(times))),
)
const blob = bytes.map((content): GitObject => ({ type: 'blob', bytes: content }))
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((it) => !/[/\0]/.test(it) && !/^(\.{0,2}|\.git)$|git~|\u200c/i.test(it))
const blobs = fc.array(fc.tuple(name, fc.constantFrom(...modes.slice(0, 3)), blob), { maxLength: 8 })
const message = fc.string({ unit: 'grapheme' }).map((it) => it.replaceAll('\0', ''))

/** Blobs, the tree that holds them, a commit of it and a tag of that: everything that one repository needs. */
const histories = fc.record({
  blobs,
  message,
  seconds: fc.nat(1e9),
  zone: fc.integer({ min: -720, max: 840 }),
})

type Drawn = typeof histories extends fc.Arbitrary<infer T> ? T : never

function objectsOf(drawn: Drawn) {
  const objects = memoryObjects()
  const ids = new Set<string>()
  const put = (object: GitObject) => {
    const id = objects.put(object)
    ids.add(id)
    return id
  }
  const files = new Map(
    drawn.blobs.map(([file, mode, content]) => [file, { mode, name: file, id: put(content) }]),
  )
  const tree = put(makeTree(files.values()))
  const who = signature('Ada', drawn.seconds, drawn.zone)
  const commit = put({
    type: 'commit',
    tree,
    parents: [],
    author: who,
    committer: who,
    message: drawn.message,
  })
  put({ type: 'tag', object: commit, targetType: 'commit', name: 'v1', tagger: who, message: drawn.message })
  return { objects, ids: [...ids] }
}

test('what is packed is unpacked again', () => {
  for (const drawn of sample(histories, 40, 7)) {
    const { objects, ids } = objectsOf(drawn)
    const decoded = decodePack(encodePack(objects, ids))
    expect([...decoded.keys()].sort()).toEqual([...ids].sort())
    for (const [id, object] of decoded) expect(object).toEqual(objects.get(id))
  }
})

test('git takes the packs and checks them strictly', () => {
  const ids = sample(histories, 12, 8).flatMap((drawn) => {
    const { objects, ids } = objectsOf(drawn)
    git.run(['index-pack', '--strict', '--stdin'], encodePack(objects, ids))
    git.run(['unpack-objects', '-q', '--strict'], encodePack(objects, ids))
    return ids
  })
  expect(git.run(['fsck', '--strict', '--no-dangling', '--unreachable'], '', [])).not.toMatch(/error|missing/)
  const found = git.run(['cat-file', '--batch-check=%(objectname)'], `${ids.join('\n')}\n`)
  expect(found.trim().split('\n')).toEqual(ids)
})

test.each(['--delta-base-offset', '--no-delta-base-offset'])(
  'packs that git made with deltas are read back to the byte (%s)',
  (option) => {
    const objects = memoryObjects()
    const lines = Array.from({ length: 200 }, (_, i) => `line ${i} of a text that changes little`)
    const ids = Array.from({ length: 60 }, (_, i) => {
      lines[i] = `changed ${i}`
      return objects.put({ type: 'blob', bytes: utf8(lines.join('\n')) })
    })
    git.run(['unpack-objects', '-q'], encodePack(objects, ids))
    const args = [
      'pack-objects',
      '--stdout',
      '-q',
      '--depth=60',
      '--window=70',
      ...(option.startsWith('--no') ? [] : [option]),
    ]
    const pack = execFileSync('git', args, { cwd: git.folder, input: `${ids.join('\n')}\n` })
    const decoded = decodePack(pack)
    expect(pack.length).toBeLessThan(encodePack(objects, ids).length / 3)
    expect([...decoded.keys()].sort()).toEqual([...ids].sort())
    const unpacked = finished(unpack(pack, nothingKnown))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ids)), (wanted) => {
        const reader = unpacked.pack.reader()
        for (const id of wanted) {
          const payload = reader.payload(unpacked.entryOf(id) as number)
          expect(payloadId('blob', payload)).toBe(id)
        }
      }),
      { seed: 1, numRuns: 30 },
    )
    const oneOf = fc.constantFrom(...ids)
    let told = 0
    fc.assert(
      fc.property(oneOf, oneOf, (one, other) => {
        const [a, b] = [unpacked.entryOf(one), unpacked.entryOf(other)] as [number, number]
        const feeds = unpacked.pack.feedsBetween(a, b)
        if (feeds === undefined) return
        const { additions, deletions } = new LineDiff(unpacked.pack.payload(a), unpacked.pack.payload(b))
        expect(BORDERS + feeds).toBeGreaterThanOrEqual(additions + deletions)
        if (one !== other) told++
      }),
      { seed: 1, numRuns: 300 },
    )
    expect(told).toBeGreaterThan(10)
  },
)

test('objects that say more than their fields keep their bytes and their id', () => {
  const tree = git.run(['mktree'], '').trim()
  const who = 'A <a@b> 1700000000 +0000'
  const signed = `tree ${tree}\nauthor ${who}\ncommitter ${who}\ngpgsig -----BEGIN\n abc\n -----END\n\nsigned\n`
  const latin = `tree ${tree}\nauthor ${who}\ncommitter ${who}\nencoding latin1\n\ncaf`
  const payloads = [utf8(signed), concat(utf8(latin), Uint8Array.of(0xe9, 10))]
  for (const payload of payloads) {
    const id = hash(payload)
    const pack = execFileSync('git', ['pack-objects', '--stdout', '-q'], {
      cwd: git.folder,
      input: `${id}\n`,
    })
    expect([...decodePack(pack).keys()]).toEqual([id])
  }
})

function hash(payload: Uint8Array): string {
  return git.run(['hash-object', '-w', '-t', 'commit', '--stdin'], payload).trim()
}

const some = encodePack(...aBlob('some text, some text, some text'))

test('a changed byte anywhere is noticed', () => {
  for (let at = 0; at < some.length; at++) {
    const broken = some.slice()
    broken[at] = (broken[at] as number) ^ 1
    expect(() => decodePack(broken)).toThrow(/pack is corrupted/)
  }
})

test('garbage is refused with a word about it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (noise, headed) => {
      const pack = headed ? sealed(concat(some.subarray(0, 12), noise)) : sealed(noise)
      expect(() => decodePack(pack)).toThrow(/pack|inflate|delta|bounds|malformed/)
    }),
    { numRuns: 300, seed: 3 },
  )
})

test('a delta can neither reach beyond its base nor make more than it says', () => {
  for (const delta of [
    [4, 4, 0x91, 200, 4],
    [4, 2, 4, 1, 2, 3, 4],
    [4, 9, 1, 7],
    [3, 1, 1, 7],
    [4, 1, 0],
  ])
    expect(() => decodePack(deltaPack(Uint8Array.from(delta)))).toThrow(/delta/)
  expect(decodePack(deltaPack(Uint8Array.of(4, 5, 0x90, 4, 1, 33))).size).toBe(2)
})

test('a small pack cannot claim a large size', () => {
  const bomb = deltaPack(Uint8Array.of(4, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 33))
  expect(() => decodePack(bomb)).toThrow('pack exceeds maximum allowed size')
  const claim = sealed(
    concat(some.subarray(0, 12), Uint8Array.of(0xbf, 0xff, 0xff, 0xff, 0x7f), deflate(utf8(''))),
  )
  expect(() => decodePack(claim)).toThrow('pack exceeds maximum allowed size')
  const count = some.slice(0, -20)
  count[8] = 255
  expect(() => decodePack(sealed(count))).toThrow('pack has too many objects')
  const bounds = { objects: 10, bytes: 100, depth: 0 }
  expect(() => decodePack(deltaPack(Uint8Array.of(4, 1, 1, 33)), bounds)).toThrow('too deep')
})

test('a delta without its base, or upon itself, stays unresolved', () => {
  const alone = concat(
    Uint8Array.of((7 << 4) | 4),
    unhex('ab'.repeat(20)),
    deflate(Uint8Array.of(1, 1, 1, 1)),
  )
  expect(() => decodePack(sealed(concat(head(1), alone)))).toThrow('pack has unresolved deltas')
  const itself = concat(Uint8Array.of((6 << 4) | 4, 0), deflate(Uint8Array.of(1, 1, 1, 1)))
  expect(() => decodePack(sealed(concat(head(1), itself)))).toThrow('pack has unresolved deltas')
})

/** A pack of the blob `abcd` and a delta upon it. */
function deltaPack(delta: Uint8Array): Uint8Array {
  const base = concat(Uint8Array.of((3 << 4) | 4), deflate(utf8('abcd')))
  const entry = concat(Uint8Array.of((6 << 4) | delta.length, base.length), deflate(delta))
  return sealed(concat(head(2), base, entry))
}

function head(count: number): Uint8Array {
  return concat(some.subarray(0, 11), Uint8Array.of(count))
}

function sealed(body: Uint8Array): Uint8Array {
  return concat(body, unhex(sha1Hex(body)))
}

function aBlob(content: string) {
  const objects = memoryObjects()
  return [objects, [objects.put({ type: 'blob', bytes: utf8(content) })]] as const
}
