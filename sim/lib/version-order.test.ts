import { expect, test } from 'vitest'
import { compareVersionTexts } from './version-order.ts'

test('numbers in texts are compared as numbers, and pre-releases come before their release', () => {
  const ordered = ['latest', 'v1.0.0-rc1', 'v1.0.0-rc2', 'v1.0.0', 'v1.2.0', 'v1.10.0', '2.0', 'v2.0.1']
  expect(ordered.toReversed().toSorted(compareVersionTexts)).toEqual(ordered)
})

test('equal versions are ordered as texts', () => {
  expect(compareVersionTexts('1.0', '1.0.0')).toBeLessThan(0)
  expect(compareVersionTexts('v1', 'v1')).toBe(0)
})
