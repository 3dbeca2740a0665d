import { deflate } from 'pako'
import { equalBytes, utf8 } from './bytes.ts'
import { type Native, native } from './native.ts'

/** The zlib stream of bytes, the same on every platform. */
export function deflated(bytes: Uint8Array): Uint8Array {
  const fast = native()
  return fast !== undefined && isSame(fast) ? fast.deflate(bytes) : deflate(bytes)
}

// Some platforms have another zlib, which finds other repetitions.
const checked = new WeakMap<Native, boolean>()

function isSame(fast: Native): boolean {
  let same = checked.get(fast)
  if (same === undefined) {
    const sample = utf8(Array.from({ length: 700 }, (_, i) => ((i * i * 7919) % 4096).toString(36)).join(' '))
    same = equalBytes(fast.deflate(sample), deflate(sample))
    checked.set(fast, same)
  }
  return same
}
