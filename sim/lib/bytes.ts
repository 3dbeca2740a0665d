import { native } from './native.ts'

const encoder = new TextEncoder()
// A byte order mark is content: without `ignoreBOM` decoding would swallow it.
const lossy = new TextDecoder('utf-8', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

const DIGITS = encoder.encode('0123456789abcdef')
/** Characters joined per call: an argument list has a limit, and a blob can be larger than it. */
const CHUNK = 8192

/** The UTF-8 bytes of a string; a lone surrogate becomes U+FFFD. */
export function utf8(value: string): Uint8Array {
  return encoder.encode(value)
}

/** Writes a text into bytes, which have room for three a character, and tells where it ends. */
export function putUtf8(bytes: Uint8Array, at: number, value: string): number {
  return at + encoder.encodeInto(value, bytes.subarray(at)).written
}

const scratch = new Uint8Array(16 * 1024)

/** How many bytes `utf8` would give; of a short string none are made. */
export function utf8Length(value: string): number {
  // A character takes three at most.
  return 3 * value.length > scratch.length ? utf8(value).length : encoder.encodeInto(value, scratch).written
}

/** The string that bytes spell in UTF-8; what is not UTF-8 becomes U+FFFD. */
export function text(bytes: Uint8Array): string {
  return lossy.decode(bytes)
}

/** The same where the bytes are well-formed UTF-8, so that nothing is lost; undefined where they are not. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether bytes are well-formed UTF-8, so that `text` loses nothing. */
export function isUtf8(bytes: Uint8Array): boolean {
  return exactText(bytes) !== undefined
}

/** One array holding all the parts in order. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return concatAll(parts)
}

/** The same for a list of any length; an argument list has a limit. */
export function concatAll(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Lower-case hexadecimal, two digits for each byte from one place to another; default: of all. */
export function hex(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const fast = native()
  if (fast !== undefined) return fast.hex(bytes, from, to)
  const digits = new Uint8Array(2 * (to - from))
  for (let i = from, at = 0; i < to; i++) {
    const byte = bytes[i] as number
    digits[at++] = DIGITS[byte >> 4] as number
    digits[at++] = DIGITS[byte & 15] as number
  }
  return binary(digits)
}

/** The bytes behind hexadecimal digits of either case; throws on anything else. */
export function unhex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1)
  putHex(bytes, 0, digits)
  return bytes
}

/** Writes what hexadecimal digits spell into bytes, and tells where it ends. */
export function putHex(bytes: Uint8Array, at: number, digits: string): number {
  if (digits.length % 2 !== 0) throw new Error('not hexadecimal')
  let end = at
  for (let i = 0; i < digits.length; i += 2) bytes[end++] = 16 * digitAt(digits, i) + digitAt(digits, i + 1)
  return end
}

function digitAt(digits: string, at: number): number {
  const code = digits.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  if (letter < 0x61 || letter > 0x66) throw new Error('not hexadecimal')
  return letter - 0x57
}

/** One character per byte (code 0 to 255), from one place to another: text handling that must lose nothing, whatever the encoding. */
export function binary(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const fast = native()
  if (fast !== undefined) return fast.binary(bytes, from, to)
  let out = ''
  for (let at = from; at < to; at += CHUNK)
    // Typed arrays are as good as lists here, and spreading one would go through its iterator.
    out += String.fromCharCode.apply(
      null,
      bytes.subarray(at, Math.min(to, at + CHUNK)) as unknown as number[],
    )
  return out
}

/** The bytes of a string made by `binary`. */
export function unbinary(value: string): Uint8Array {
  const fast = value.length > CHUNK ? native() : undefined
  if (fast !== undefined) return fast.unbinary(value)
  const bytes = new Uint8Array(value.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = value.charCodeAt(i)
  return bytes
}

/** Padded base64 in the standard alphabet, without line breaks. */
export function base64(bytes: Uint8Array): string {
  return btoa(binary(bytes))
}

/** The bytes behind base64; white space and missing padding are accepted, anything else throws. */
export function unbase64(value: string): Uint8Array {
  return unbinary(atob(value))
}

/** Whether two arrays hold the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  const fast = native()
  if (fast !== undefined) return fast.areEqual(a, b)
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Whether a text can be written as UTF-8: half of a pair of surrogates cannot. */
export function isWellFormed(value: string): boolean {
  // `u` makes a class match halves alone, never those of a pair.
  return !/\p{Surrogate}/u.test(value)
}

/** The first characters of a text, and never half of one: part of an emoji is no text. */
export function beginningOf(text: string, most: number): string {
  const isHalf = /[\ud800-\udbff]/.test(text[most - 1] ?? '')
  return text.slice(0, isHalf ? most - 1 : most)
}
