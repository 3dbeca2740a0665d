// What the suite knows of the service's archives: a gzipped tar, read and written here once more.

const RECORD = 512
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Contents by paths, without `./` before them. */
export type Files = ReadonlyMap<string, Uint8Array>

/** The files of an archive; undefined for bytes that are none. */
export async function openArchive(archive: Uint8Array): Promise<Files | undefined> {
  try {
    return filesOf(await unzipped(archive))
  } catch {
    return undefined
  }
}

function filesOf(tar: Uint8Array): Files | undefined {
  const files = new Map<string, Uint8Array>()
  for (let at = 0; at + RECORD <= tar.length && tar[at] !== 0; ) {
    const field = (start: number, length: number) =>
      decoder.decode(tar.subarray(at + start, at + start + length)).split('\0', 1)[0] ?? ''
    const size = Number.parseInt(field(124, 12), 8)
    if (field(257, 5) !== 'ustar' || Number.isNaN(size)) return undefined
    const [name, prefix] = [field(0, 100), field(345, 155)]
    const path = (prefix === '' || tar[at + 262] !== 0 ? name : `${prefix}/${name}`).replace(/^\.\//, '')
    if (field(156, 1) === '0') files.set(path, tar.subarray(at + RECORD, at + RECORD + size))
    at += RECORD + Math.ceil(size / RECORD) * RECORD
  }
  return files
}

/** Something that is no file: `1` a hard link, `2` a symbolic one. */
export interface OddEntry {
  readonly path: string
  readonly type: string
  readonly link?: string
}

/** An archive of these files. */
export function packArchive(files: Files, odd: readonly OddEntry[] = []): Promise<Uint8Array> {
  const records = odd.map(({ path, type, link }) => headerOf(path, type, 0, link))
  for (const [path, bytes] of files)
    records.push(headerOf(path, '0', bytes.length), bytes, new Uint8Array(-bytes.length & (RECORD - 1)))
  return zipped(joined([...records, new Uint8Array(2 * RECORD)]))
}

export function unzipped(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new DecompressionStream('gzip'))
}

export function zipped(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new CompressionStream('gzip'))
}

function headerOf(path: string, type: string, size: number, link = ''): Uint8Array {
  const header = new Uint8Array(RECORD)
  const put = (at: number, text: string) => header.set(encoder.encode(text), at)
  put(0, path)
  put(100, '0000644\x000000000\x000000000\0')
  put(124, `${size.toString(8).padStart(11, '0')}\x0000000000000\0        ${type}${link}`)
  put(257, 'ustar\x0000')
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return header
}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter()
  // What is wrong is told to whoever reads.
  const written = writer.write(bytes).then(() => writer.close())
  written.catch(() => undefined)
  return new Uint8Array(await new Response(stream.readable).arrayBuffer())
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i])
}

export function bytesOfText(text: string): Uint8Array {
  return encoder.encode(text)
}

export function textOfBytes(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : decoder.decode(bytes)
}

/** An archive that is a project, and hardly more. */
export function leastArchive(more: { readonly [path: string]: string } = {}): Map<string, Uint8Array> {
  const files = { VERSION: '0.2.4', 'tree/project.json': '{}', ...more }
  return new Map(Object.entries(files).map(([path, text]) => [path, bytesOfText(text)]))
}

/** Lines of a relation. */
export function relationLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
