import type { Io } from './io.ts'
import type { ConformSettings } from './options.ts'
import { tokensIn } from './tokens.ts'

/**
 * Runs checks of the conformance suite, all of them unless some are named. Returns 0 when everything holds, 1 when
 * something that must hold does not, 2 when it could not be tried, 130 when a signal stopped it.
 */
export async function conform(checks: readonly string[], settings: ConformSettings, io: Io): Promise<number> {
  // The double is small without the suite: only this command loads it, once its options agree.
  const { agree } = await import('../../conformance/options.ts')
  const options = { ...settings, ids: checks, operations: settings.operation }
  try {
    agree(options)
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem
    io.err(`forgery conform: ${problem.message}\n`)
    return 2
  }
  const { runConform } = await import('../../conformance/cli.ts')
  const stop = new AbortController()
  const off = io.onSignal(() => {
    // The first signal lets the run remove what it has made; the next one ends the process.
    off()
    io.err('forgery conform: stopping, and removing what was made; once more to leave it behind\n')
    stop.abort()
  })
  try {
    const tokens = tokensIn(settings)
    const { signal } = stop
    const progress = io.watched ? io.err : undefined
    const { out: write, err: complain } = io
    return await runConform({
      ...options,
      tokens,
      signal,
      progress,
      write,
      complain,
    })
  } finally {
    off()
  }
}
