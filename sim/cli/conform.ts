import type { Io } from './io.ts'
import type { ConformSettings } from './options.ts'

/**
 * Runs checks of the conformance suite, all of them unless some are named. Returns 0 when everything holds, 1 when
 * something does not, 2 when it could not be tried.
 */
export async function conform(checks: readonly string[], settings: ConformSettings, io: Io): Promise<number> {
  // The double is small without the suite: only this command loads it.
  const { runConform } = await import('../../conformance/cli.ts')
  return runConform({ ...settings, ids: checks, environment: io.env, write: io.out, complain: io.err })
}
