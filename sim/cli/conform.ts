import type { EndingSignal, Io } from './io.ts'
import type { ConformSettings } from './options.ts'
import { tokensIn } from './tokens.ts'

/**
 * Runs checks of the conformance suite, all of them unless some are named. Returns 0 when everything holds, 1 when
 * something that must hold does not, 2 when it could not be tried, 130 or 143 when SIGINT or SIGTERM stopped it.
 */
export async function conform(checks: readonly string[], settings: ConformSettings, io: Io): Promise<number> {
  // The double is small without the suite: only this command loads it.
  const { runConform } = await import('../../conformance/cli.ts')
  const stop = new AbortController()
  let ended: EndingSignal | undefined
  const off = io.onSignal((signal) => {
    ended = signal
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
    const { operation: operations } = settings
    const status = await runConform({
      ...settings,
      ids: checks,
      operations,
      tokens,
      signal,
      progress,
      write,
      complain,
    })
    return status === 130 && ended === 'SIGTERM' ? 143 : status
  } finally {
    off()
  }
}
