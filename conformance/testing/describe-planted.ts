import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { type Mutant, mutated } from '../mutants/mutant.ts'
import type { Result } from '../run/events.ts'
import { wholePlan } from '../run/plan.ts'
import { createSession, type Session } from '../run/runner.ts'
import { select } from '../run/selection.ts'
import { suite } from '../suite.ts'
import { targetOf } from '../targets/of-mutant.ts'
import type { Target } from '../targets/target.ts'

const agreed = contract('specification')
const plan = wholePlan(suite, agreed)

function checkNamed(id: string): AnyCheck {
  const found = select(plan, agreed, { ids: [id] })
  if (!found.ok || found.checks[0] === undefined) throw new Error(`there is no check ${id}`)
  return found.checks[0]
}

async function resultOf(session: Session, id: string): Promise<Result> {
  return (await session.perform(checkNamed(id))).ended.result
}

/** Holds every planted fault to the check that it names: it must pass without the fault, and fail with it. */
export function describePlanted(mutants: readonly Mutant[]): void {
  describe('the checks that mutants name', () => {
    const sessions = new Map<Target, Session>()
    beforeAll(async () => {
      for (const target of new Set(mutants.map(targetOf))) sessions.set(target, await createSession(target))
    })
    afterAll(async () => {
      for (const session of sessions.values()) await session.close()
    })

    test.each([...new Map(mutants.map((mutant) => [mutant.caughtBy, mutant]))])(
      '%s passes where nothing is planted',
      async (id, mutant) => {
        const session = sessions.get(targetOf(mutant)) as Session
        expect(await resultOf(session, id)).toMatchObject({ kind: 'pass' })
      },
    )
  })

  describe('planted faults', () => {
    test.each(mutants.map((mutant) => [mutant.name, mutant.caughtBy, mutant] as const))(
      '%s is caught by %s',
      async (_name, _check, mutant) => {
        const session = await createSession(mutated(targetOf(mutant), mutant))
        const result = await resultOf(session, mutant.caughtBy)
        await session.close()
        expect(result).toMatchObject({ kind: 'fail' })
        if (result.kind !== 'fail') return
        // What happened to calls at once takes all of them to tell.
        expect(result.recipe.calls.length).toBeLessThanOrEqual(checkNamed(mutant.caughtBy).races ? 24 : 3)
      },
    )
  })
}
