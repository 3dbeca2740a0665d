import type { Native } from '../lib/native.ts'
import { nativeInflate } from './native-inflate.ts'

/** What Node inflates with, hashes piece by piece, and reads bytes as characters with; undefined in a browser, and in a Node that cannot be asked. */
export function nativeOfPlatform(): Native | undefined {
  // Not imported, so that what is joined for a browser has nothing of Node in it.
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto')
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')
  if (crypto?.createHash === undefined || zlib?.inflateSync === undefined) return undefined
  const { Buffer } = globalThis
  return {
    areEqual: (a, b) => Buffer.compare(a, b) === 0,
    binary: spelling('latin1'),
    hex: spelling('hex'),
    unbinary: (value) => plain(Buffer.from(value, 'latin1')),
    running(algorithm) {
      const running = crypto.createHash(algorithm)
      return { update: (data) => void running.update(data), digest: () => running.digest() }
    },
    inflate: nativeInflate(zlib),
  }
}

/** What Node's buffers do for their `toString`: other arrays of bytes can be asked so without being made a buffer first. */
interface Slicing {
  readonly latin1Slice?: (this: Uint8Array, from: number, to: number) => string
  readonly hexSlice?: (this: Uint8Array, from: number, to: number) => string
}

function spelling(encoding: 'latin1' | 'hex'): Native['binary'] {
  const { latin1Slice, hexSlice } = globalThis.Buffer.prototype as unknown as Slicing
  const slice = encoding === 'latin1' ? latin1Slice : hexSlice
  if (slice !== undefined) return (bytes, from, to) => slice.call(bytes, from, to)
  const { Buffer } = globalThis
  return ({ buffer, byteOffset }, from, to) =>
    Buffer.from(buffer, byteOffset + from, to - from).toString(encoding)
}

// What is kept as content is a plain array, whoever made it.
function plain({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length)
}
