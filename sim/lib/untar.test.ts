import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concat, text, utf8 } from './bytes.ts'
import { tarContent, tarHeader, tarWithEnd } from './tar.ts'
import { TarError, tarBounds, untar } from './untar.ts'

const long = `${'deep/'.repeat(40)}${'n'.repeat(120)}.txt`
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-tar-'))
  mkdirSync(join(folder, 'in', 'deep/'.repeat(40)), { recursive: true })
  writeFileSync(join(folder, 'in', 'a.txt'), 'A')
  writeFileSync(join(folder, 'in', 'empty'), '')
  writeFileSync(join(folder, 'in', long), 'long')
  writeFileSync(join(folder, 'in', 'größe'), 'x'.repeat(512))
  symlinkSync('/etc/passwd', join(folder, 'in', 'link'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function packed(format: string): Uint8Array {
  const args = ['cf', '-', `--format=${format}`, '-C', join(folder, 'in'), '.']
  return new Uint8Array(execFileSync('tar', args, { maxBuffer: 1 << 24 }))
}

describe('the archives of others', () => {
  test.each(['gnu', 'pax', 'oldgnu'])('are read in the format %s', (format) => {
    const entries = [...untar(packed(format))]
    const files = new Map(
      entries.map(({ path, bytes, kind }) => [path, kind === 'file' ? text(bytes) : kind]),
    )
    expect(files.get('a.txt')).toBe('A')
    expect(files.get('empty')).toBe('')
    expect(files.get(long)).toBe('long')
    expect(files.get('größe')).toBe('x'.repeat(512))
    expect(files.get('link')).toBe('link')
    expect(files.get('deep')).toBe('directory')
  })

  test('tell hard links from files', () => {
    linkSync(join(folder, 'in', 'a.txt'), join(folder, 'in', 'z.txt'))
    const kinds = [...untar(packed('gnu'))].flatMap(({ path, kind }) =>
      /^[az]\.txt$/.test(path) ? kind : [],
    )
    expect(kinds.sort()).toEqual(['file', 'hard link'])
  })
})

const entry = (name: string, content = '', type = '0') => [
  tarHeader({ name: utf8(name), mode: 0o644, type, size: utf8(content).length, at: 0 }),
  ...tarContent(utf8(content)),
]
const archive = (...records: readonly Uint8Array[]) => concat(...tarWithEnd(records))
const paths = (bytes: Uint8Array) => [...untar(bytes)].map(({ path }) => path)

describe('a name', () => {
  test.each([
    ['./a/b', ['a/b']],
    ['a//b/./c', ['a/b/c']],
    ['/etc/passwd', ['etc/passwd']],
    ['./', []],
    ['...', ['...']],
    ['a\\..\\b', ['a\\..\\b']],
  ])('%s stands below the root', (name, expected) => {
    expect(paths(archive(...entry(name)))).toEqual(expected)
  })

  test.each(['..', '../a', 'a/../../b', 'a/..'])('%s is refused', (name) => {
    expect(() => paths(archive(...entry(name)))).toThrow("Member name contains '..'")
  })

  test('may be told before, and is refused there as well', () => {
    expect(paths(archive(...entry('x', '10 path=b\n', 'x'), ...entry('a')))).toEqual(['b'])
    expect(() => paths(archive(...entry('x', '14 path=../bb\n', 'x'), ...entry('a')))).toThrow(TarError)
    expect(() => paths(archive(...entry('x', '../b\0', 'L'), ...entry('a')))).toThrow("contains '..'")
  })
})

describe('what is no archive is refused', () => {
  const good = archive(...entry('a', 'content'))

  test.each([
    ['text', utf8('hello'.repeat(200)), 'does not look like a tar archive'],
    ['less than a record', new Uint8Array(511).fill(1), 'Unexpected EOF'],
    ['a file that is cut short', good.subarray(0, 512 + 3), 'Unexpected EOF'],
    ['a wrong sum', good.map((byte, i) => (i === 1 ? 65 : byte)), 'does not look like a tar archive'],
    ['a wrong sum later', concat(...entry('a'), new Uint8Array(512).fill(7)), 'Skipping to next header'],
    ['a device', archive(...entry('null', '', '3')), 'Cannot mknod'],
    ['an unknown type', archive(...entry('a', '', 'S')), "Unknown file type 'S'"],
    ['long attributes', archive(...entry('x', 'y'.repeat(70_000), 'x')), 'too long'],
    ['broken attributes', archive(...entry('x', '99 path=a\n', 'x')), 'Malformed'],
    ['a size that is none', archive(...entry('x', '13 size=-12\n', 'x')), 'Malformed'],
  ])('%s', (_what, bytes, message) => {
    expect(() => paths(bytes)).toThrow(message)
  })

  test('too many entries', () => {
    const many = archive(...Array.from({ length: 11 }, () => entry('a')).flat())
    expect(() => [...untar(many, { ...tarBounds, entries: 10 })]).toThrow('Too many')
  })

  test('a size that only claims to be one takes no memory', () => {
    const header = tarHeader({ name: utf8('a'), mode: 0, type: '0', size: 8 ** 11 - 1, at: 0 })
    expect(() => paths(concat(header, new Uint8Array(512)))).toThrow('Unexpected EOF')
  })

  test('an archive without an end is one', () => {
    expect(paths(concat(...entry('a', 'x')))).toEqual(['a'])
  })
})
