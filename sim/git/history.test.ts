import { afterAll, describe, expect, test } from 'vitest'
import { contributors, countBetween, isAncestor, log, mergeBase, mergeBaseOf, mergeBases } from './history.ts'
import { emptyTree } from './tree.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { growHistory, pairsOf, sample, shapes } from './testing/samples.ts'

const git = realGit()
afterAll(() => git.remove())
const objects = recordedObjects()
const root = emptyTree(objects)
const histories = sample(shapes(25), 60, 1).map((shape) => growHistory(objects, shape, () => root))
const ends = histories.map((ids) => ids.slice(-4))
git.store(objects.all)
const lines = (output: string | undefined): string[] => (output ?? '').split('\n').filter((l) => l !== '' && !l.startsWith('status'))

test('x', () => {
  const pairs = ends.flatMap(pairsOf)
  const t = performance.now()
  const out = git.each(pairs.map(([a, b]) => `git merge-base --all ${a} ${b}`))
  console.log(pairs.length, performance.now() - t)
  pairs.forEach(([a, b], i) => expect(mergeBases(objects, a, b)).toEqual(lines(out[i])))
})
test('count', () => {
  const pairs = ends.flatMap(pairsOf)
  const out = git.each(pairs.map(([a, b]) => `git rev-list ${a}..${b}`))
  let bad = 0
  pairs.forEach(([a, b], i) => {
    const mine = [...log(objects, b, { exclude: [a] })].map((e) => e.id)
    try { expect(mine).toEqual(lines(out[i])) } catch (e) { if (bad++ < 1) console.log(i, mine, lines(out[i])) }
  })
  expect(bad).toBe(0)
})
test('log', () => {
  const pairs = ends.flat()
  const out = git.each(pairs.map((b) => `git rev-list ${b}`))
  pairs.forEach((b, i) => {
    expect([...log(objects, b)].map((e) => e.id)).toEqual(lines(out[i]))
  })
})
