import type { Io } from '../io.ts'

/** Texts that are written together. */
export interface Gathered extends Pick<Io, 'out' | 'err'> {
  /** Writes what was not written yet. */
  flush(): void
}

/** Characters that do not wait for others. */
const MANY = 32_768

/**
 * Writes what one turn of the event loop puts out in one go: to write a line to a pipe takes as long as many a request.
 * Complaints stay behind the lines that came before them.
 */
export function gathered({ out, err }: Pick<Io, 'out' | 'err'>): Gathered {
  let waiting = ''
  const flush = () => {
    if (waiting === '') return
    const text = waiting
    waiting = ''
    out(text)
  }
  return {
    out(text) {
      if (waiting === '') setImmediate(flush)
      waiting += text
      if (waiting.length > MANY) flush()
    },
    err(text) {
      flush()
      err(text)
    },
    flush,
  }
}
