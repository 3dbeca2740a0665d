import { unbase64 } from '../../lib/bytes.ts'

/** The bytes behind base64, read as leniently as the service does: other characters do not count. */
export function bytesOf(base64: string): Uint8Array {
  const digits = base64.replace(/[^A-Za-z0-9+/]/g, '')
  return unbase64(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
}
