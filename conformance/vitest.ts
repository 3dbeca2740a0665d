import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../sim/contract.ts'
import type { Result } from './events.ts'
import { select, wholePlan } from './plan.ts'
import { createSession, type RunOptions, type Session } from './runner.ts'
import { suite } from './suite.ts'
import { type SimulatorTargetOptions, simulatorTarget } from './targets/simulator.ts'
import type { Target } from './targets/target.ts'

export interface DescribeOptions extends RunOptions {
  /** Checks to run, by id or by the beginning of it up to a slash. Default: all. */
  readonly ids?: readonly string[]
}

/**
 * Declares the conformance suite as vitest tests, one a check. Takes a target, or options of a simulator in process.
 * Throws for ids that no check has.
 *
 * @example
 * describeConformance(await liveTarget({ url: 'http://127.0.0.1:8080' }), { ids: ['milestones'] })
 */
export function describeConformance(
  wanted: Target | SimulatorTargetOptions = {},
  options: DescribeOptions = {},
): void {
  const target = 'open' in wanted ? wanted : simulatorTarget(wanted)
  const selection = select(wholePlan(suite, contract(target.dialect)), options.ids ?? [])
  if (!selection.ok) throw new Error(`there is no check ${selection.unknown.join(', ')}`)
  describe(`conformance of ${target.name}, ${target.dialect ?? 'either'} dialect`, () => {
    let session: Session | undefined
    beforeAll(async () => {
      session = await createSession(target, options)
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
