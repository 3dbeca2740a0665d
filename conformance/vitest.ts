import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../sim/contract.ts'
import type { Result } from './events.ts'
import { select, wholePlan } from './plan.ts'
import { createSession, type RunOptions, type Session } from './runner.ts'
import { suite } from './suite.ts'
import { type LiveTargetOptions, liveTarget } from './targets/live.ts'
import { type SimulatorTargetOptions, simulatorTarget } from './targets/simulator.ts'
import type { Target } from './targets/target.ts'
import type { Ledger } from './tried.ts'

export interface DescribeOptions extends RunOptions {
  /** Checks to run, by id or by the beginning of it up to a slash. Default: all. */
  readonly ids?: readonly string[]
  /** Told of each call that the checks make. */
  readonly ledger?: Ledger
}

/**
 * Declares the conformance suite as vitest tests, one a check: of the service at a URL, of any other target, or of a
 * simulator in process, which the options of one stand for. The tests are not collected when nothing answers at the
 * URL, or for ids that no check has.
 *
 * @example
 * describeConformance({ url: 'http://127.0.0.1:8080', mode: 'control' }, { ids: ['milestones'] })
 */
export function describeConformance(
  wanted: Target | LiveTargetOptions | SimulatorTargetOptions = {},
  options: DescribeOptions = {},
): void {
  if ('url' in wanted)
    describe(`conformance of ${wanted.url}`, async () => declare(await liveTarget(wanted), options))
  else {
    const target = 'open' in wanted ? wanted : simulatorTarget(wanted)
    describe(`conformance of ${target.name}, ${target.dialect ?? 'either'} dialect`, () =>
      declare(target, options))
  }
}

function declare(target: Target, options: DescribeOptions): void {
  const selection = select(wholePlan(suite, contract(target.dialect)), options.ids ?? [])
  if (!selection.ok) throw new Error(`there is no check ${selection.unknown.join(', ')}`)
  let session: Session | undefined
  beforeAll(async () => {
    session = await createSession(target, options, options.ledger)
  })
  afterAll(async () => session?.close())
  for (const check of selection.checks)
    test(`${check.id}: ${check.says}`, async (context) => {
      const performance = await session?.perform(check)
      const result = performance?.ended.result
      if (result === undefined) throw new Error('the session was not opened')
      const reason = withoutVerdict(result)
      if (reason !== undefined) return context.skip(reason)
      expect(told(result)).toBe('')
    })
}

function withoutVerdict(result: Result): string | undefined {
  if (result.kind === 'skip' || result.kind === 'disabled') return result.reason
  return result.kind === 'blocked' ? `blocked by ${result.by}` : undefined
}

/** What went wrong, as vitest shows it; empty when nothing did. */
function told(result: Result): string {
  if (result.kind === 'broken') return result.error
  if (result.kind !== 'fail') return ''
  const { finding, recipe } = result
  const smallest = recipe.counterexample === undefined ? '' : `\nsmallest ${recipe.counterexample}`
  return `${finding.operation ?? ''} ${finding.title}\nexpected ${finding.expected}\nactual ${finding.actual}${smallest}\n${recipe.calls.join('\n')}`
}
