import type { Event, Recipe, Result } from '../run/events.ts'

// What a run tells, where a test looks at one thing of it.

export const started = {
  type: 'started',
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
} as const satisfies Event

export const recipe: Recipe = {
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

export const finding = { title: 't', expected: 'e', actual: 'a', check: 'a/b' }

export function ended(result: Result): Event {
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
