import { concatAll } from '../lib/bytes.ts'
import { Pace, type Steps } from '../lib/steps.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
/** Bytes to a line of a binary patch. */
const LINE = 52
/** The most that one uncompressed block of a deflate stream holds. */
const BLOCK = 65_535
const ADLER_MODULUS = 65_521

/**
 * A change of bytes in the form of git diff --binary, which git apply can undo too. Nothing is compressed: git
 * takes a stream of stored blocks just as well, and no compressor is needed here.
 */
export function* binaryPatchSteps(a: Uint8Array, b: Uint8Array): Steps<string> {
  return `GIT binary patch\n${yield* literal(b)}${yield* literal(a)}`
}

/** Bytes that take as long to handle as one takes to be written as digits. */
const EACH_BYTE = 8

function* literal(bytes: Uint8Array): Steps<string> {
  const pace = new Pace()
  const stream = yield* store(bytes)
  // Joined part by part: an engine takes a turn of its own for a text that is put together of millions of pieces.
  const parts: string[] = []
  let lines: string[] = []
  for (let at = 0; at < stream.length; at += LINE) {
    lines.push(line(stream.subarray(at, at + LINE)))
    if (!pace.of(LINE * EACH_BYTE)) continue
    parts.push(lines.join(''))
    lines = []
    yield
  }
  parts.push(lines.join(''))
  return `literal ${bytes.length}\n${parts.join('')}\n`
}

/** A line starts with the number of its bytes: A to Z for 1 to 26, a to z from there on. */
function line(bytes: Uint8Array): string {
  const length = bytes.length <= 26 ? 64 + bytes.length : 70 + bytes.length
  let out = String.fromCharCode(length)
  for (let at = 0; at < bytes.length; at += 4) out += base85(bytes, at)
  return `${out}\n`
}

/** Four bytes, with zeros for the ones that are not there, as five digits. */
function base85(bytes: Uint8Array, at: number): string {
  let value = 0
  for (let i = at; i < at + 4; i++) value = value * 256 + (bytes[i] ?? 0)
  let digits = ''
  for (let i = 0; i < 5; i++) {
    digits = ALPHABET.charAt(value % 85) + digits
    value = Math.floor(value / 85)
  }
  return digits
}

/** Bytes as a zlib stream that compresses nothing. */
function* store(bytes: Uint8Array): Steps<Uint8Array> {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)]
  let at = 0
  do {
    const block = bytes.subarray(at, at + BLOCK)
    at += block.length
    const length = [block.length & 255, block.length >> 8]
    const complement = length.map((byte) => byte ^ 255)
    parts.push(Uint8Array.of(at >= bytes.length ? 1 : 0, ...length, ...complement), block)
  } while (at < bytes.length)
  return concatAll([...parts, yield* adler32(bytes)])
}

function* adler32(bytes: Uint8Array): Steps<Uint8Array> {
  const pace = new Pace()
  let [low, high] = [1, 0]
  for (let at = 0; at < bytes.length; at += BLOCK) {
    for (const byte of bytes.subarray(at, at + BLOCK)) {
      low = (low + byte) % ADLER_MODULUS
      high = (high + low) % ADLER_MODULUS
    }
    if (pace.of(BLOCK)) yield
  }
  return Uint8Array.of(high >> 8, high & 255, low >> 8, low & 255)
}
