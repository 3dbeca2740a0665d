import type { CheckEnded, Event, Result } from '../run/events.ts'

/** The events of a run with one check of each result, in all of whose texts this one occurs: a service may say anything. */
export function toldRun(text: string, source = 'milestones#order, conventions#statuses'): readonly Event[] {
  const finding = {
    title: `the title ${text}`,
    expected: text,
    actual: `not ${text}`,
    severity: 'must' as const,
    check: 'milestones/order',
    operation: 'GET /projects/:id/milestones',
  }
  const recipe = {
    seed: 1,
    runs: 25,
    counterexample: text,
    shrinks: 1,
    objects: [`project 1 is ${text}`],
    arrangement: [`curl '${text}'`],
    calls: [`curl -d '${text}'`],
    replies: [`200 ${text}`],
    lastReply: `200 ${text}`,
  }
  const results: readonly Result[] = [
    { kind: 'pass', inputs: 1 },
    { kind: 'fail', finding, recipe },
    { kind: 'known', finding: { ...finding, check: 'milestones/known' }, recipe, reason: text },
    { kind: 'skip', reason: text },
    { kind: 'disabled', reason: 'the mode is read' },
    { kind: 'blocked', by: 'milestones/order' },
    { kind: 'broken', error: `TypeError: ${text}` },
  ]
  const checks = results.map(
    (result): CheckEnded => ({
      type: 'check-ended',
      id: result.kind === 'fail' ? 'milestones/order' : `milestones/${result.kind}`,
      says: 'Milestones are sorted by due date',
      source,
      level: 'must',
      covers: ['GET /projects/:id/milestones'],
      result,
      milliseconds: 1234.5,
    }),
  )
  return [
    {
      type: 'started',
      target: 'https://gitlab.test',
      dialect: 'real',
      tier: 'ultimate',
      version: '17.0.0',
      mode: 'read',
      scope: { name: 'specification', specification: 98, others: 0 },
      callers: ['owner'],
      seed: 1,
      runs: 25,
      planned: checks.length,
      at: '2027-02-03T04:05:06.789Z',
    },
    ...checks,
    {
      type: 'ended',
      counts: { pass: 1, fail: 1, known: 1, skip: 1, disabled: 1, blocked: 1, broken: 1 },
      stopped: false,
      traffic: { requests: 7, throttled: 0, retried: 0 },
      tried: {},
      milliseconds: 3_700_000,
    },
  ]
}
