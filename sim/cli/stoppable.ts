import type { EndingSignal, Io } from './io.ts'

/**
 * Does work that the first signal stops, so that it can remove what it has created; the next one ends the process. A
 * status of 130, for what was stopped, is 143 after SIGTERM. Where nobody gets what is printed any longer, it stops as well.
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
  let unwritten = false
  io.onOutputLost(({ reason, closed }) => {
    unwritten = !closed
    if (unwritten) io.err(`forgery ${command}: cannot write to standard output: ${reason}\n`)
    stop.abort()
  })
  try {
    const status = await work(stop.signal)
    // What the last text met is told a moment later.
    await new Promise((resolve) => setImmediate(resolve))
    if (unwritten) return 1
    return status === 130 && ended === 'SIGTERM' ? 143 : status
  } finally {
    off()
  }
}
