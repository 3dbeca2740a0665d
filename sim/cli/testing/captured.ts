import type { EndingSignal, Io } from '../io.ts'

/** An `Io` that remembers what was printed and sends signals when a test says so. */
export interface Captured extends Io {
  readonly printed: () => string
  readonly complained: () => string
  signal(signal: EndingSignal): void
  closeInput(): void
  /** Resolves as soon as something printed fits. */
  until(pattern: RegExp): Promise<RegExpExecArray>
}

export function captured(env: Io['env'] = {}): Captured {
  let out = ''
  let err = ''
  const listeners = new Set<(signal: EndingSignal) => void>()
  const closed = new Set<() => void>()
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  return {
    env,
    interactive: false,
    watched: false,
    out(text) {
      out += text
      wake()
    },
    err(text) {
      err += text
      wake()
    },
    printed: () => out,
    complained: () => err,
    onOutputLost() {},
    onInputClosed(told) {
      closed.add(told)
    },
    closeInput() {
      for (const told of closed) told()
    },
    onSignal(told) {
      listeners.add(told)
      return () => listeners.delete(told)
    },
    signal(signal) {
      for (const told of listeners) told(signal)
    },
    until: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          const found = pattern.exec(out + err)
          if (found === null) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Text with ports, wall times and the paths of a machine replaced, so that it can be compared. */
export function masked(text: string): string {
  return text.replace(/(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:PORT')
}
