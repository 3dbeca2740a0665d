import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { countedSteps } from '../../testing/counted-steps.ts'
import { changeSteps, changesBetween } from './changes.ts'
import { LineNumbers } from './line-numbers.ts'
import { partedRuns, type Runs } from './line-runs.ts'

// That the changes are git's is looked at where diffs, merges and blame are compared with its own.

const line = fc.constantFrom('a', 'b', 'c', 'd', 'if (x) {', '}', '', '  é')
const lines = fc.array(line, { maxLength: 30 })

function numbered(a: readonly string[], b: readonly string[]) {
  const numbers = new LineNumbers()
  return [numbers.of(a), numbers.of(b), numbers] as const
}

/** The lines of runs, each in one version and in the other. */
function linesOf(runs: Runs): (readonly [number, number])[] {
  const lines: (readonly [number, number])[] = []
  for (let i = 0; i < runs.length; i += 3) {
    const [line = 0, place = 0, count = 0] = runs.slice(i, i + 3)
    for (let at = 0; at < count; at++) lines.push([line + at, place + at])
  }
  return lines
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
      const changes = changesBetween(...numbered(a, b))
      // As if some lines had been found already.
      const sought = [0, 0, b.length >> 1, (b.length >> 1) + 1, (b.length >> 1) + 1, (b.length - 1) >> 1]
      const { passed, left } = finished(partedRuns(sought, changes))
      for (const [was, is] of linesOf(passed)) expect(a[was]).toBe(b[is])
      const places = linesOf(passed).map(([was]) => was)
      expect(places).toEqual([...new Set(places)].sort((x, y) => x - y))
      const added = changes.flatMap(({ young, youngCount }) => linesOf([young, young, youngCount]))
      const asked = linesOf(sought).map(([line]) => line)
      expect(linesOf(left)).toEqual(added.filter(([line]) => asked.includes(line)))
      const found = [...linesOf(passed), ...linesOf(left)].map(([, place]) => place)
      expect(found.sort((x, y) => x - y)).toEqual(asked)
    }),
    { numRuns: 300, seed: 4 },
  )
})

test('versions that differ in every other line are compared in steps', () => {
  const common = Array.from({ length: 150_000 }, (_, i) => `common ${i}`)
  const filled = (seed: string) => common.flatMap((it) => [it, seed])
  const { steps, value } = countedSteps(changeSteps(...numbered(filled('one'), filled('other'))))
  expect(value).toHaveLength(common.length)
  expect(steps).toBeGreaterThan(3)
  // Every other line is a run of its own.
  const runs = linesOf([0, 0, common.length]).flatMap(([at]) => [2 * at, 2 * at, 1])
  const parted = countedSteps(partedRuns(runs, value))
  expect(linesOf(parted.value.passed)).toHaveLength(common.length)
  expect(parted.steps).toBeGreaterThan(5)
})

test('versions of which nothing is where it was are compared in many steps', () => {
  const shuffled = (factor: number) => Array.from({ length: 60_000 }, (_, i) => `${(i * factor) % 997}`)
  expect(countedSteps(changeSteps(...numbered(shuffled(7), shuffled(11)))).steps).toBeGreaterThan(50)
})
