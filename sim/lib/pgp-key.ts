import { concat, unbase64 } from './bytes.ts'
import { sha1Hex } from './hash.ts'

const ARMOUR =
  /^-----BEGIN PGP PUBLIC KEY BLOCK-----\r?\n(?:[A-Za-z]+: .*\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+?)(?:\r?\n=[A-Za-z0-9+/]{4})?\r?\n-----END PGP PUBLIC KEY BLOCK-----\s*$/

/** Of the packets of a key, the public key itself (RFC 4880, 4.3). */
const PUBLIC_KEY = 6

/** The fingerprint of an armoured public key of version 4 (RFC 4880, 12.2); undefined where it is none. */
export function pgpFingerprint(armoured: string): string | undefined {
  const [, encoded = ''] = ARMOUR.exec(armoured.trim()) ?? []
  const digits = encoded.replace(/\s/g, '')
  if (digits === '' || digits.length % 4 !== 0) return undefined
  const body = firstPacket(unbase64(digits))
  if (body === undefined || body[0] !== 4) return undefined
  return sha1Hex(concat(Uint8Array.of(0x99, body.length >> 8, body.length & 0xff), body))
}

function firstPacket(bytes: Uint8Array): Uint8Array | undefined {
  const head = bytes[0] ?? 0
  const isNew = (head & 0x40) !== 0
  const tag = isNew ? head & 0x3f : (head >> 2) & 0x0f
  if ((head & 0x80) === 0 || tag !== PUBLIC_KEY) return undefined
  const [skip, length] = isNew ? newLength(bytes) : oldLength(bytes, head & 3)
  const body = bytes.subarray(skip, skip + length)
  return length > 0 && body.length === length ? body : undefined
}

function newLength(bytes: Uint8Array): readonly [number, number] {
  const [, first = 0, second = 0] = bytes
  return first < 192
    ? [2, first]
    : first < 224
      ? [3, ((first - 192) << 8) + second + 192]
      : [6, number(bytes, 2, 4)]
}

function oldLength(bytes: Uint8Array, kind: number): readonly [number, number] {
  const size = [1, 2, 4, 0][kind] as number
  return [1 + size, number(bytes, 1, size)]
}

function number(bytes: Uint8Array, from: number, size: number): number {
  return bytes.subarray(from, from + size).reduce((sum, byte) => sum * 256 + byte, 0)
}
