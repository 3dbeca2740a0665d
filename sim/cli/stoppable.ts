import type { EndingSignal, Io } from './io.ts'

/**
 * Does work that the first signal stops, so that it can remove what it has created; the next one ends the process. A
 * status of 130, for what was stopped, is 143 after SIGTERM.
 */
export async function stoppable(
  command: string,
  io: Io,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stop = new AbortController()
  let ended: EndingSignal | undefined
  const off = io.onSignal((signal) => {
    ended = signal
    off()
    io.err(`forgery ${command}: stopping, and removing what was made; once more to leave it behind\n`)
    stop.abort()
  })
  try {
    const status = await work(stop.signal)
    return status === 130 && ended === 'SIGTERM' ? 143 : status
  } finally {
    off()
  }
}
