import { expect, test } from 'vitest'
import type { Event } from '../run/events.ts'
import { ended, finding, recipe, started } from '../testing/sample-events.ts'
import { createProgress } from './progress.ts'

function endedWith(kind: 'pass' | 'fail'): Event {
  return ended(
    kind === 'pass' ? { kind, inputs: 1 } : { kind, finding: { ...finding, severity: 'must' }, recipe },
  )
}

test('a run tells how far it is, what failed and how long it will go on', () => {
  let now = 0
  const progress = createProgress(() => now)
  progress.next(started)
  expect(progress.next({ type: 'check-started', id: 'a/b' })).toBe('\r\u001b[K0 of 100  a/b')
  for (let i = 0; i < 49; i++) progress.next(endedWith('pass'))
  progress.next(endedWith('fail'))
  now = 10_000
  expect(progress.next({ type: 'check-started', id: 'c/d' })).toBe(
    '\r\u001b[K50 of 100, 1 failed, about 10 s left  c/d',
  )
  now = 300_000
  expect(progress.next({ type: 'check-started', id: 'c/d' })).toContain('about 5 min left')
})
