import { expect, test } from 'vitest'
import { instant } from '../../time/clock.ts'
import { at } from '../../time/moments.ts'
import { statusOf } from './runner.ts'

const now = instant('2024-01-01T00:00:00Z')
const runner = (created: string, contacted?: string) => ({
  createdAt: instant(created),
  contactedAt: contacted === undefined ? null : instant(contacted),
})

test.each([
  ['online', '2022-01-01', '2023-12-31T22:00:01Z'],
  ['offline', '2022-01-01', '2023-12-31T22:00:00Z'],
  ['offline', '2022-01-01', '2023-10-01T00:00:00Z'],
  ['stale', '2022-01-01', '2023-09-30T23:59:59Z'],
  ['never_contacted', '2023-12-20', undefined],
  ['stale', '2023-09-30', undefined],
])('a runner is %s when created %s and contacted %s', (status, created, contacted) => {
  expect(statusOf(runner(created, contacted), at(now), 'real')).toBe(status)
})
