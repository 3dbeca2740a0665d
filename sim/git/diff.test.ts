import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { changeCount, diffTrees, fullPatch, isBinary, lineChange, patch } from './diff.ts'
import { LineDiff, mostLinesChanged } from './hunks.ts'
import { applyEdits, edits, folders, storeFiles } from './testing/file-edits.ts'
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
  ([files, steps]): Pair => [storeFiles(objects, files), storeFiles(objects, applyEdits(files, steps))],
)
const texts = sample(
  fc.oneof(
    versions(programs, 2),
    versions(repetitive, 2),
    fc.tuple(programs, programs).map((two) => two.map((lines) => lines.join('\n'))),
  ),
  400,
  2,
)
const textPairs = texts.map(
  ([a = '', b = '']): Pair => [textTree(objects, { 'a file': a }), textTree(objects, { 'a file': b })],
)
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

/** The trees that git apply makes of the first of two each. */
function appliedTo(cases: readonly (readonly [Pair, patches: string])[]): string[] {
  const commands = cases.map(([[a, b], patches]) => {
    const file = `${a}-${b}.patch`
    writeFileSync(join(git.folder, file), patches)
    return `git read-tree ${a} && git apply --cached --unidiff-zero --whitespace=nowarn ${file} && git write-tree`
  })
  return git.each(commands).map((output) => output.trim())
}

