import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { attributesIn } from './attributes.ts'
import { memoryObjects } from './objects.ts'
import { sample } from './testing/samples.ts'
import { type TreeFile, treeFrom } from './tree.ts'

const paths = [
  'a.psd',
  'docs/a.psd',
  'docs/deep/a.psd',
  'docs/b.txt',
  'b c.psd',
  'art/a.psd',
  'art/deep/b.bin',
]
const patterns = [
  '*.psd',
  '/a.psd',
  'a.psd',
  'docs/*.psd',
  'docs/**',
  '**/a.psd',
  '"b c.psd"',
  'deep/*',
  '/docs/deep/*',
  '*',
  'docs/',
  '!a.psd',
]
const values = [
  'filter=lfs',
  '-filter',
  'filter',
  '!filter',
  'filter=lfs diff=lfs -text',
  'text',
  'filter=other filter=lfs',
]

test('are those that git finds', () => {
  const line = fc.tuple(fc.constantFrom(...patterns), fc.constantFrom(...values)).map((it) => it.join(' '))
  const file = fc.array(
    fc.oneof({ weight: 8, arbitrary: line }, fc.constant('# filter=lfs'), fc.constant('')),
    { maxLength: 4 },
  )
  const folder = mkdtempSync(join(tmpdir(), 'forgery-attributes-'))
  try {
    execFileSync('git', ['init', '-q'], { cwd: folder })
    const drawn = sample(fc.tuple(file, file, file), 40, 1).map((contents, number) => {
      const at = (path: string) => join(folder, `${number}`, path)
      const objects = memoryObjects()
      const files = ['', 'docs/', 'docs/deep/'].map((place, i): [string, TreeFile] => {
        const path = `${place}.gitattributes`
        const text = `${contents[i]?.join('\n')}\n`
        mkdirSync(dirname(at(path)), { recursive: true })
        writeFileSync(at(path), text)
        return [path, { mode: '100644', blob: utf8(text) }]
      })
      return attributesIn(objects, treeFrom(objects, files))
    })
    const asked = drawn.flatMap((_, number) => paths.map((path) => `${number}/${path}`))
    const said = execFileSync('git', ['check-attr', '-z', 'filter', '--', ...asked], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\0')
    const named = (value: string | boolean | undefined) =>
      value === true ? 'set' : value === false ? 'unset' : (value ?? 'unspecified')
    const found = drawn.flatMap((attribute) => paths.map((path) => named(attribute(path, 'filter'))))
    expect(asked.map((path, i) => [path, found[i]])).toEqual(asked.map((path, i) => [path, said[3 * i + 2]]))
    expect(new Set(found).size).toBeGreaterThan(3)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
