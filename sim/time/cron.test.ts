import { expect, test } from 'vitest'
import { isoTime } from './calendar.ts'
import { isCron, isZone, nextRun } from './cron.ts'

const start = Date.UTC(2024, 0, 1)

test.each([
  ['0 1 * * *', 'UTC', '2024-01-01T01:00:00.000Z'],
  ['0 1 * * 5', 'UTC', '2024-01-05T01:00:00.000Z'],
  ['0 0 * * *', 'UTC', '2024-01-02T00:00:00.000Z'],
  ['*/5 * * * *', 'Asia/Tokyo', '2024-01-01T00:05:00.000Z'],
  ['0 1 * * *', 'Pacific Time (US & Canada)', '2024-01-01T09:00:00.000Z'],
  ['@monthly', 'UTC', '2024-02-01T00:00:00.000Z'],
])('%s in %s comes next', (plan, zone, expected) => {
  expect(isoTime(nextRun(plan, zone, start) ?? 0)).toBe(expected)
})

test('the thirtieth of February never comes', () => {
  expect(nextRun('0 0 30 2 *', 'UTC', start)).toBeUndefined()
})

test.each(['', 'x', '0 1 * *', '0 0 1 * * *', '60 * * * *', '* * * * 9'])('%j is no plan', (plan) => {
  expect(isCron(plan)).toBe(false)
})

test('zones are named by place, or as the service lists them', () => {
  expect(['UTC', 'Europe/Berlin', 'Berlin', 'Atlantis', ''].map(isZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
