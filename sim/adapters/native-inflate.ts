import type { Native } from '../lib/native.ts'

/** Of Node's module of that name. */
interface Zlib {
  createInflate(): object
  inflateSync(input: Uint8Array, settings: object): object
}

/** Inflates with what Node has. */
export function nativeInflate(zlib: Zlib): Native['inflate'] {
  let chosen: Native['inflate'] | undefined
  return (input, from, most, scratch) => {
    chosen ??= again(zlib) ?? anew(zlib)
    return chosen(input, from, most, scratch)
  }
}

/** An engine for each stream. */
export function anew(zlib: Zlib): Native['inflate'] {
  return (input, from, most) => {
    // One piece takes it all, and one byte more tells that the stream has ended.
    const chunkSize = Math.max(64, most + 1)
    const settings = { info: true, chunkSize, maxOutputLength: Math.max(1, most) }
    const { buffer, engine } = zlib.inflateSync(input.subarray(from), settings) as Told
    const { buffer: memory, byteOffset, length } = buffer
    return { bytes: new Uint8Array(memory, byteOffset, length), end: from + engine.bytesWritten }
  }
}

/** What `inflateSync` answers when it is asked for more than the bytes, which its types do not tell. */
interface Told {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

/** An engine below the stream that its types tell of. */
interface Engine {
  readonly _handle: {
    onerror: (message: string) => void
    reset(): void
    writeSync(
      flush: number,
      input: Uint8Array,
      from: number,
      length: number,
      output: Uint8Array,
      to: number,
      room: number,
    ): void
  }
  /** Room that is left in the output, and input that is left, after each write. */
  readonly _writeState: Uint32Array
}

const FINISH = 4

/**
 * One engine for all streams: objects of git are small, and to make an engine takes several times as long as to inflate
 * one. Undefined where Node's engine cannot be used so.
 */
export function again(zlib: Zlib): Native['inflate'] | undefined {
  let broken = ''
  try {
    const { _handle: handle, _writeState: state } = zlib.createInflate() as Engine
    handle.onerror = (message) => {
      broken = message
    }
    const inflate: Native['inflate'] = (input, from, most, scratch) => {
      // With one byte more than it may have, a stream that ends leaves room, and one that does not is an error.
      const output = scratch !== undefined && scratch.length > most ? scratch : new Uint8Array(most + 1)
      broken = ''
      handle.reset()
      handle.writeSync(FINISH, input, from, input.length - from, output, 0, most + 1)
      const [room = 0, rest = 0] = [state[0], state[1]]
      if (broken !== '' || room === 0) throw new Error(broken || 'the stream is too long')
      return { bytes: output.subarray(0, most + 1 - room), end: input.length - rest }
    }
    return isUsable(inflate) ? inflate : undefined
  } catch {
    return undefined
  }
}

/** The stream of `ab`, between other bytes. */
const SAMPLE = Uint8Array.of(9, 9, 0x78, 0x9c, 0x4b, 0x4c, 0x02, 0x00, 0x01, 0x26, 0x00, 0xc4, 9)

// As often as it is asked, whatever went wrong before.
function isUsable(inflate: Native['inflate']): boolean {
  return [2, 1, 2].every((most) => {
    try {
      const { bytes, end } = inflate(SAMPLE, 2, most)
      return most === 2 && end === SAMPLE.length - 1 && String(bytes) === '97,98'
    } catch {
      return most === 1
    }
  })
}
