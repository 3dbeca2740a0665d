import { expect, test } from 'vitest'
import type { Event } from '../run/events.ts'
import { createProgress } from './progress.ts'

function ended(kind: 'pass' | 'fail'): Event {
  const recipe = {
    seed: 1,
    runs: 1,
    counterexample: undefined,
    shrinks: 0,
    objects: [],
    arrangement: [],
    calls: [],
    replies: [],
    lastReply: undefined,
  }
  const finding = { title: '', expected: '', actual: '', severity: 'must' as const, check: 'a/b' }
  const result = kind === 'pass' ? ({ kind, inputs: 1 } as const) : ({ kind, finding, recipe } as const)
  return {
    type: 'check-ended',
    id: 'a/b',
    says: '',
    source: '',
    level: 'must',
    covers: [],
    result,
    milliseconds: 0,
  }
}

test('a run tells how far it is, what failed and how long it will go on', () => {
  let now = 0
  const progress = createProgress(() => now)
  const started = {
    target: 't',
    dialect: undefined,
    tier: undefined,
    version: undefined,
    mode: 'read',
    callers: [],
    seed: 1,
    runs: 1,
    planned: 100,
    at: '2027-02-03T04:05:06Z',
  } as const
  progress.next({ type: 'started', ...started })
  expect(progress.next({ type: 'check-started', id: 'a/b' })).toBe('\r\u001b[K0 of 100  a/b')
  for (let i = 0; i < 49; i++) progress.next(ended('pass'))
  progress.next(ended('fail'))
  now = 10_000
  expect(progress.next({ type: 'check-started', id: 'c/d' })).toBe(
    '\r\u001b[K50 of 100, 1 failed, about 10 s left  c/d',
  )
  now = 300_000
  expect(progress.next({ type: 'check-started', id: 'c/d' })).toContain('about 5 min left')
})
