import { unbase64 } from '../../lib/bytes.ts'

/** Decodes base64 as leniently as the service: other characters are skipped. */
export function bytesOf(base64: string): Uint8Array {
  const digits = base64.replace(/[^A-Za-z0-9+/]/g, '')
  return unbase64(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
}
