import type { Native } from '../lib/native.ts'

/** Of Node's module of that name. */
interface Zlib {
  createGzip(): object
}

/** An engine below the stream that its types tell of. */
interface Engine {
  readonly _handle: {
    onerror: (message: string) => void
    writeSync(
      flush: number,
      input: Uint8Array,
      from: number,
      length: number,
      output: Uint8Array,
      to: number,
      room: number,
    ): void
    close(): void
  }
  /** Room that is left in the output, and input that is left, after each write. */
  readonly _writeState: Uint32Array
}

const NO_FLUSH = 0
const FINISH = 4
const CHUNK = 64 * 1024
/** Where the head of a file tells the system that it comes from, and what tells Unix. */
const SYSTEM = 9
const UNIX = 3

/**
 * Compresses piece by piece in between two turns, which Node's streams do not: as git does, whatever the system.
 * Undefined where Node's engine cannot be used so.
 */
export function nativeGzip(zlib: Zlib): Native['gzip'] {
  return () => {
    const { _handle: handle, _writeState: state } = zlib.createGzip() as Partial<Engine>
    if (handle?.writeSync === undefined || !(state instanceof Uint32Array)) return undefined
    handle.onerror = (message) => {
      throw new Error(message)
    }
    let isHead = true
    return {
      push(piece, isLast) {
        const made: Uint8Array[] = []
        let from = 0
        for (let room = 0; room === 0; room = state[0] as number) {
          const output = new Uint8Array(CHUNK)
          const flush = isLast ? FINISH : NO_FLUSH
          handle.writeSync(flush, piece, from, piece.length - from, output, 0, CHUNK)
          from = piece.length - (state[1] as number)
          made.push(output.subarray(0, CHUNK - (state[0] as number)))
        }
        if (isHead && (made[0]?.length ?? 0) > SYSTEM) {
          ;(made[0] as Uint8Array)[SYSTEM] = UNIX
          isHead = false
        }
        if (isLast) handle.close()
        return made
      },
    }
  }
}
