import { expect, test } from 'vitest'
import { ended, finding, recipe, started } from '../testing/sample-events.ts'
import type { Result } from './events.ts'
import { createJudge } from './judge.ts'

const failing = (severity: 'must' | 'should'): Result => ({
  kind: 'fail',
  finding: { ...finding, severity },
  recipe,
})

function judged(results: readonly Result[], { strict = false, stopped = false, shard = '' } = {}) {
  const judge = createJudge(strict)
  judge.hear({ ...started, ...(shard === '' ? {} : { shard }) })
  for (const result of results) judge.hear(ended(result))
  const counts = { pass: 0, fail: 0, known: 0, skip: 0, disabled: 0, blocked: 0, broken: 0 }
  const traffic = { requests: 0, throttled: 0, retried: 0 }
  judge.hear({ type: 'ended', counts, stopped, traffic, tried: {}, milliseconds: 0 })
  return judge.verdict()
}

test.each<[string, Result, number]>([
  ['what passes', { kind: 'pass', inputs: 1 }, 0],
  ['what is known', { kind: 'known', finding: { ...finding, severity: 'must' }, recipe, reason: 'r' }, 0],
  ['what was skipped', { kind: 'skip', reason: 'r' }, 0],
  ['what is not meant for the target', { kind: 'disabled', reason: 'r' }, 0],
  ['what must hold and does not', failing('must'), 1],
  ['what was blocked', { kind: 'blocked', by: 'a/c' }, 1],
  ['a broken check', { kind: 'broken', error: 'e' }, 1],
])('%s: %j', (_, result, status) => {
  expect(judged([{ kind: 'pass', inputs: 1 }, result])).toEqual({ status, warning: undefined })
})

test('what only should hold is a warning', () => {
  expect(judged([failing('should'), failing('should')])).toEqual({
    status: 0,
    warning: '2 of what should hold does not; --strict makes that a failure',
  })
})

test('what only should hold is a failure when it is strict', () => {
  expect(judged([failing('should')], { strict: true })).toEqual({ status: 1, warning: undefined })
})

test('a run that was stopped says so, unless it has already failed', () => {
  expect(judged([], { stopped: true }).status).toBe(130)
  expect(judged([failing('must')], { stopped: true }).status).toBe(1)
})

test.each<[string, readonly Result[], number]>([
  ['only skipped', [{ kind: 'skip', reason: 'r' }], 2],
  ['only rightly blocked', [{ kind: 'blocked', cause: 'c', rightly: true }], 2],
  [
    'skipped or not meant for the target',
    [
      { kind: 'skip', reason: 'r' },
      { kind: 'disabled', reason: 'r' },
    ],
    2,
  ],
  ['only not meant for the target', [{ kind: 'disabled', reason: 'r' }], 0],
  ['not there', [], 0],
])('a run whose checks are %s', (_, results, status) => {
  expect(judged(results).status).toBe(status)
  expect(judged(results, { shard: '1/2' }).status).toBe(0)
})
