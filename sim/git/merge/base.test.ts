import { afterAll, describe, expect, test } from 'vitest'
import { outputLines } from '../testing/listing.ts'
import { realGit } from '../testing/real-git.ts'
import { recordedObjects } from '../testing/recorded.ts'
import { commitOf, growHistory, pairsOf, sample, shapes } from '../testing/samples.ts'
import { emptyTree } from '../tree.ts'
import { isAncestor, mergeBase, mergeBaseOf, mergeBases } from './base.ts'

const git = realGit()
afterAll(() => git.remove())

const objects = recordedObjects()
const root = emptyTree(objects)
const histories = sample(shapes(30), 60, 1).map((shape) => growHistory(objects, shape, () => root))
const pairs = histories.flatMap((ids) => pairsOf(ids.slice(-3)))
git.store(objects.all)
const bases = git.each(pairs.map(([a, b]) => `git merge-base --all ${a} ${b}`)).map(outputLines)

describe('common ancestors', () => {
  test('are those of git merge-base --all, in its order', () => {
    expect(pairs.map(([a, b]) => mergeBases(objects, a, b))).toEqual(bases)
    expect(pairs.map(([a, b]) => mergeBase(objects, a, b))).toEqual(bases.map(([first]) => first))
    // Or else the sample would say nothing about criss-cross merges and unrelated histories.
    expect(new Set(bases.map(({ length }) => length)).size).toBeGreaterThan(2)
  })

  test('of many commits are those of git merge-base', () => {
    const groups = histories.map((ids) => ids.slice(-4))
    const expected = git
      .each(groups.map((ids) => `git merge-base ${ids.join(' ')}`))
      .map((output) => outputLines(output)[0])
    expect(groups.map((ids) => mergeBaseOf(objects, ids))).toEqual(expected)
  })

  test('are found without going further down', () => {
    const long = recordedObjects()
    const tree = emptyTree(long)
    const chain: string[] = []
    for (let i = 0; i < 2000; i++) chain.push(commitOf(long, tree, chain.slice(-1), { seconds: i }))
    const [fork = '', tip = ''] = chain.slice(-10)
    const side = commitOf(long, tree, [fork], { seconds: 5000 })
    long.reads = 0
    expect(mergeBase(long, tip, side)).toBe(fork)
    expect(long.reads).toBeLessThan(10)
  })

  test('are found close by even if all commits are of one second', () => {
    const still = recordedObjects()
    const tree = emptyTree(still)
    const chain: string[] = []
    for (let i = 0; i < 2000; i++) chain.push(commitOf(still, tree, chain.slice(-1), { message: `${i}` }))
    const [fork = '', ...rest] = chain.slice(-10)
    still.reads = 0
    expect(isAncestor(still, fork, rest.at(-1) ?? '')).toBe(true)
    expect(still.reads).toBeLessThan(60)
  })
})

test('ancestors are those that git merge-base names', () => {
  const found = pairs.map(([a, b]) => [isAncestor(objects, a, b), isAncestor(objects, b, a)])
  expect(found).toEqual(pairs.map(([a, b], i) => [bases[i]?.[0] === a, bases[i]?.[0] === b]))
  expect(new Set(found.flat()).size).toBe(2)
})
