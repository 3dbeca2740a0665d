const RECORD = 512

/** What the suite reads of a tar archive that came as text. */
export interface Unpacked {
  /** The one folder that holds everything. */
  readonly top: string
  /** Contents of files by their paths below it. */
  readonly files: ReadonlyMap<string, string>
}

/** Reads an archive of text files, as any reader of the format does; undefined when it is none. */
export function unpackTar(text: string): Unpacked | undefined {
  const bytes = new TextEncoder().encode(text)
  const files = new Map<string, string>()
  let top: string | undefined
  let longPath: string | undefined
  for (let at = 0; at + RECORD <= bytes.length && bytes[at] !== 0; ) {
    const field = (start: number, length: number) =>
      decoded(bytes.subarray(at + start, at + start + length)).split('\0', 1)[0] ?? ''
    const size = Number.parseInt(field(124, 12), 8)
    if (field(257, 5) !== 'ustar' || Number.isNaN(size)) return undefined
    const content = decoded(bytes.subarray(at + RECORD, at + RECORD + size))
    const [type, prefix] = [field(156, 1), field(345, 155)]
    const path = longPath ?? (prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`)
    if (type === 'x') longPath = /\d+ path=([^\n]*)\n/.exec(content)?.[1]
    else if (type !== 'g') {
      longPath = undefined
      top ??= path.replace(/\/$/, '')
      if (!path.startsWith(`${top}/`)) return undefined
      if (type === '0') files.set(path.slice(top.length + 1), content)
    }
    at += RECORD + Math.ceil(size / RECORD) * RECORD
  }
  return top === undefined ? undefined : { top, files }
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
