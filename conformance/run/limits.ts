import type { Event, StopReason } from './events.ts'

/** How far a run may go. */
export interface Limits {
  /** Failures after which nothing is begun any more. */
  readonly maxFailures?: number | undefined
  /** Milliseconds after which nothing is begun any more. */
  readonly maxTime?: number | undefined
  /** True where what only should hold counts as a failure, too. */
  readonly strict?: boolean | undefined
}

export interface Limiter {
  /** Aborted with the reason once the run has to end. */
  readonly signal: AbortSignal
  hear(event: Event): void
  /** Stops the clock. */
  end(): void
}

/** Watches a run and stops it, as a signal does. */
export function createLimiter({ maxFailures, maxTime, strict }: Limits, signal?: AbortSignal): Limiter {
  const stop = new AbortController()
  const end = (why: StopReason) => stop.abort(why)
  const signalled = () => end('signal')
  if (signal?.aborted) signalled()
  signal?.addEventListener('abort', signalled, { once: true })
  const timer = maxTime === undefined ? undefined : setTimeout(() => end('time'), maxTime)
  const began = performance.now()
  let failures = 0
  return {
    signal: stop.signal,
    hear: (event) => {
      // In process nothing waits, so that no timer comes to its turn.
      if (maxTime !== undefined && performance.now() - began >= maxTime) end('time')
      if (event.type !== 'check-ended') return
      const { result } = event
      const counts =
        result.kind === 'broken' || (result.kind === 'fail' && (strict || result.finding.severity === 'must'))
      if (counts) failures += 1
      if (counts && maxFailures !== undefined && failures >= maxFailures) end('failures')
    },
    end: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', signalled)
    },
  }
}
