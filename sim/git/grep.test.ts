import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { finished } from '../lib/steps.ts'
import { type Excerpt, grep, longestExcerpt, searchable } from './grep.ts'
import { type RealGit, realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { sample, textTree } from './testing/samples.ts'

let git: RealGit
beforeAll(() => {
  git = realGit()
})
afterAll(() => git.remove())

const line = fc.constantFrom(
  '',
  'x',
  'needle',
  'a Needle here',
  'NEEDLEneedle',
  '  y',
  'z\r',
  '--',
  'need le',
)
const texts = fc
  .record({ lines: fc.array(line, { maxLength: 24 }), ended: fc.boolean() })
  .map(({ lines, ended }) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''))

/** The excerpts that git shows of each file of a tree. */
function shownByGit(tree: string, wanted: string): Map<string, Excerpt[]> {
  const output = git.run(['grep', '-i', '-I', '-F', '-n', '-z', '-C', '2', '-e', wanted, tree])
  const shown = new Map<string, Excerpt[]>()
  for (const group of output.replace(/\n$/, '').split('\n--\n')) {
    const lines = group.split('\n').map((line) => line.split('\0'))
    const [path = '', startLine] = lines[0] ?? []
    const excerpt = {
      startLine: Number(startLine),
      text: lines.map(([, , ...text]) => `${text.join('\0')}\n`).join(''),
    }
    shown.set(path, [...(shown.get(path) ?? []), excerpt])
  }
  return shown
}

test('excerpts begin, end and join where those of git do', () => {
  const objects = recordedObjects()
  const cases = sample(texts, 40, 1)
  const tree = textTree(objects, Object.fromEntries(cases.map((text, i) => [`f${i}`, text])))
  git.store(objects.all)
  const shown = shownByGit(tree, 'needle')
  cases.forEach((text, i) => {
    const file = searchable(utf8(text))
    expect(file && finished(grep(file, 'needle', { context: 2, most: 100 }))).toEqual(
      shown.get(`${tree}:f${i}`) ?? [],
    )
  })
})

test('a file with a NUL among its first 8000 bytes is binary', () => {
  expect(searchable(utf8(`${'a'.repeat(7999)}\0needle`))).toBeUndefined()
  expect(searchable(utf8(`${'a'.repeat(8000)}\0needle`))).toBeDefined()
})

test('an excerpt of a file that matches in every line is cut', () => {
  const file = searchable(utf8('needle\n'.repeat(10_000)))
  expect(file && finished(grep(file, 'needle', { context: 2, most: 100 }))).toEqual([
    { startLine: 1, text: 'needle\n'.repeat(10_000).slice(0, longestExcerpt) },
  ])
})
