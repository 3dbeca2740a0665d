import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { countedSteps } from '../../testing/counted-steps.ts'
import { changeSteps, changesBetween } from './changes.ts'
import { keptLines } from './kept-lines.ts'
import { LineNumbers } from './line-numbers.ts'

// That the changes are git's is looked at where diffs, merges and blame are compared with its own.

const line = fc.constantFrom('a', 'b', 'c', 'd', 'if (x) {', '}', '', '  é')
const lines = fc.array(line, { maxLength: 30 })

function numbered(a: readonly string[], b: readonly string[]) {
  const numbers = new LineNumbers()
  return [numbers.of(a), numbers.of(b), numbers] as const
}

test('changes turn the one version into the other', () => {
  fc.assert(
    fc.property(lines, lines, fc.boolean(), (a, b, isIndented) => {
      const [before, after, numbers] = numbered(a, b)
      const made: string[] = []
      let at = 0
      for (const { old, oldCount, young, youngCount } of changesBetween(
        before,
        after,
        isIndented ? numbers : undefined,
      )) {
        expect(oldCount + youngCount).toBeGreaterThan(0)
        made.push(...a.slice(at, old), ...b.slice(young, young + youngCount))
        at = old + oldCount
      }
      expect([...made, ...a.slice(at)]).toEqual(b)
    }),
    { numRuns: 1000, seed: 1 },
  )
})

test('lines that are kept are the same lines, in the same order', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const kept = [...finished(keptLines(changesBetween(...numbered(a, b)), b.length))]
      for (const [is, was] of kept.entries()) if (was >= 0) expect(a[was]).toBe(b[is])
      const places = kept.filter((was) => was >= 0)
      expect(places).toEqual([...new Set(places)].sort((x, y) => x - y))
    }),
    { numRuns: 300, seed: 4 },
  )
})

test('versions that differ in every other line are compared in steps', () => {
  const common = Array.from({ length: 150_000 }, (_, i) => `common ${i}`)
  const filled = (seed: string) => common.flatMap((it) => [it, seed])
  function* keptSteps() {
    const changes = yield* changeSteps(...numbered(filled('one'), filled('other')))
    return yield* keptLines(changes, 2 * common.length)
  }
  const { steps, value } = countedSteps(keptSteps())
  expect(value.filter((was) => was >= 0)).toHaveLength(common.length)
  expect(steps).toBeGreaterThan(5)
})

test('versions of which nothing is where it was are compared in many steps', () => {
  const shuffled = (factor: number) => Array.from({ length: 60_000 }, (_, i) => `${(i * factor) % 997}`)
  expect(countedSteps(changeSteps(...numbered(shuffled(7), shuffled(11)))).steps).toBeGreaterThan(50)
})
