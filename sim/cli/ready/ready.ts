import { setTimeout as pause } from 'node:timers/promises'
import { duration } from '../../time/clock.ts'
import { failed, systemReason } from '../failure.ts'
import type { ReadySettings } from '../options.ts'

const BETWEEN_MS = 50
/** A server that takes longer than this for one answer is not ready. */
const PATIENCE_MS = 5000

/**
 * Returns 0 as soon as a server answers that it is ready. Throws a CliFailure where it does not, and goes on asking for
 * as long as it was told to wait.
 */
export async function ready({ url = 'http://127.0.0.1:8080', wait = '0' }: ReadySettings): Promise<number> {
  const address = `${url.replace(/(?:\/api\/v4)?\/*$/, '')}/-/readiness`
  const until = performance.now() + duration(wait)
  for (;;) {
    const problem = await problemOf(address)
    if (problem === undefined) return 0
    if (performance.now() >= until) throw failed(`--url: ${url} is not ready: ${problem}`)
    await pause(BETWEEN_MS)
  }
}

async function problemOf(address: string): Promise<string | undefined> {
  try {
    const { status, ok } = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return ok ? undefined : `it answers ${status}`
  } catch (error) {
    return systemReason((error as Error).cause ?? error)
  }
}
