import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import bunzip from 'seek-bzip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import { countedSteps } from '../../testing/counted-steps.ts'
import { type GitObject, memoryObjects, type ObjectStore, objectId } from '../objects.ts'
import { type RealGit, realGit } from '../testing/real-git.ts'
import { type TreeFile, treeFrom } from '../tree.ts'
import { type ArchiveFormat, archive, archiveFormats } from './archive.ts'
import { bzip2, bzip2Steps } from './bzip2.ts'
import { codeLengths } from './huffman.ts'

const AT = Date.parse('2023-03-04T05:06:07Z')
const SUBMODULE = 'abcdef0123456789abcdef0123456789abcdef01'
const who = { name: 'A', email: 'a@example.com', at: AT, offset: 60 }
const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i * 31 + (i >> 3) * 7) & 255)

const files: readonly (readonly [string, TreeFile])[] = [
  ['README.md', { mode: '100644', blob: utf8('# Größe\r\n') }],
  ['run.sh', { mode: '100755', blob: utf8('#!/bin/sh\n') }],
  ['empty', { mode: '100644', blob: utf8('') }],
  ['docs/a b.txt', { mode: '100644', blob: utf8('a\n'.repeat(600)) }],
  ['docs/ü/日本.md', { mode: '100644', blob: utf8('日本\n') }],
  ['docs-1/x', { mode: '100644', blob: utf8('x') }],
  ['bin/blob', { mode: '100644', blob: noise(70_000) }],
  ['bin/full', { mode: '100644', blob: noise(1024) }],
  ['link', { mode: '120000', blob: utf8('docs/a b.txt') }],
  ['far', { mode: '120000', blob: utf8(`${'deep/'.repeat(30)}end`) }],
  ['vendor/sub', { mode: '160000', blob: SUBMODULE }],
  [`${'d'.repeat(60)}/${'e'.repeat(60)}/${'f'.repeat(60)}/g`, { mode: '100644', blob: utf8('deep') }],
  [`${'n'.repeat(120)}`, { mode: '100644', blob: utf8('long name') }],
  [`${'p'.repeat(200)}/${'q'.repeat(120)}`, { mode: '100755', blob: utf8('longer') }],
]

function stored(of: readonly (readonly [string, TreeFile])[], at = AT) {
  const objects: GitObject[] = []
  const memory = memoryObjects()
  const store: ObjectStore = {
    ...memory,
    put: (object) => {
      objects.push(object)
      return memory.put(object)
    },
  }
  const tree = treeFrom(store, of)
  const signature = { ...who, at }
  const commit = store.put({
    type: 'commit',
    tree,
    parents: [],
    author: who,
    committer: signature,
    message: 'a\n',
  })
  return { store, commit, objects }
}

const { store, commit, objects } = stored(files)
const made = (format: ArchiveFormat, path = '') => archive(store, commit, format, { top: 'top', path })

let git: RealGit
beforeAll(() => {
  git = realGit()
  git.store(objects)
})
afterAll(() => git.remove())

function fromGit(args: readonly string[]): Uint8Array {
  return execFileSync('git', ['archive', ...args], {
    cwd: git.folder,
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    maxBuffer: 1 << 28,
  })
}

describe('tar', () => {
  test.each(['', 'docs', 'docs/ü', 'run.sh', 'vendor/sub', `${'d'.repeat(60)}/${'e'.repeat(60)}`])(
    'of "%s" is what git archive writes, byte for byte',
    (path) => {
      const paths = path === '' ? [] : [path]
      const theirs = fromGit(['--format=tar', '--prefix=top/', commit, ...paths])
      expect(Buffer.compare(made('tar', path), theirs)).toBe(0)
    },
  )

  test('ends on a whole block, however the entries fill the last one', () => {
    const lengths = [0, 4607, 4608, 4609, 5120, 5632, 6144, 6656, 7168]
    const all = lengths.map((length) => stored([['a', { mode: '100644', blob: noise(length) }]]))
    git.store(all.flatMap(({ objects }) => objects))
    const theirs = git.each(
      all.map(({ commit }) => `git archive --format=tar --prefix=top/ ${commit} | git hash-object --stdin`),
    )
    const ours = all.map(({ store, commit }) => archive(store, commit, 'tar', { top: 'top' }))
    expect(ours.map((bytes) => `${objectId({ type: 'blob', bytes })}\n`)).toEqual(theirs)
  })

  test('slashes around the path are ignored, and a path that is missing gives the empty folder', () => {
    expect(Buffer.compare(made('tar', '/docs/'), made('tar', 'docs'))).toBe(0)
    expect(made('tar', 'nowhere').length).toBe(10_240)
  })
})

