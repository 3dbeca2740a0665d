import { wrongUse } from './failure.ts'
import type { Io } from './io.ts'
import type { ConformSettings } from './options.ts'
import { compileLittle } from './start/compile-late.ts'
import { stoppable } from './stoppable.ts'
import { tokensIn } from './tokens.ts'

/**
 * Runs checks of the conformance suite, all of them unless some are named. Returns 0 when everything holds, 1 when
 * something that must hold does not, 2 when it could not be tried, 130 or 143 when SIGINT or SIGTERM stopped it.
 */
export async function conform(checks: readonly string[], settings: ConformSettings, io: Io): Promise<number> {
  // The double is small without the suite: only this command loads it, once its options agree.
  const { agree } = await import('../../conformance/options.ts')
  const options = {
    ...settings,
    report: reportsIn(settings.report),
    ids: checks,
    operations: settings.operation,
  }
  try {
    agree(options)
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem
    io.err(`forgery conform: ${problem.message}\n`)
    return 2
  }
  const { runConform } = await import('../../conformance/cli.ts')
  compileLittle()
  return await stoppable('conform', io, (signal) =>
    runConform({
      ...options,
      tokens: tokensIn(settings),
      signal,
      progress: io.watched ? io.err : undefined,
      write: io.out,
      complain: io.err,
    }),
  )
}

type Wish = NonNullable<ConformSettings['report']>[number]
type ConformWish = Wish & { readonly kind: Exclude<Wish['kind'], 'contract'> }

function reportsIn(wishes: ConformSettings['report']): readonly ConformWish[] | undefined {
  const isOfConform = (wish: Wish): wish is ConformWish => wish.kind !== 'contract'
  if (wishes === undefined || wishes.every(isOfConform)) return wishes
  throw wrongUse('--report contract is of exec; conform reads such a file with --for')
}
