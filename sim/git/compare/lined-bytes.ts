import { binary } from '../../lib/bytes.ts'

const LINE_FEED = 10

/** A version of a file, and where its lines begin. A line has its end with it; the last one may lack it. */
export class LinedBytes {
  readonly bytes: Uint8Array
  /** Where each line begins, and where the last one ends. */
  readonly starts: Int32Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    const starts = [0]
    for (let at = bytes.indexOf(LINE_FEED) + 1; at > 0; at = bytes.indexOf(LINE_FEED, at) + 1) starts.push(at)
    if (starts.at(-1) !== bytes.length) starts.push(bytes.length)
    this.starts = new Int32Array(starts)
  }

  /** How many lines there are. */
  get count(): number {
    return this.starts.length - 1
  }

  /** A character for each byte of a line. */
  line(i: number): string {
    return binary(this.bytes, this.starts[i], this.starts[i + 1])
  }

  lines(): string[] {
    return Array.from({ length: this.count }, (_, i) => this.line(i))
  }
}

/** Whether a line of one version is a line of another. */
export function isSameLine(a: LinedBytes, i: number, b: LinedBytes, j: number): boolean {
  const [from, other] = [a.starts[i] as number, b.starts[j] as number]
  const length = (a.starts[i + 1] as number) - from
  if ((b.starts[j + 1] as number) - other !== length) return false
  for (let at = 0; at < length; at++) if (a.bytes[from + at] !== b.bytes[other + at]) return false
  return true
}