/** The lines of a patch that tell names, modes and likeness. */
const headers = (output: string): string[] =>
  output.match(/^(diff|old|new|deleted|similarity|rename|index|---|\+\+\+) .*/gm) ?? []

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

  test.each([30, 50, 80])('pairs files that are alike in %i of a hundred parts', (similarity) => {
    const expected = diffTree(folderPairs, `-M${similarity}%`, '-p', '--full-index')
    const mine = folderPairs.map((pair) => fullPatches(pair, similarity))
    expect(mine.map(headers)).toEqual(expected.map(headers))
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
  test.each([3, 1])('is the one that git prints, with %i lines around a change', (context) => {
    const expected = diffTree(textPairs, '-p', '--full-index', `-U${context}`)
    const mine = textPairs.map((pair) =>
      diffTrees(objects, ...pair, { renames: true }).map((entry) => {
        const [header] = fullPatch(objects, entry).split(/^@@/m)
        return header + patch(objects, entry, { context })
      }),
    )
    expect(mine.map((parts) => parts.join(''))).toEqual(expected)
  })

  test('of long texts that differ much is the one that git prints', () => {
    const line = (word: string) => `${' '.repeat(2 * (word.charCodeAt(0) % 4))}${word}`
    const words = (length: number) => fc.integer({ min: 0, max: length }).map((n) => line(n.toString(36)))
    const long = fc
      .integer({ min: 1, max: 3 })
      .chain((digits) => fc.array(words(6 ** digits), { minLength: 1500, maxLength: 3000, size: 'max' }))
    const changed = fc
      .tuple(long, long, fc.integer({ min: 1, max: 12 }))
      .map(([a, b, often]) => [
        a,
        a.flatMap((it, i) => (i % 13 < often ? [it] : i % 3 === 0 ? [it, b[i] ?? ''] : (b[i] ?? []))),
      ])
    // Long runs that are the same, between lines of which many are: where git is content with less than the shortest way.
    const run = fc.array(words(6 ** 3), { minLength: 2000, maxLength: 2500, size: 'max' })
    const noise = fc.array(words(40), { minLength: 300, maxLength: 700, size: 'max' })
    const shared = fc.tuple(noise, noise, run, noise, noise, run, noise).map(([a, b, c, d, e, f, g]) => [
      [...a, ...c, ...d, ...f, ...g],
      [...b, ...c, ...e, ...f, ...b],
    ])
    const pairs = sample(fc.oneof(changed, fc.tuple(long, long), shared), 20, 4).map(
      ([a = [], b = []]): Pair => [
        textTree(objects, { f: a.join('\n') }),
        textTree(objects, { f: b.join('\n') }),
      ],
    )
    git.store(objects.all)
    expect(pairs.map((pair) => fullPatches(pair))).toEqual(diffTree(pairs, '-p', '--full-index'))
  })

  test('names the function that a hunk is in, as git does', () => {
    const lines = ['function à', ...'abcdefghij'].map((line, i) => (i === 0 ? `${line}\t\n` : `  ${line}\n`))
    const change = (line: string): string => (line === '  i\n' ? '  I\n' : line)
    const pair: Pair = [
      textTree(objects, { f: lines.join('') }),
      textTree(objects, { f: lines.map(change).join('') }),
    ]
    git.store(objects.all)
    expect(fullPatches(pair)).toBe(diffTree([pair], '-p', '--full-index')[0])
    expect(fullPatches(pair)).toContain('@@ function à\n')
  })

  test('of a long new file adds all its lines', () => {
    const tree = textTree(objects, { f: 'x\n'.repeat(3000) })
    const [hunks = ''] = diffTrees(objects, undefined, tree).map((entry) => patch(objects, entry))
    expect(hunks).toBe(`@@ -0,0 +1,3000 @@\n${'+x\n'.repeat(3000)}`)
  })

  test('without its header is what the API shows', () => {
    const [a, b] = [textTree(objects, { f: 'one\ntwo\n' }), textTree(objects, { f: 'one\n2' })]
    const [entry] = diffTrees(objects, a, b)
    const hunks = entry && patch(objects, entry)
    expect(hunks).toBe('@@ -1,2 +1,2 @@\n one\n-two\n+2\n\\ No newline at end of file\n')
    expect(entry && lineChange(objects, entry)).toEqual({ additions: 1, deletions: 1 })
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

  test.each([0, 1, 3])('with %i lines of context turns one text into the other', (context) => {
    // Every third pair has the line ends of another system.
    const ends = (content: string, i: number): string =>
      i % 3 === 0 ? content.replaceAll('\n', '\r\n') : content
    const folder = (side: 0 | 1): string =>
      textTree(objects, Object.fromEntries(texts.map((pair, i) => [`${i}`, ends(pair[side] ?? '', i)])))
    const pair: Pair = [folder(0), folder(1)]
    git.store(objects.all)
    const patches = diffTrees(objects, ...pair).map((entry) => {
      const [header] = fullPatch(objects, entry).split(/^@@/m)
      return header + patch(objects, entry, { context })
    })
    expect(appliedTo([[pair, patches.join('')]])).toEqual([pair[1]])
  })

  test('turns one folder into the other', () => {
    const pairs = folderPairs.slice(0, 24).filter(([a, b]) => a !== b)
    expect(appliedTo(pairs.map((pair) => [pair, fullPatches(pair)]))).toEqual(pairs.map(([, b]) => b))
  })
})

test('content is binary if a NUL is among its first 8000 bytes', () => {
  const late = new Uint8Array(9000).fill(65)
  late[8000] = 0
  expect([utf8('text'), Uint8Array.of(65, 0), late].map(isBinary)).toEqual([false, true, false])
})

const piece = fc.constantFrom('a\n', 'b\n', 'ab\n', '\n', 'a', 'b', '\r', 'é\n')
const pieces = (most: number) => fc.array(piece, { maxLength: most })

/** Two versions that begin and end alike, as bytes. */
const alike = fc
  .tuple(pieces(5), pieces(5), pieces(5), pieces(5))
  .map(([above, was, is, below]) => [was, is].map((middle) => utf8([...above, ...middle, ...below].join(''))))

test('a change has no more lines than are told at once, and few less where it is one', () => {
  fc.assert(
    fc.property(alike, ([a = utf8(''), b = utf8('')]) => {
      const { additions, deletions } = new LineDiff(a, b)
      expect(mostLinesChanged(a, b)).toBeGreaterThanOrEqual(additions + deletions)
    }),
    { numRuns: 2000, seed: 1 },
  )
  const long = 'line\n'.repeat(50)
  expect(mostLinesChanged(utf8(`${long}a\n${long}`), utf8(`${long}b\n${long}`))).toBeLessThanOrEqual(6)
})

test('lines are counted by their line feeds', () => {
  const { additions, deletions } = new LineDiff(utf8('one\ntwo\n'), utf8('one\nt\r+w\r-o\n'))
  expect([additions, deletions]).toEqual([1, 1])
})
