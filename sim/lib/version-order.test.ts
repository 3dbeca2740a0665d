import fc from 'fast-check'
import { expect, test } from 'vitest'
import { versionTextKey } from './version-order.ts'

type Key = readonly (number | string)[]

function compare(a: string, b: string): number {
  return ascending(versionTextKey(a), versionTextKey(b))
}

function ascending(a: Key, b: Key): number {
  const at = a.findIndex((part, i) => part !== b[i])
  return at < 0 ? 0 : (a[at] as number) < (b[at] as number) ? -1 : 1
}

test('numbers in texts are compared as numbers, and pre-releases come before their release', () => {
  const ordered = ['latest', 'v1.0.0-rc1', 'v1.0.0-rc2', 'v1.0.0', 'v1.2.0', 'v1.10.0', '2.0', 'v2.0.1']
  expect(ordered.toReversed().toSorted(compare)).toEqual(ordered)
})

test('equal versions are ordered as texts', () => {
  expect(compare('1.0', '1.0.0')).toBeLessThan(0)
  expect(compare('v1', 'v1')).toBe(0)
})

test('parts are compared one by one; a run of digits is a number, which what is missing counts as, too', () => {
  const parts = fc.array(fc.constantFrom('0', '00', '1', '01', '10', 'rc', 'a', 'RC'), { maxLength: 6 })
  const value = (part: string | undefined) =>
    part === undefined ? 0 : /^\d/.test(part) ? Number(part) : part
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const [a, b] = [one.join('.'), other.join('.')]
      const length = Math.max(one.length, other.length)
      const pairs = Array.from({ length }, (_, i) => [value(one[i]), value(other[i])] as const)
      const [x, y] = pairs.find(([x, y]) => x !== y) ?? [a, b]
      const isLess = typeof x === typeof y ? x < y : typeof x === 'string'
      expect(compare(a, b)).toBe(x === y ? 0 : isLess ? -1 : 1)
    }),
    { numRuns: 500 },
  )
})
