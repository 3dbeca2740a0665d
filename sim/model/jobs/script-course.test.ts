import { describe, expect, test } from 'vitest'
import { courseOf } from './script-course.ts'

describe('the course of a script', () => {
  test.each([
    [['make'], undefined, 0],
    [['sleep 90'], undefined, 90_000],
    [['sleep 1h 30m', 'sleep 0.5s'], undefined, 5_400_500],
    [['sleep 24h', 'exit 3', 'sleep 1d'], 3, 86_400_000],
    [['echo sleep 5', 'sleep $N', 'sleep', 'sleep 5x'], undefined, 0],
    [['exit 0', 'false'], undefined, 0],
    [['sleep 1\nfalse'], 1, 1000],
  ] as const)('%j ends with %j after %i ms', (script, exitCode, sleeps) => {
    expect(courseOf(script)).toEqual({ exitCode, sleeps })
  })

  test('is never endless', () => {
    expect(courseOf(Array.from({ length: 5000 }, () => 'sleep 999999999d')).sleeps).toBeLessThan(1e12)
  })
})
