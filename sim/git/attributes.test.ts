import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { attributesIn } from './attributes.ts'
import { memoryObjects } from './objects.ts'
import { treeFrom } from './tree.ts'

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
  fc.assert(
    fc.property(file, file, file, (root, docs, deep) => {
      const files = { '.gitattributes': root, 'docs/.gitattributes': docs, 'docs/deep/.gitattributes': deep }
      const folder = mkdtempSync(join(tmpdir(), 'forgery-attributes-'))
      try {
        const objects = memoryObjects()
        const tree = treeFrom(
          objects,
          Object.entries(files).map(([path, lines]) => [
            path,
            { mode: '100644', blob: utf8(`${lines.join('\n')}\n`) },
          ]),
        )
        for (const [path, lines] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, path)), { recursive: true })
          writeFileSync(join(folder, path), `${lines.join('\n')}\n`)
        }
        execFileSync('git', ['init', '-q'], { cwd: folder })
        const said = execFileSync('git', ['check-attr', '-z', 'filter', '--', ...paths], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).split('\0')
        const attribute = attributesIn(objects, tree)
        const named = (value: string | boolean | undefined) =>
          value === true ? 'set' : value === false ? 'unset' : (value ?? 'unspecified')
        paths.forEach((path, i) => {
          expect([path, named(attribute(path, 'filter'))]).toEqual([path, said[3 * i + 2]])
        })
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: 12 },
  )
})
