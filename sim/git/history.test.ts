import { afterAll, describe, expect, test } from 'vitest'
import { contributors, countBetween, log } from './history.ts'
import type { LogOptions } from './log-options.ts'
import { applyEdits, edits, type Files, folders, storeFiles } from './testing/file-edits.ts'
import { outputLines } from './testing/listing.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { commitOf, growHistory, pairsOf, sample, shapes } from './testing/samples.ts'
import { emptyTree } from './tree.ts'

const git = realGit()
afterAll(() => git.remove())

const objects = recordedObjects()
const [files = new Map()]: Files[] = sample(folders, 1, 3)
const trees = sample(edits(2), 12, 4).map((steps) => storeFiles(objects, applyEdits(files, steps)))
let turn = 0
const histories = sample(shapes(25), 30, 1).map((shape) =>
  growHistory(objects, shape, () => trees[turn++ % trees.length] ?? ''),
)
const tips = histories.flatMap((ids) => ids.slice(-2))
const pairs = histories.flatMap((ids) => pairsOf(ids.slice(-3)))
git.store(objects.all)

const ids = (start: string | readonly string[], options?: LogOptions): string[] =>
  [...log(objects, start, options)].map(({ id }) => id)

/** Checks that histories come out as git rev-list lists them, order included. */
function agree<T>(
  cases: readonly T[],
  command: (item: T) => string,
  mine: (item: T) => readonly string[],
): void {
  const expected = git.each(cases.map((item) => `git rev-list ${command(item)}`)).map(outputLines)
  expect(cases.map(mine)).toEqual(expected)
}

describe('the log', () => {
  test('has the order of git', () =>
    agree(
      tips,
      (tip) => tip,
      (tip) => ids(tip),
    ))

  test('follows first parents only', () => {
    agree(
      tips,
      (tip) => `--first-parent ${tip}`,
      (tip) => ids(tip, { firstParent: true }),
    )
  })

  test('leaves out what another commit has, and is counted without it', () => {
    const both = pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
    agree(
      both,
      ([a, b]) => `${a}..${b}`,
      ([a, b]) => ids(b, { exclude: [a] }),
    )
    expect(both.map(([a, b]) => countBetween(objects, a, b))).toEqual(
      both.map(([a, b]) => ids(b, { exclude: [a] }).length),
    )
  })

  test('can start and stop at several commits', () => {
    const fours = histories.map((each) => each.slice(-4)).filter(({ length }) => length === 4)
    agree(
      fours,
      ([a, b, c, d]) => `${a} ${b} --not ${c} ${d}`,
      (four) => ids(four.slice(0, 2), { exclude: four.slice(2) }),
    )
  })

  test.each(['a', 'd', 'd/a'])('of the path %s is simplified as by git', (path) => {
    agree(
      tips.filter((_, i) => i % 2 === 0),
      (tip) => `${tip} -- ${path}`,
      (tip) => ids(tip, { path }),
    )
    agree(
      pairs.filter((_, i) => i % 2 === 0),
      ([a, b]) => `${a}..${b} -- ${path}`,
      ([a, b]) => ids(b, { path, exclude: [a] }),
    )
  })
})

describe('a long history', () => {
  const long = recordedObjects()
  const tree = emptyTree(long)
  const chain: string[] = []
  for (let i = 0; i < 3000; i++) chain.push(commitOf(long, tree, chain.slice(-1), { seconds: i }))
  const tip = chain.at(-1) ?? ''

  test('is read no further than asked', () => {
    long.reads = 0
    expect([...log(long, tip, { limit: 5 })]).toHaveLength(5)
    expect(long.reads).toBeLessThan(10)
  })

  test('is not walked to the root for a short range', () => {
    long.reads = 0
    expect(countBetween(long, chain[2900] ?? '', tip)).toBe(99)
    expect(long.reads).toBeLessThan(120)
  })
})

describe('contributors', () => {
  test('are those of git shortlog', () => {
    const tips = histories.flatMap((ids) => ids.slice(-1))
    const expected = git
      .each(tips.map((tip) => `git shortlog -sne ${tip}`))
      .map((output) => outputLines(output).sort())
    const line = (name: string, email: string, commits: number): string =>
      `${String(commits).padStart(6)}\t${name} <${email}>`
    const mine = tips.map((tip) =>
      contributors(objects, tip).map(({ name, email, commits }) => line(name, email, commits)),
    )
    expect(mine.map((lines) => lines.sort())).toEqual(expected)
  })

  test('can be told apart by address alone, without merges, in the youngest commits', () => {
    const own = recordedObjects()
    const tree = emptyTree(own)
    const base = commitOf(own, tree, [], { name: 'Ada' })
    const side = commitOf(own, tree, [base], { name: 'ada', seconds: 1 })
    const other = commitOf(own, tree, [base], { name: 'Ben', seconds: 2 })
    const merge = commitOf(own, tree, [side, other], { name: 'Cleo', seconds: 3 })
    expect(contributors(own, merge, { merges: false, by: 'email' })).toEqual([
      { name: 'Ben', email: 'ben@example.com', commits: 1 },
      { name: 'ada', email: 'ada@example.com', commits: 2 },
    ])
    expect(contributors(own, merge, { limit: 2 }).map(({ name }) => name)).toEqual(['Cleo', 'Ben'])
  })
})
