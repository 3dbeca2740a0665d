import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { finished } from '../lib/steps.ts'
import { type Excerpt, grep, longestExcerpt, searchable } from './grep.ts'
import { type GitObject, memoryObjects } from './objects.ts'
import { type RealGit, realGit } from './testing/real-git.ts'
import { treeFrom } from './tree.ts'

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

/** The excerpts that git shows of the only file of a tree. */
function shownByGit(tree: string, wanted: string): Excerpt[] {
  const args = ['grep', '-i', '-I', '-F', '-n', '-z', '-C', '2', '-e', wanted, tree]
  const output = git.run(args, '', [1])
  if (output === '') return []
  const groups: string[][] = [[]]
  for (const shown of output.replace(/\n$/, '').split('\n'))
    if (shown === '--') groups.push([])
    else groups.at(-1)?.push(shown)
  return groups.map((group) => ({
    startLine: Number(group[0]?.split('\0')[1]),
    text: group.map((shown) => `${shown.split('\0').slice(2).join('\0')}\n`).join(''),
  }))
}

test('excerpts begin, end and join where those of git do', () => {
  const objects = memoryObjects()
  const cases = fc.sample(texts, { seed: 1, numRuns: 40 }).map((text) => {
    const stored: GitObject[] = []
    const put = (object: GitObject) => {
      stored.push(object)
      return objects.put(object)
    }
    return {
      text,
      tree: treeFrom({ ...objects, put }, [['f', { mode: '100644', blob: utf8(text) }]]),
      stored,
    }
  })
  git.store(cases.flatMap(({ stored }) => stored))
  for (const { text, tree } of cases) {
    const file = searchable(utf8(text))
    expect(file && finished(grep(file, 'needle', { context: 2, most: 100 }))).toEqual(
      shownByGit(tree, 'needle'),
    )
  }
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
