import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../report/reporter.ts'
import type { Result } from '../run/events.ts'
import { wholePlan } from '../run/plan.ts'
import { createSession, type Session } from '../run/runner.ts'
import { select } from '../run/selection.ts'
import { listeningRemoteHost } from '../servers/listen.ts'
import { suite } from '../suite.ts'
import { contractFor } from '../targets/accepted.ts'
import { liveTarget } from '../targets/live.ts'
import { simulatorTarget } from '../targets/simulator.ts'
import type { Target } from '../targets/target.ts'
import type { DescribeOptions, Wanted } from './wanted.ts'

/** Declares a vitest test for each check of what is wanted. Throws where there is no such check or nothing answers. */
export async function declareChecks(wanted: Wanted, options: DescribeOptions): Promise<void> {
  if ('url' in wanted) declare(await liveTarget({ remote: listeningRemoteHost, ...wanted }), options)
  else declare('open' in wanted ? wanted : simulatorTarget(wanted), options)
}

function declare(target: Target, options: DescribeOptions): void {
  const agreed = contractFor(target)
  const selection = select(wholePlan(suite, agreed), agreed, options)
  if (!selection.ok) throw new Error(selection.complaint)
  let session: Session | undefined
  beforeAll(async () => {
    session = await createSession(target, options)
  }, UNLIMITED)
  afterAll(async () => session?.close(), UNLIMITED)
  for (const check of selection.checks)
    test(
      `${check.id}: ${check.says}`,
      async (context) => {
        const performance = await session?.perform(check)
        const result = performance?.ended.result
        if (result === undefined) throw new Error('the session was not opened')
        const reason = withoutVerdict(result)
        if (reason !== undefined) return context.skip(reason)
        expect(told(result)).toBe('')
      },
      UNLIMITED,
    )
}

/**
 * Milliseconds, none of which are counted: a service may be slow, and a machine busy. Every call has a limit of its own,
 * and what was made has to be removed.
 */
const UNLIMITED = 0

function withoutVerdict(result: Result): string | undefined {
  // What the target refuses to prepare, though nothing that was read of it says why, is no reason to leave a check out.
  return result.kind === 'blocked' && 'cause' in result && !result.rightly ? undefined : reasonOf(result)
}

/** What went wrong, as vitest shows it; empty when nothing did. */
function told(result: Result): string {
  if (result.kind === 'broken') return result.error
  if (result.kind === 'blocked') return reasonOf(result) ?? ''
  if (result.kind !== 'fail') return ''
  const { finding, recipe } = result
  const smallest = recipe.counterexample === undefined ? '' : `\nsmallest ${recipe.counterexample}`
  return `${finding.operation ?? ''} ${finding.title}\nexpected ${finding.expected}\nactual ${finding.actual}${smallest}\n${recipe.calls.join('\n')}`
}
