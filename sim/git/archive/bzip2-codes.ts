import type { BitWriter } from './bits.ts'
import { codeLengths } from './huffman.ts'

/** As long as bzip2 itself makes a code. */
const LONGEST_CODE = 17
/** Symbols between two choices of a code table. */
const GROUP = 50

/** Writes the sorted bytes of a block: which bytes occur, the code, and the symbols. */
export function writeCoded(bytes: Uint8Array, out: BitWriter): void {
  const used = usedBytes(bytes)
  writeUsed(used, out)
  const { symbols, length } = movedToFront(bytes, used)
  const lengths = codeLengths(frequencies(symbols, length, used.length + 2), LONGEST_CODE)
  const groups = Math.ceil(length / GROUP)
  // The format asks for two tables at least. Both are the same here: choosing among several would save a few percent.
  out.write(2, 3)
  out.write(groups, 15)
  for (let i = 0; i < groups; i++) out.write(0, 1)
  writeLengths(lengths, out)
  writeLengths(lengths, out)
  const codes = canonicalCodes(lengths)
  for (let i = 0; i < length; i++) {
    const symbol = symbols[i] as number
    out.write(codes[symbol] as number, lengths[symbol] as number)
  }
}

function usedBytes(bytes: Uint8Array): number[] {
  const seen = new Uint8Array(256)
  for (const byte of bytes) seen[byte] = 1
  return [...seen.keys()].filter((byte) => seen[byte] === 1)
}

/** Sixteen bits for the rows that have any, and sixteen for each of these. */
function writeUsed(used: readonly number[], out: BitWriter): void {
  const rows = Array.from({ length: 16 }, () => 0)
  for (const byte of used) rows[byte >> 4] = (rows[byte >> 4] as number) | (0x8000 >> (byte & 15))
  out.write(
    rows.reduce((bits, row, i) => (row === 0 ? bits : bits | (0x8000 >> i)), 0),
    16,
  )
  for (const row of rows) if (row !== 0) out.write(row, 16)
}

/** Places in the list of recently used bytes; runs of the first place are written in two digits, then the end. */
function movedToFront(bytes: Uint8Array, used: readonly number[]) {
  const recent = Uint8Array.from(used)
  const symbols = new Uint16Array(bytes.length + 1)
  let length = 0
  let zeros = 0
  const endRun = () => {
    // A number in base two whose digits are one and two.
    for (let rest = zeros; rest > 0; rest = (rest - 1) >> 1) symbols[length++] = rest & 1 ? 0 : 1
    zeros = 0
  }
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (recent[0] === byte) {
      zeros++
      continue
    }
    endRun()
    let at = 1
    while (recent[at] !== byte) at++
    recent.copyWithin(1, 0, at)
    recent[0] = byte
    symbols[length++] = at + 1
  }
  endRun()
  symbols[length++] = used.length + 1
  return { symbols, length }
}

function frequencies(symbols: Uint16Array, length: number, size: number): number[] {
  const counts = Array.from({ length: size }, () => 0)
  for (let i = 0; i < length; i++) {
    const symbol = symbols[i] as number
    counts[symbol] = (counts[symbol] as number) + 1
  }
  return counts
}

function writeLengths(lengths: readonly number[], out: BitWriter): void {
  let current = lengths[0] as number
  out.write(current, 5)
  for (const length of lengths) {
    for (; current < length; current++) out.write(2, 2)
    for (; current > length; current--) out.write(3, 2)
    out.write(0, 1)
  }
}

/** Shorter codes come first, and codes of the same length in the order of their symbols. */
function canonicalCodes(lengths: readonly number[]): number[] {
  const codes = lengths.map(() => 0)
  let code = 0
  for (let length = 1; length <= LONGEST_CODE; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++)
      if (lengths[symbol] === length) codes[symbol] = code++
    code <<= 1
  }
  return codes
}