describe('every format', () => {
  test.each(archiveFormats)('%s is the same bytes each time', (format) => {
    expect(Buffer.compare(made(format), made(format))).toBe(0)
  })

  test('the system unpacks exactly what was committed, with modes and times', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgery-archive-'))
    try {
      execFileSync('tar', ['-xf', '-', '-C', folder], { input: made('tar') })
      expect(unpacked(join(folder, 'top'))).toEqual(committed())
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('tar.gz is the tar, its header without a time', () => {
    const packed = made('tar.gz')
    expect(Buffer.compare(gunzipSync(packed), made('tar'))).toBe(0)
    expect([...packed.subarray(4, 8)]).toEqual([0, 0, 0, 0])
  })

  test('tar.bz2 is the tar', () => {
    expect(Buffer.compare(bunzip.decode(Buffer.from(made('tar.bz2'))), made('tar'))).toBe(0)
  })

  test('zip holds exactly what was committed, with modes, and names the commit', () => {
    const packed = made('zip')
    const contents = unzipSync(packed)
    const names = modesInZip(packed)
    const held = [...names]
      .filter(([, mode]) => mode !== '40755')
      .map(([name, mode]) => [
        name.replace('top/', ''),
        [mode === '120777' ? '120000' : mode, latin1(contents[name] as Uint8Array)],
      ])
    expect(Object.fromEntries(held)).toEqual(committed())
    expect(names.get('top/vendor/sub/')).toBe('40755')
    expect(latin1(packed).endsWith(commit)).toBe(true)
  })

  test('zip keeps the time of a commit before its own calendar', () => {
    const old = stored([['a', { mode: '100644', blob: utf8('a') }]], Date.parse('1975-01-01T00:00:00Z'))
    expect(Object.keys(unzipSync(archive(old.store, old.commit, 'zip', { top: 't' })))).toEqual(['t/', 't/a'])
  })
})

describe('bzip2', () => {
  const decoded = (bytes: Uint8Array) => bunzip.decode(Buffer.from(bytes))
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    // Runs and repetitions are what the format treats in ways of its own.
    fc
      .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 700 })), { maxLength: 8 })
      .map((runs) => Uint8Array.from(runs.flatMap(([byte, length]) => Array.from({ length }, () => byte)))),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 90 }))
      .map(([part, times]) => Uint8Array.from(Array.from({ length: times }, () => [...part]).flat())),
  )

  test('is undone by decoding', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 50 }), (whole, cut) => {
        const pieces = [whole.subarray(0, cut), whole.subarray(cut)]
        expect(Buffer.compare(decoded(bzip2(pieces)), whole)).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  test('sorts what repeats itself step by step', () => {
    const same = new Uint8Array(2 ** 20)
    expect(countedSteps(bzip2Steps([same])).steps).toBeGreaterThan(3)
    const turns = Uint8Array.from({ length: 2 ** 17 }, (_, i) => i % 2)
    const { steps, value } = countedSteps(bzip2Steps([turns]))
    expect(steps).toBeGreaterThan(10)
    expect(Buffer.compare(decoded(value), turns)).toBe(0)
  })

  test('fills several blocks', () => {
    const whole = noise(1_600_000).map((byte, i) => (i % 500_000 < 300_000 ? byte : 7))
    expect(Buffer.compare(decoded(bzip2([whole])), whole)).toBe(0)
  })

  test('makes a complete code that is no longer than allowed, however uneven the symbols', () => {
    const counts = fc.array(fc.oneof(fc.nat(3), fc.nat(1 << 20)), { minLength: 3, maxLength: 258 })
    const kraft = (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + 2 ** -length, 0)
    fc.assert(
      fc.property(counts, (symbols) => {
        const lengths = codeLengths(symbols, 17)
        expect(Math.max(...lengths)).toBeLessThanOrEqual(17)
        expect(kraft(lengths)).toBe(1)
      }),
    )
    const fibonacci = [1, 1]
    while (fibonacci.length < 28) fibonacci.push((fibonacci.at(-1) as number) + (fibonacci.at(-2) as number))
    expect(Math.max(...codeLengths(fibonacci, 17))).toBeLessThanOrEqual(17)
  })
})

const latin1 = (content: Uint8Array) => Buffer.from(content).toString('latin1')

function committed(): { [path: string]: string[] } {
  const held = files.filter(([, { mode }]) => mode !== '160000')
  return Object.fromEntries(held.map(([path, { mode, blob }]) => [path, [mode, latin1(blob as Uint8Array)]]))
}

function unpacked(root: string): { [path: string]: string[] } {
  const all: { [path: string]: string[] } = {}
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const place = join(root, path)
    const stat = lstatSync(place)
    if (stat.isSymbolicLink()) all[path] = ['120000', readlinkSync(place, 'latin1')]
    if (!stat.isFile()) continue
    all[path] = [(stat.mode & 0o100) === 0 ? '100644' : '100755', readFileSync(place, 'latin1')]
    expect(stat.mtimeMs).toBe(AT)
  }
  return all
}

/** Names and modes from the directory at the end of a zip archive. */
function modesInZip(packed: Uint8Array): Map<string, string> {
  const view = Buffer.from(packed)
  const end = view.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const modes = new Map<string, string>()
  let at = view.readUInt32LE(end + 16)
  for (let left = view.readUInt16LE(end + 10); left > 0; left--) {
    const length = view.readUInt16LE(at + 28)
    const name = view.toString('utf8', at + 46, at + 46 + length)
    modes.set(name, (view.readUInt32LE(at + 38) >>> 16).toString(8))
    at += 46 + length + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return modes
}
