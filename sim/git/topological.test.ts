import { expect, test } from 'vitest'
import { type WalkedCommit, walkedCommit } from './log-options.ts'
import { memoryObjects } from './objects.ts'
import { topologically } from './topological.ts'

/** Two lines of history from one root, whose commits were made in turns; newest first. */
function history(count: number): WalkedCommit[] {
  const objects = memoryObjects()
  const parents = (i: number) => (i === 0 ? [] : [String(Math.max(0, i - 2))])
  return Array.from({ length: count }, (_, i) =>
    walkedCommit(objects, String(i), { tree: '', parents: parents(i), seconds: 0 }),
  ).reverse()
}

test('one line comes after the other, and many commits are put in order step by step', () => {
  const run = (count: number) => {
    const steps = topologically(history(count))
    for (let taken = 0; ; taken++) {
      const { done, value } = steps.next()
      if (done) return { taken, ids: value.map(({ id }) => Number(id)) }
    }
  }
  expect(run(7).ids).toEqual([6, 4, 2, 5, 3, 1, 0])
  expect(run(20_000).taken).toBeGreaterThan(run(2000).taken + 10)
})
