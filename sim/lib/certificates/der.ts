import { unbase64 } from '../bytes.ts'

/** A value of DER, the encoding of certificates and keys. */
export interface Der {
  readonly tag: number
  readonly bytes: Uint8Array
}

/** The values in bytes of DER. Throws a RangeError where there are none. */
export function readDer(bytes: Uint8Array): Der[] {
  const values: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const [length, start] = lengthAt(bytes, at + 1)
    const end = start + length
    if (end > bytes.length) throw new RangeError('DER that is cut short')
    values.push({ tag: bytes[at] as number, bytes: bytes.subarray(start, end) })
    at = end
  }
  return values
}

function lengthAt(bytes: Uint8Array, at: number): readonly [length: number, start: number] {
  const first = bytes[at]
  if (first === undefined) throw new RangeError('DER that is cut short')
  if (first < 0x80) return [first, at + 1]
  const octets = first & 0x7f
  if (octets === 0 || octets > 4) throw new RangeError('DER of no definite length')
  let length = 0
  for (let i = 1; i <= octets; i++) length = length * 256 + (bytes[at + i] ?? 0)
  return [length, at + 1 + octets]
}

/** `2.5.4.3` */
export function objectIdentifier(bytes: Uint8Array): string {
  const parts: number[] = []
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    if (parts.length === 0) parts.push(Math.min(2, Math.floor(value / 40)))
    parts.push(parts.length === 1 ? value - (parts[0] as number) * 40 : value)
    value = 0
  }
  return parts.join('.')
}

/** The bytes between the lines of a PEM text whose label ends so; undefined where it has none. */
export function pemBytes(pem: string, label: string): Uint8Array | undefined {
  const found = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]{1,65536})-----END \1-----/.exec(pem)
  if (found === null || !(found[1] as string).endsWith(label) || /ENCRYPTED/.test(found[1] as string))
    return undefined
  try {
    return unbase64((found[2] as string).replace(/\s/g, ''))
  } catch {
    return undefined
  }
}
