import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readCommit } from '../objects.ts'
import { memoryRefs } from '../refs.ts'
import { applyEdits, edits, type Files, folders, storeFiles } from '../testing/file-edits.ts'
import { realGit } from '../testing/real-git.ts'
import { recordedObjects } from '../testing/recorded.ts'
import { commitOf, growHistory, pairsOf, sample, shapes, signature, textTree } from '../testing/samples.ts'
import { programs, repetitive, versions } from '../testing/texts.ts'
import {
  canFastForward,
  type MergedTree,
  mergeCommit,
  mergeCommits,
  mergeTrees,
  squashCommit,
} from './merge.ts'

const git = realGit()
afterAll(() => git.remove())
const objects = recordedObjects()

type Pair = readonly [string, string]

/** The tree git makes of each pair of commits, or the paths in conflict as git reports them. */
function mergeAll(pairs: readonly Pair[]): MergedTree[] {
  git.store(objects.all)
  const config = ['-c', 'merge.directoryRenames=false']
  const options = ['--write-tree', '--stdin', '--name-only', '--no-messages', '--allow-unrelated-histories']
  const input = pairs.map(([a, b]) => `${a} ${b}\n`).join('')
  const fields = git.run([...config, 'merge-tree', ...options], input).split('\0')
  const results: MergedTree[] = []
  for (let at = 0; at < fields.length - 1; at++) {
    const [clean, tree = ''] = fields.slice(at, at + 2)
    const end = fields.indexOf('', at)
    if (clean === '1') results.push({ tree })
    else results.push({ conflicts: fields.slice(at + 2, end) })
    at = end
  }
  return results
}

/** A commit and two children of it. */
function fork(base: string, ours: string, theirs: string, message: string): Pair {
  const parent = commitOf(objects, base, [], { message })
  return [
    commitOf(objects, ours, [parent], { message: 'ours' }),
    commitOf(objects, theirs, [parent], { message: 'theirs' }),
  ]
}

describe('a merge', () => {
  test('of texts is nearly always the one that git makes with another method', () => {
    const texts = fc.oneof(versions(programs, 3), versions(repetitive, 3))
    const pairs = sample(texts, 400, 1).map(([a, b, c], i) => {
      const [base = '', ours = '', theirs = ''] = [a, b, c].map((content) =>
        textTree(objects, { file: content ?? '' }),
      )
      return fork(base, ours, theirs, `text ${i}`)
    })
    const { merges, clean, equal, torn } = compareAll(pairs)
    expect(clean).toBeGreaterThan(80)
    expect(equal / merges).toBeGreaterThan(0.95)
    expect(torn / merges).toBeLessThan(0.01)
  })

  test('of folders is the one that git makes: renames, modes, links, binaries', () => {
    const pairs = sample(fc.tuple(folders, edits(6), edits(6)), 400, 2).map(([files, a, b], i) => {
      const [base = '', ours = '', theirs = ''] = [files, applyEdits(files, a), applyEdits(files, b)].map(
        (f) => storeFiles(objects, f),
      )
      return fork(base, ours, theirs, `folder ${i}`)
    })
    const { merges, clean, equal, torn } = compareAll(pairs)
    expect(clean).toBeGreaterThan(100)
    expect(equal / merges).toBeGreaterThan(0.99)
    expect(torn).toBe(0)
  })

  test('with several merge bases is the one that git makes', () => {
    const seeds = sample(
      fc.tuple(folders, shapes(14), fc.array(edits(3), { minLength: 14, maxLength: 14 })),
      120,
      3,
    )
    const pairs = seeds.flatMap(([files, shape, steps]) => {
      const states = new Map<string, Files>()
      let latest = files
      const tree = (index: number, parents: readonly string[]): string => {
        latest = applyEdits(states.get(parents[0] ?? '') ?? files, steps[index] ?? [])
        return storeFiles(objects, latest)
      }
      return pairsOf(growHistory(objects, shape, tree, (id) => states.set(id, latest)).slice(-3))
    })
    const { merges, equal, torn } = compareAll(pairs)
    expect(equal / merges).toBeGreaterThan(0.99)
    expect(torn).toBe(0)
  })

  test('costs no more than what theirs touched', () => {
    const own = recordedObjects()
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`dir${i}/file`, `${i}\n`]))
    const all = Object.fromEntries(Object.entries(many).map(([path, content]) => [path, `${content}more\n`]))
    const base = textTree(own, many)
    const ours = textTree(own, { ...all, 'dir7/file': '7\n', 'dir7/new': 'x\n' })
    const theirs = textTree(own, { ...many, 'dir7/file': '8\n' })
    own.reads = 0
    expect(mergeTrees(own, base, ours, theirs)).toEqual({
      tree: textTree(own, { ...all, 'dir7/file': '8\n', 'dir7/new': 'x\n' }),
    })
    expect(own.reads).toBeLessThan(20)
  })

  test('leaves nothing behind of what it needed for its base', () => {
    const own = recordedObjects()
    const root = commitOf(own, textTree(own, { f: '0\n', g: '0\n' }), [])
    const a = commitOf(own, textTree(own, { f: 'a\n', g: '0\n' }), [root], { seconds: 1 })
    const b = commitOf(own, textTree(own, { f: 'b\n', g: '0\n' }), [root], { seconds: 1 })
    const x = commitOf(own, textTree(own, { f: 'x\n', g: '1\n' }), [a, b], { seconds: 2 })
    const y = commitOf(own, textTree(own, { f: 'x\n', g: '0\n' }), [b, a], { seconds: 2 })
    const before = own.all.length
    expect(mergeCommits(own, x, y)).toEqual({ tree: readCommit(own, x).tree })
    expect(own.all.length).toBe(before)
  })
})

