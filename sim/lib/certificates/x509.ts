import { hex, text } from '../bytes.ts'
import { type Der, objectIdentifier, pemBytes, readDer } from './der.ts'

export interface Certificate {
  /** `/C=US/O=Acme/CN=www.example.com` */
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  /** ISO 8601. */
  readonly notBefore: string
  readonly notAfter: string
  readonly publicKey: PublicKey
}

/** The algorithm of a key, and the part of it that a certificate and its private key share, where that is known. */
export interface PublicKey {
  readonly algorithm: string
  readonly shared: string | undefined
}

const RSA = '1.2.840.113549.1.1.1'
const ELLIPTIC = '1.2.840.10045.2.1'
const [INTEGER, BITS, OCTETS, VERSION, PUBLIC] = [0x02, 0x03, 0x04, 0xa0, 0xa1]

/** Short names of the parts of a distinguished name. */
const names: { readonly [oid: string]: string } = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

/** The first certificate of a PEM text; undefined where it is none. */
export function readCertificate(pem: string): Certificate | undefined {
  const bytes = pemBytes(pem, 'CERTIFICATE')
  return bytes === undefined ? undefined : orUndefined(() => certificateIn(bytes))
}

function certificateIn(bytes: Uint8Array): Certificate {
  const signed = partsOf(partsOf(only(bytes))[0])
  const [serial, , issuer, validity, subject, key] = signed[0]?.tag === VERSION ? signed.slice(1) : signed
  const [from, until] = partsOf(validity)
  return {
    subject: nameIn(subject),
    issuer: nameIn(issuer),
    serial: hex(bytesOf(serial)),
    notBefore: timeIn(from),
    notAfter: timeIn(until),
    publicKey: publicKeyIn(key),
  }
}

/** What is read of a certificate, in the layout in which OpenSSL prints one. */
export function certificateText({ subject, issuer, serial, notBefore, notAfter }: Certificate): string {
  const spaced = (name: string) => name.slice(1).replaceAll('/', ', ').replaceAll('=', ' = ')
  const digits = serial.replace(/..(?=.)/g, '$&:')
  return `Certificate:
    Data:
        Serial Number:
            ${digits}
        Issuer: ${spaced(issuer)}
        Validity
            Not Before: ${printed(notBefore)}
            Not After : ${printed(notAfter)}
        Subject: ${spaced(subject)}
`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

// `Nov  8 22:28:18 2026 GMT`
function printed(time: string): string {
  const [year = '', month = '', day = ''] = time.slice(0, 10).split('-')
  return `${months[Number(month) - 1]} ${`${Number(day)}`.padStart(2)} ${time.slice(11, 19)} ${year} GMT`
}

/** The public part of the private key in a PEM text; undefined where it is none. */
export function readPrivateKey(pem: string): PublicKey | undefined {
  const bytes = pemBytes(pem, 'PRIVATE KEY')
  if (bytes === undefined) return undefined
  if (pem.includes('BEGIN RSA ')) return orUndefined(() => rsaKey(bytes))
  if (pem.includes('BEGIN EC ')) return orUndefined(() => ellipticKey(bytes))
  return orUndefined(() => {
    const [, algorithm, key] = partsOf(only(bytes))
    const name = objectIdentifier(bytesOf(partsOf(algorithm)[0]))
    if (name === RSA) return rsaKey(bytesOf(key))
    return name === ELLIPTIC ? ellipticKey(bytesOf(key)) : { algorithm: name, shared: undefined }
  })
}

/** False where the key is certainly not that of the certificate. */
export function fits({ publicKey: one }: Certificate, other: PublicKey): boolean {
  if (one.algorithm !== other.algorithm) return false
  return one.shared === undefined || other.shared === undefined || one.shared === other.shared
}

function publicKeyIn(key: Der | undefined): PublicKey {
  const [about, bits] = partsOf(key)
  const algorithm = objectIdentifier(bytesOf(partsOf(about)[0]))
  const raw = bytesOf(bits).subarray(1)
  return { algorithm, shared: algorithm === RSA ? hex(bytesOf(partsOf(only(raw))[0])) : hex(raw) }
}

function rsaKey(bytes: Uint8Array): PublicKey {
  const [version, modulus] = partsOf(only(bytes))
  if (version?.tag !== INTEGER || modulus?.tag !== INTEGER) throw new RangeError('no RSA key')
  return { algorithm: RSA, shared: hex(modulus.bytes) }
}

function ellipticKey(bytes: Uint8Array): PublicKey {
  const [, secret, ...more] = partsOf(only(bytes))
  if (secret?.tag !== OCTETS) throw new RangeError('no key of an elliptic curve')
  const point = more.find(({ tag }) => tag === PUBLIC)
  const bits = point === undefined ? undefined : readDer(point.bytes).find(({ tag }) => tag === BITS)
  return { algorithm: ELLIPTIC, shared: bits === undefined ? undefined : hex(bits.bytes.subarray(1)) }
}

function nameIn(name: Der | undefined): string {
  return partsOf(name)
    .flatMap((set) => readDer(set.bytes))
    .map((part) => {
      const [kind, value] = partsOf(part)
      const oid = objectIdentifier(bytesOf(kind))
      return `/${names[oid] ?? oid}=${text(bytesOf(value))}`
    })
    .join('')
}

// Two digits of a year are of 1950 to 2049.
function timeIn(value: Der | undefined): string {
  const written = text(bytesOf(value))
  const whole = written.length === 13 ? `${written < '5' ? '20' : '19'}${written}` : written
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(whole)
  if (parts === null) throw new RangeError('no time')
  const [, year, month, day, hour, minute, second] = parts
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
}

function only(bytes: Uint8Array): Der {
  const [value, ...more] = readDer(bytes)
  if (value === undefined || more.length > 0) throw new RangeError('no single value of DER')
  return value
}

function partsOf(value: Der | undefined): Der[] {
  return readDer(bytesOf(value))
}

function bytesOf(value: Der | undefined): Uint8Array {
  if (value === undefined) throw new RangeError('DER without a value')
  return value.bytes
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (problem) {
    if (problem instanceof RangeError || problem instanceof TypeError) return undefined
    throw problem
  }
}
