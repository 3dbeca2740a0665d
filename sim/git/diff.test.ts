import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { changeCount, diffTrees, fullPatch, isBinary, lineCounts, patch } from './diff.ts'
import { edited, edits, folders, storeFiles } from './testing/file-edits.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { sample, textTree } from './testing/samples.ts'
import { programs, repetitive, versions } from './testing/texts.ts'
import { treeFrom } from './tree.ts'

const git = realGit()
afterAll(() => git.remove())
const objects = recordedObjects()

type Pair = readonly [string, string]

const folderPairs = sample(fc.tuple(folders, edits(6)), 250, 1).map(
  ([files, steps]): Pair => [storeFiles(objects, files), storeFiles(objects, edited(files, steps))],
)
const textPairs = sample(
  fc.oneof(
    versions(programs, 2),
    versions(repetitive, 2),
    fc.tuple(programs, programs).map((two) => two.map((lines) => lines.join('\n'))),
  ),
  400,
  2,
).map(([a = '', b = '']): Pair => [textTree(objects, { 'a file': a }), textTree(objects, { 'a file': b })])
git.store(objects.all)

/** What git diff-tree prints for each pair. */
function diffTree(pairs: readonly Pair[], ...options: string[]): string[] {
  const output = git.run(
    ['diff-tree', '--stdin', '-r', ...options],
    pairs.map(([a, b]) => `${a} ${b}\n`).join(''),
  )
  const found = new Map(
    output.split(/^(?=[0-9a-f]{40} [0-9a-f]{40}\n)/m).map((part) => [part.slice(0, 81), part.slice(82)]),
  )
  return pairs.map(([a, b]) => (a === b ? '' : (found.get(`${a} ${b}`) ?? '')))
}

const fullPatches = ([a, b]: Pair, similarity?: number): string =>
  diffTrees(objects, a, b, { renames: true, ...(similarity === undefined ? {} : { similarity }) })
    .map((entry) => fullPatch(objects, entry))
    .join('')

const withoutBinary = (output: string): string =>
  output.replace(/^(GIT binary patch\n(.+\n)+\n(.+\n)+\n|Binary files .*\n)/gm, '')

describe('a diff of trees', () => {
  test('names the files that git names, renames included', () => {
    const mine = folderPairs.map(([a, b]) =>
      diffTrees(objects, a, b, { renames: true }).map(
        ({ oldPath, newPath, oldMode, newMode, oldId, newId, status }) => {
          const none = '0'.repeat(40)
          const sides = `:${oldMode ?? '000000'} ${newMode ?? '000000'} ${oldId ?? none} ${newId ?? none}`
          return `${sides} ${status.charAt(0).toUpperCase()} ${oldPath}${oldPath === newPath ? '' : ` ${newPath}`}`
        },
      ),
    )
    // A change of kind is one line in git, and two entries here.
    const kinds = /^:(\d+) (\d+) (\w+) (\w+) T (.*)$/
    const expected = diffTree(folderPairs, '-M', '--raw', '--no-abbrev').map((output) =>
      output
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => {
          const plain = line.replace(/R\d+/, 'R').replaceAll('\t', ' ')
          const [, oldMode, newMode, oldId, newId, path] = kinds.exec(plain) ?? []
          if (path === undefined) return [plain]
          return [
            `:${oldMode} 000000 ${oldId} ${'0'.repeat(40)} D ${path}`,
            `:000000 ${newMode} ${'0'.repeat(40)} ${newId} A ${path}`,
          ]
        }),
    )
    expect(mine).toEqual(expected)
    expect(expected.flat().filter((line) => line.includes(' R ')).length).toBeGreaterThan(30)
  })

  test.each([30, 50, 80])('pairs files that are %i %% alike', (similarity) => {
    const expected = diffTree(folderPairs, `-M${similarity}%`, '-p', '--full-index')
    expect(folderPairs.map((pair) => withoutBinary(fullPatches(pair, similarity)))).toEqual(
      expected.map(withoutBinary),
    )
  })

  test('reads nothing that both sides share', () => {
    const own = recordedObjects()
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`dir${i}/file`, `${i}`]))
    const [a, b] = [textTree(own, many), textTree(own, { ...many, 'dir7/file': 'new' })]
    own.reads = 0
    expect(diffTrees(own, a, b).map(({ newPath }) => newPath)).toEqual(['dir7/file'])
    expect(own.reads).toBe(4)
  })

  test('may start or end with nothing', () => {
    const tree = textTree(objects, { a: '1', 'b/c': '2' })
    expect(diffTrees(objects, undefined, tree).map(({ status, newPath }) => [status, newPath])).toEqual([
      ['added', 'a'],
      ['added', 'b/c'],
    ])
    expect(changeCount(objects, tree, undefined)).toBe(2)
  })
})

describe('a patch', () => {
  test('is the one that git prints, to the byte', () => {
    const expected = diffTree(textPairs, '-p', '--full-index')
    expect(textPairs.map((pair) => fullPatches(pair))).toEqual(expected)
  })

  test('without its header is what the API shows', () => {
    const [a, b] = [textTree(objects, { f: 'one\ntwo\n' }), textTree(objects, { f: 'one\n2' })]
    const [entry] = diffTrees(objects, a, b)
    const hunks = entry && patch(objects, entry)
    expect(hunks).toBe('@@ -1,2 +1,2 @@\n one\n-two\n+2\n\\ No newline at end of file\n')
    expect(lineCounts(hunks ?? '')).toEqual({ additions: 1, deletions: 1 })
    expect(entry && patch(objects, entry, { context: 0 })).toMatch(/^@@ -2 \+2 @@/)
  })

  test('of a binary file is a notice', () => {
    const tree = treeFrom(objects, [['x.png', { mode: '100644', blob: Uint8Array.of(1, 0) }]])
    const [entry] = diffTrees(objects, undefined, tree)
    expect(entry && patch(objects, entry)).toBe('Binary files /dev/null and b/x.png differ\n')
  })

  test('of a new name or mode alone is empty', () => {
    const [a, b] = [textTree(objects, { f: 'x' }), textTree(objects, { g: 'x' })]
    const [entry] = diffTrees(objects, a, b, { renames: true })
    expect(entry).toMatchObject({ status: 'renamed', oldPath: 'f', newPath: 'g' })
    expect(entry && patch(objects, entry)).toBe('')
  })

  test('turns one side into the other in the hands of git apply', () => {
    const pairs = [...folderPairs.slice(0, 40), ...textPairs.slice(0, 10)].filter(([a, b]) => a !== b)
    const results = git.each(
      pairs.map((pair, i) => {
        writeFileSync(join(git.folder, `patch${i}`), fullPatches(pair))
        return `git read-tree ${pair[0]} && git apply --cached --whitespace=nowarn patch${i} && git write-tree`
      }),
    )
    expect(results.map((output) => output.trim())).toEqual(pairs.map(([, b]) => b))
  })
})

test('content is binary if a NUL is among its first 8000 bytes', () => {
  const late = new Uint8Array(9000).fill(65)
  late[8000] = 0
  expect([utf8('text'), Uint8Array.of(65, 0), late].map(isBinary)).toEqual([false, true, false])
})
