import { base64, text, unbase64, unhex } from './bytes.ts'
import { md5Hex, sha256Hex } from './hash.ts'

export const sshKeyTypes = ['rsa', 'dsa', 'ecdsa', 'ed25519', 'ecdsa_sk', 'ed25519_sk'] as const
export type SshKeyType = (typeof sshKeyTypes)[number]

/** A public key of SSH, as far as it can be told without its private half. */
export interface PublicKey {
  readonly type: SshKeyType
  readonly bits: number
  /** What the base64 stands for: the key on the wire (RFC 4253, 6.6), of which fingerprints are made. */
  readonly bytes: Uint8Array
}

/** The key of a line `ssh-ed25519 AAAA… comment`; undefined where it is none. */
export function readPublicKey(line: string): PublicKey | undefined {
  const [name = '', encoded = ''] = line.trim().split(/\s+/)
  const format = formats[name]
  if (format === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.length % 4 !== 0)
    return undefined
  const bytes = unbase64(encoded)
  const [inner, ...fields] = fieldsOf(bytes) ?? []
  if (inner === undefined || text(inner) !== name) return undefined
  const bits = format.bits(fields)
  return bits === undefined ? undefined : { type: format.type, bits, bytes }
}

export interface Fingerprints {
  /** MD5: 16 pairs of hexadecimal digits joined by colons. */
  readonly fingerprintMd5: string
  /** SHA-256: base64 without padding, and without the prefix `SHA256:`. */
  readonly fingerprintSha256: string
}

export function fingerprintsOf(bytes: Uint8Array): Fingerprints {
  return {
    fingerprintMd5: (md5Hex(bytes).match(/../g) as string[]).join(':'),
    fingerprintSha256: base64(unhex(sha256Hex(bytes))).replace(/=+$/, ''),
  }
}

interface Format {
  readonly type: SshKeyType
  /** The size of the key that has these fields after its name; undefined where they are not its fields. */
  readonly bits: (fields: readonly Uint8Array[]) => number | undefined
}

const formats: { readonly [name: string]: Format | undefined } = {
  'ssh-rsa': {
    type: 'rsa',
    bits: ([e, n, ...more]) => (e && n && more.length === 0 ? length(n) : undefined),
  },
  'ssh-dss': {
    type: 'dsa',
    bits: ([p, ...rest]) => (p && rest.length === 3 ? length(p) : undefined),
  },
  'ssh-ed25519': {
    type: 'ed25519',
    bits: (fields) => (fields.length === 1 ? edwards(fields[0]) : undefined),
  },
  'sk-ssh-ed25519@openssh.com': {
    type: 'ed25519_sk',
    bits: (fields) => (fields.length === 2 ? edwards(fields[0]) : undefined),
  },
  'sk-ecdsa-sha2-nistp256@openssh.com': {
    type: 'ecdsa_sk',
    bits: (fields) => (fields.length === 3 ? onCurve(256, fields) : undefined),
  },
  ...Object.fromEntries(
    [256, 384, 521].map((size): [string, Format] => [
      `ecdsa-sha2-nistp${size}`,
      { type: 'ecdsa', bits: (fields) => (fields.length === 2 ? onCurve(size, fields) : undefined) },
    ]),
  ),
}

function edwards(point: Uint8Array | undefined): number | undefined {
  return point?.length === 32 ? 256 : undefined
}

// The name of the curve, and an uncompressed point on it.
function onCurve(size: number, [curve, point]: readonly Uint8Array[]): number | undefined {
  if (curve === undefined || text(curve) !== `nistp${size}`) return undefined
  return point?.[0] === 4 && point.length === 1 + 2 * Math.ceil(size / 8) ? size : undefined
}

/** The bits of a number on the wire: most significant byte first, and a zero before a set sign bit. */
function length(number: Uint8Array): number | undefined {
  const first = number.findIndex((byte) => byte !== 0)
  if (first < 0 || (number[0] as number) >= 128) return undefined
  return 8 * (number.length - first) - (Math.clz32(number[first] as number) - 24)
}

/** Fields with their lengths before them; undefined where the bytes end elsewhere. */
function fieldsOf(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const fields: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + 4 > bytes.length) return undefined
    const end = at + 4 + view.getUint32(at)
    if (end > bytes.length) return undefined
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  return fields
}
