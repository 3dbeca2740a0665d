/** The signals that end a command cleanly. */
export const endingSignals = ['SIGINT', 'SIGTERM'] as const
export type EndingSignal = (typeof endingSignals)[number]

/** Everything that a command touches besides files and sockets, so that tests can run one in process. */
export interface Io {
  out(text: string): void
  err(text: string): void
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
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
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
