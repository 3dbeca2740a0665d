import { diffArrays, structuredPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedSteps } from '../testing/counted-steps.ts'
import { LineNumbers, shortestEdits } from './edits.ts'
import { hunksOf } from './hunks.ts'
import { keptLines, keptLinesSteps } from './kept-lines.ts'

const line = fc.constantFrom('a', 'b', 'c', 'd', 'if (x) {', '}', '', 'é')
const lines = fc.array(line, { maxLength: 30 })
const ended = fc.tuple(lines, fc.boolean()).map(([all, newline]) => all.join('\n') + (newline ? '\n' : ''))

function numbered(a: readonly string[], b: readonly string[]) {
  const numbers = new LineNumbers()
  return [numbers.of(a), numbers.of(b)] as const
}

test('the edits are those of a library that everybody uses, equal ways included', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const expected = diffArrays(a, b).map(({ added, removed, count }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'kept',
        count,
      }))
      expect(shortestEdits(...numbered(a, b), 1000)).toEqual(expected)
    }),
    { numRuns: 1000, seed: 1 },
  )
})

test('nothing is found in fewer moves than it takes', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const needed = diffArrays(a, b).reduce((sum, it) => sum + (it.added || it.removed ? it.count : 0), 0)
      expect(shortestEdits(...numbered(a, b), needed)).toBeDefined()
      if (needed > 0) expect(shortestEdits(...numbered(a, b), needed - 1)).toBeUndefined()
    }),
    { numRuns: 300, seed: 2 },
  )
})

test('hunks are those of that library', () => {
  fc.assert(
    fc.property(ended, ended, fc.nat(4), (a, b, context) => {
      expect(hunksOf(a, b, context)).toEqual(structuredPatch('', '', a, b, '', '', { context }).hunks)
    }),
    { numRuns: 1000, seed: 3 },
  )
})

test('lines that are kept are the same lines, in the same order, and as many as can be', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const kept = [...keptLines(...numbered(a, b))]
      for (const [is, was] of kept.entries()) if (was >= 0) expect(a[was]).toBe(b[is])
      const places = kept.filter((was) => was >= 0)
      expect(places).toEqual([...new Set(places)].sort((x, y) => x - y))
      const shared = diffArrays(a, b).reduce((sum, it) => sum + (it.added || it.removed ? 0 : it.count), 0)
      expect(places.length).toBe(shared)
    }),
    { numRuns: 1000, seed: 4 },
  )
})

test('of versions with little in common, the lines that occur once are kept', () => {
  const common = Array.from({ length: 100 }, (_, i) => `common ${i}`)
  const filled = (seed: string) => common.flatMap((it, i) => [it, ...Array(40).fill(`${seed} ${i % 7}`)])
  const [a, b] = [filled('one'), filled('other')]
  const kept = keptLines(...numbered(a, b))
  expect([...kept].filter((was) => was >= 0).map((was) => a[was])).toEqual(common)
})

test('versions that differ in every other line are compared in steps, however many stretches that makes', () => {
  const common = Array.from({ length: 150_000 }, (_, i) => `common ${i}`)
  const filled = (seed: string) => common.flatMap((it) => [it, seed])
  const { steps, value } = countedSteps(keptLinesSteps(...numbered(filled('one'), filled('other'))))
  expect(value.filter((was) => was >= 0)).toHaveLength(common.length)
  expect(steps).toBeGreaterThan(100)
})
