import { systemReason } from './failure.ts'

/** The signals that end a command cleanly. */
export const endingSignals = ['SIGINT', 'SIGTERM'] as const
export type EndingSignal = (typeof endingSignals)[number]

/** Why standard output reaches nobody any longer. */
export interface LostOutput {
  readonly reason: string
  /** Its reader went away, and may have seen enough. */
  readonly closed: boolean
}

/** Everything that a command touches besides files and sockets, so that tests can run one in process. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /**
   * What is done, once, when `out` reaches nobody any longer; later texts are dropped. Unless told, a command ends: with
   * status 0 where its reader has seen enough (`forgery world | head`), else with a sentence and status 1.
   */
  onOutputLost(act: (lost: LostOutput) => void): void
  /** Calls back once standard input is at its end: nobody holds its other end any longer. What comes before is dropped. */
  onInputClosed(told: () => void): void
  readonly env: { readonly [name: string]: string | undefined }
  /** Calls back at each signal until the returned function is called. */
  onSignal(told: (signal: EndingSignal) => void): () => void
  /** True when a person at a terminal sends signals to the whole group of processes. */
  readonly interactive: boolean
  /** True when what goes to `err` is seen on a terminal. */
  readonly watched: boolean
}

/** The real process. */
export function processIo(): Io {
  let act: ((lost: LostOutput) => void) | undefined
  let lost = false
  const err = (text: string) => attempt(process.stderr, text, () => {})
  const lose = (error: NodeJS.ErrnoException) => {
    if (lost) return
    lost = true
    const reason = systemReason(error)
    const closed = error.code === 'EPIPE'
    if (act !== undefined) act({ reason, closed })
    else if (closed) process.exit(0)
    else {
      err(`forgery: cannot write to standard output: ${reason}\n`)
      process.exit(1)
    }
  }
  process.stdout.on('error', lose)
  process.stderr.on('error', () => {})
  return {
    out: (text) => {
      if (!lost) attempt(process.stdout, text, lose)
    },
    err,
    onOutputLost: (given) => {
      act = given
    },
    onInputClosed(told) {
      for (const event of ['end', 'error', 'close']) process.stdin.once(event, told)
      process.stdin.resume()
    },
    env: process.env,
    interactive: process.stdin.isTTY === true,
    watched: process.stderr.isTTY === true,
    onSignal(told) {
      const listeners = endingSignals.map((signal) => ({ signal, listener: () => told(signal) }))
      for (const { signal, listener } of listeners) process.on(signal, listener)
      return () => {
        for (const { signal, listener } of listeners) process.off(signal, listener)
      }
    },
  }
}

// A pipe tells later that nobody reads it, a file at once that its disk is full.
function attempt(
  stream: NodeJS.WriteStream,
  text: string,
  failed: (error: NodeJS.ErrnoException) => void,
): void {
  try {
    stream.write(text)
  } catch (error) {
    failed(error as NodeJS.ErrnoException)
  }
}
