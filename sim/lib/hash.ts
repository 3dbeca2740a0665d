import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { base64, hex, utf8 } from './bytes.ts'

const octets = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? utf8(data) : data)

/** SHA-1 in lower-case hexadecimal; a string is hashed as UTF-8. */
export function sha1Hex(data: Uint8Array | string): string {
  return hex(sha1(octets(data)))
}

/** SHA-256 in lower-case hexadecimal; a string is hashed as UTF-8. */
export function sha256Hex(data: Uint8Array | string): string {
  return hex(sha256(octets(data)))
}

/** MD5 in lower-case hexadecimal; a string is hashed as UTF-8. */
export function md5Hex(data: Uint8Array | string): string {
  return hex(md5(octets(data)))
}

/** SHA-512 in base64, as checksums of packages are written. */
export function sha512Base64(data: Uint8Array | string): string {
  return base64(sha512(octets(data)))
}
