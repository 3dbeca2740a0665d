import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { diffTrees, fullPatch } from './diff.ts'
import { patchId } from './patch-id.ts'
import { applyEdits, edits, folders, storeFiles } from './testing/file-edits.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { sample, textTree } from './testing/samples.ts'
import { treeFrom } from './tree.ts'

const git = realGit()
afterAll(() => git.remove())
const objects = recordedObjects()
type Pair = readonly [a: string, b: string]

const diff = ([a, b]: Pair) => `git diff --full-index ${a} ${b}`
const gits = (pairs: readonly Pair[]) =>
  git
    .each(pairs.map((pair) => `${diff(pair)} | git patch-id --verbatim`))
    .map((output) => output.split(' ')[0] || undefined)
const ours = ([a, b]: Pair) => patchId(objects, diffTrees(objects, a, b, { renames: true }))

const drawn = sample(fc.tuple(folders, edits(4)), 20, 1).map(
  ([files, steps]): Pair => [storeFiles(objects, files), storeFiles(objects, applyEdits(files, steps))],
)
const long = Array.from({ length: 60 }, (_, i) => `line ${i}`)
const withBinary = (first: number, text: string) =>
  treeFrom(objects, [
    ['a.bin', { mode: '100644', blob: new Uint8Array([first, 0, 1, 2]) }],
    ['b.txt', { mode: '100644', blob: utf8(text) }],
  ])
const told: readonly (readonly [string, Pair])[] = [
  ['nothing', [textTree(objects, { a: 'a\n' }), textTree(objects, { a: 'a\n' })]],
  [
    'several hunks',
    [textTree(objects, { a: long.join('\n') }), textTree(objects, { a: ['x', ...long, 'y'].join('\n') })],
  ],
  ['a binary file before a text', [withBinary(1, 'a\n'), withBinary(2, 'b\n')]],
]
git.store(objects.all)

test.each(told)('a change of %s has the id that git gives it', (_, pair) => {
  expect([ours(pair)]).toEqual(gits([pair]))
})

// Hunks may be cut elsewhere than git's where lines repeat themselves.
test('any change that is shown as git shows it has the id that git gives it', () => {
  const shown = git.each(drawn.map(diff))
  const alike = drawn.filter(([a, b], i) => {
    const entries = diffTrees(objects, a, b, { renames: true })
    return entries.map((entry) => fullPatch(objects, entry)).join('') === shown[i]
  })
  expect(alike.length).toBeGreaterThan(16)
  expect(alike.map(ours)).toEqual(gits(alike))
})
