import type { Stage } from '../run/stage.ts'
import { casesBy } from './cases.ts'
import { type AnyCheck, type Check, check } from './check.ts'
import { answers, says } from './expect.ts'
import type { Params } from './query.ts'

/** A call that creates something, and the text that refuses the same call a second time. */
export interface Duplicate {
  readonly operation: string
  readonly params: (stage: Stage) => Params | Promise<Params>
  readonly text: string
}

/** A check that a second creation of the same record answers 409 and says so (conventions#duplicates). */
export function duplicateRefused(
  told: Pick<Check, 'id' | 'says' | 'source'>,
  cases: readonly Duplicate[],
): AnyCheck {
  const byOperation = casesBy(cases, (it) => it.operation)
  return check<string>({
    ...told,
    level: 'should',
    covers: cases.map(({ operation }) => operation),
    needs: { in: 'group' },
    each: () => byOperation.names,
    holds: async (stage, operation) => {
      const { params, text } = byOperation.named(operation)
      const wish = await params(stage)
      answers(await stage.call(operation, wish), 201)
      says(await stage.call(operation, wish), 409, text)
    },
  })
}