/**
 * How often a merge ends as in git, and how often both are clean but of different content. Which of several equal
 * lines is the common one is decided by another method than git's; merge-text.ts says how often that matters.
 */
function compareAll(pairs: readonly Pair[]): { merges: number; clean: number; equal: number; torn: number } {
  const results = mergeAll(pairs).map((expected, i) => {
    const [ours = '', theirs = ''] = pairs[i] ?? []
    const mine = comparable(mergeCommits(objects, ours, theirs))
    const equal = isDeepStrictEqual(mine, comparable(expected))
    return { equal, clean: 'tree' in expected, torn: !equal && 'tree' in expected && 'tree' in mine }
  })
  const count = (key: 'equal' | 'clean' | 'torn'): number => results.filter((each) => each[key]).length
  return { merges: results.length, clean: count('clean'), equal: count('equal'), torn: count('torn') }
}

/** Without the names git makes up for files that are in each other's way. */
function comparable(result: MergedTree): MergedTree {
  return 'tree' in result
    ? result
    : { conflicts: [...new Set(result.conflicts.map((path) => path.replace(/~.*/, '')))].sort() }
}

describe('a merge commit', () => {
  const refs = memoryRefs()
  const repo = { objects, refs, defaultBranch: 'main' }
  const [ours, theirs] = fork(
    textTree(objects, { a: '1\n', b: '1\n' }),
    textTree(objects, { a: '2\n', b: '1\n' }),
    textTree(objects, { a: '1\n', b: '2\n' }),
    'base',
  )
  const who = { message: 'Merge', author: signature('Ada', 9), committer: signature('Ben', 9) }
  const tree = textTree(objects, { a: '2\n', b: '2\n' })

  test('has both parents and moves the branch', () => {
    const merged = mergeCommit(repo, { ours, theirs, branch: 'main', ...who })
    expect(merged).toEqual({ id: refs.get('refs/heads/main') })
    const id = 'id' in merged ? merged.id : ''
    expect(readCommit(objects, id)).toEqual({ type: 'commit', tree, parents: [ours, theirs], ...who })
    expect(canFastForward(objects, theirs, id)).toBe(true)
    expect(canFastForward(objects, id, theirs)).toBe(false)
  })

  test('can be squashed onto ours', () => {
    const squashed = squashCommit(repo, { ours, theirs, ...who })
    expect('id' in squashed && readCommit(objects, squashed.id)).toMatchObject({ tree, parents: [ours] })
  })

  test('is not made where there are conflicts', () => {
    const other = commitOf(
      objects,
      textTree(objects, { a: '3\n', b: '1\n' }),
      readCommit(objects, ours).parents,
    )
    refs.set('refs/heads/side', ours)
    expect(mergeCommit(repo, { ours, theirs: other, branch: 'side', ...who })).toEqual({ conflicts: ['a'] })
    expect(refs.get('refs/heads/side')).toBe(ours)
  })
})
