import type { AnyCheck } from '../kit/check.ts'
import { Failure, Skipped, Unarranged } from '../kit/finding.ts'
import { type Lag, LONG_LAG_MS, type Target } from '../targets/target.ts'

/** What an attempt throws. */
export async function problemOf(attempt: () => Promise<void>): Promise<unknown> {
  try {
    await attempt()
    return undefined
  } catch (problem) {
    return problem
  }
}

/** How many failures of a target are confirmed while none of them held. */
const MOST_CONFIRMED = 10
const confirmations = new WeakMap<Target, number>()

interface Tried {
  readonly check: AnyCheck
  readonly target: Target
}

/**
 * What failed on a service that others use too is tried a few times more, with time left after each write. What holds then
 * cannot be told from replicas that lag behind, or from somebody else's doing. `problem` is undefined for what failed
 * and held when it was repeated.
 */
export async function confirmed(
  { target, check }: Tried,
  once: () => Promise<void>,
  problem: unknown,
): Promise<unknown> {
  const { lag, mode } = target
  if (lag === undefined || check.races) return problem
  const before = confirmations.get(target) ?? 0
  const looks = mode === 'read' ? 3 : 2
  if (problem === undefined)
    return (await failureAmong(looks, once)) ?? new Skipped('it failed, and held when it was repeated')
  // Where so many failed again and none held, time is not what they lack.
  if (!(problem instanceof Failure || problem instanceof Unarranged) || before >= MOST_CONFIRMED)
    return problem
  const repeated = await (mode === 'read'
    ? failureAmong(looks, once)
    : patiently(lag, () => failureAmong(looks, once)))
  const what =
    problem instanceof Failure ? `${problem.operation ?? 'a call'}: ${problem.title}` : problem.reason
  if (repeated === undefined) {
    confirmations.set(target, 0)
    const after =
      mode === 'read' ? 'when it was repeated' : `when ${LONG_LAG_MS / 1000} s were left after each write`
    return new Skipped(`it failed, and held ${after} (${what})`)
  }
  if (mode !== 'read') confirmations.set(target, before + 1)
  return repeated instanceof Failure || repeated instanceof Unarranged ? repeated : problem
}

// Others are checked meanwhile, and may be tried again as well: once none is, reads wait no longer than before.
async function patiently<T>(lag: Lag, work: () => Promise<T>): Promise<T> {
  lag.patient = (lag.patient ?? 0) + 1
  try {
    return await work()
  } finally {
    lag.patient -= 1
  }
}

// Who looks once more takes a service that is wrong now and then for one that is right.
async function failureAmong(most: number, attempt: () => Promise<void>): Promise<unknown> {
  for (let looks = 0; looks < most; looks++) {
    const problem = await problemOf(attempt)
    if (problem !== undefined) return problem
  }
  return undefined
}
