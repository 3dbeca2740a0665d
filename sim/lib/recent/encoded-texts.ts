import { putUtf8, utf8 } from '../bytes.ts'

/** Texts are written into one array, one behind another: memory for each would take as long as encoding it. */
const SIZE = 1024 * 1024

let written: Uint8Array | undefined
let end = 0
let latest: Encoded[] = []

interface Encoded {
  readonly text: string
  readonly bytes: Uint8Array
  copy?: Uint8Array
}

/** The bytes of a text, for whoever looks at them at once: the next ones take their place. */
export function encodedBriefly(text: string): Uint8Array {
  const most = 3 * text.length
  if (most > SIZE) return utf8(text)
  if (SIZE - end < most) {
    end = 0
    latest = []
  }
  written ??= new Uint8Array(SIZE)
  return written.subarray(end, putUtf8(written, end, text))
}

/** The same, and a copy of them is to be had for a while. */
export function encodedForNow(text: string): Uint8Array {
  const bytes = encodedBriefly(text)
  if (bytes.buffer === written?.buffer) {
    end += bytes.length
    latest.push({ text, bytes })
  }
  return bytes
}

/** Bytes of a text that stay: what was encoded for its tag is sent next, and then it is a copy. */
export function encodedForGood(text: string): Uint8Array {
  return encodedLately(text) ?? utf8(text)
}

/** The same of a text that was encoded lately; undefined for all others. */
export function encodedLately(text: string): Uint8Array | undefined {
  for (let i = latest.length - 1; i >= 0; i--) {
    const known = latest[i] as Encoded
    if (known.text !== text) continue
    known.copy ??= known.bytes.slice()
    return known.copy
  }
  return undefined
}
