import type { Io } from './io.ts'
import type { TwinSettings } from './options.ts'
import { stoppable } from './stoppable.ts'
import { rightTokensIn, tokensIn } from './tokens.ts'

/**
 * Compares two services. Returns 0 when they answer alike, 1 when they do not, 2 when it could not be tried, 130 or 143
 * when SIGINT or SIGTERM stopped it.
 */
export async function twin(families: readonly string[], settings: TwinSettings, io: Io): Promise<number> {
  // The double is small without the suite: only what needs it loads it.
  const { runTwin } = await import('../../conformance/twin/cli.ts')
  return await stoppable('twin', io, (signal) =>
    runTwin({
      ...settings,
      families,
      operations: settings.operation,
      tokens: tokensIn(settings),
      rightTokens: rightTokensIn(settings),
      signal,
      write: io.out,
      complain: io.err,
    }),
  )
}
