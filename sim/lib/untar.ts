import { binary, text } from './bytes.ts'
import { finished, Pace, type Steps } from './steps.ts'
import { RECORD, tarChecksum } from './tar.ts'

// Our own reader, since the libraries that read tar without waiting check neither sums nor sizes, follow whatever names
// they find, and cannot tell a link from a file that shares its name.

/** Something in an archive that comes from elsewhere. */
export interface TarEntry {
  /** Below the archive's root: no `./` before it, no slash at its end, no step upward in it. */
  readonly path: string
  readonly kind: 'file' | 'directory' | 'link' | 'hard link'
  /** Of a file. */
  readonly bytes: Uint8Array
}

export interface TarBounds {
  readonly entries: number
  /** Bytes of a path, and of a record of attributes. */
  readonly path: number
  readonly attributes: number
}

export const tarBounds: TarBounds = { entries: 100_000, path: 4096, attributes: 64 * 1024 }

/** What is no tar archive, or one that nobody should unpack; the message is the one of the common program. */
export class TarError extends Error {
  override readonly name = 'TarError'
}

/**
 * The entries of a tar archive, which may be old, POSIX or GNU. Files are views on `bytes`, so what an archive claims to
 * hold costs nothing. Throws a TarError.
 */
export function untar(bytes: Uint8Array, bounds: TarBounds = tarBounds): readonly TarEntry[] {
  return finished(untarSteps(bytes, bounds))
}

/** The same step by step. */
export function* untarSteps(bytes: Uint8Array, bounds: TarBounds = tarBounds): Steps<readonly TarEntry[]> {
  const found: TarEntry[] = []
  const pace = new Pace()
  let told: Told = {}
  let entries = 0
  for (let at = 0; at < bytes.length; ) {
    const header = bytes.subarray(at, at + RECORD)
    if (header.length < RECORD) throw new TarError('tar: Unexpected EOF in archive')
    if (header.every((byte) => byte === 0)) break
    if (pace.after(0)) yield
    checkSum(header, at)
    if (++entries > bounds.entries) throw new TarError('tar: Too many entries in archive')
    const type = String.fromCharCode(header[156] as number)
    const size = told.size ?? number(header, 124, 12)
    const content = bytes.subarray(at + RECORD, at + RECORD + (hasContent(type) ? size : 0))
    if (hasContent(type) && content.length < size) throw new TarError('tar: Unexpected EOF in archive')
    at += RECORD + Math.ceil(content.length / RECORD) * RECORD
    if (isAboutNext(type)) told = { ...told, ...toldBy(type, content, bounds) }
    else if (type !== 'g') {
      const path = pathOf(told.path ?? nameIn(header), bounds)
      told = {}
      if (path !== undefined)
        found.push({ path, kind: kindOf(type, path), bytes: type === '5' ? NOTHING : content })
    }
  }
  return found
}

const NOTHING = new Uint8Array()

/** What one entry says of the next. */
interface Told {
  readonly path?: string
  readonly size?: number
}

function checkSum(header: Uint8Array, at: number): void {
  if (number(header, 148, 8) === tarChecksum(header)) return
  throw new TarError(at === 0 ? 'tar: This does not look like a tar archive' : 'tar: Skipping to next header')
}

// Octal digits, or, where the first bit is set, a number of 95 bits of which nobody needs the upper ones.
function number(header: Uint8Array, from: number, length: number): number {
  const field = header.subarray(from, from + length)
  if ((field[0] as number) & 128) {
    const value = field.reduce((sum, byte, i) => sum * 256 + (i === 0 ? byte & 127 : byte), 0)
    return Number.isSafeInteger(value) ? value : Number.MAX_SAFE_INTEGER
  }
  const digits = /^[ \0]*([0-7]*)[ \0]*/.exec(binary(field))?.[1] ?? ''
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}

function nameIn(header: Uint8Array): string {
  const name = field(header, 0, 100)
  const prefix = field(header, 257, 5) === 'ustar' && header[262] === 0 ? field(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function field(header: Uint8Array, from: number, length: number): string {
  const bytes = header.subarray(from, from + length)
  const end = bytes.indexOf(0)
  return text(end < 0 ? bytes : bytes.subarray(0, end))
}

function hasContent(type: string): boolean {
  return !'123456'.includes(type)
}

function isAboutNext(type: string): boolean {
  return type === 'x' || type === 'L' || type === 'K'
}

function toldBy(type: string, content: Uint8Array, { attributes }: TarBounds): Told {
  if (content.length > attributes) throw new TarError('tar: Extended header is too long')
  if (type === 'L') return { path: text(content).replace(/\0.*$/s, '') }
  return type === 'x' ? attributesIn(content) : {}
}

// Lines of `LENGTH KEY=VALUE`, each of which counts itself.
function attributesIn(content: Uint8Array): Told {
  const found: { path?: string; size?: number } = {}
  for (let at = 0; at < content.length; ) {
    const head = /^(\d{1,5}) ([^=]{1,200})=/.exec(binary(content.subarray(at, at + 300)))
    const length = Number(head?.[1] ?? 0)
    const start = head?.[0]?.length ?? 0
    if (length <= start || at + length > content.length) throw new TarError('tar: Malformed extended header')
    const value = text(content.subarray(at + start, at + length - 1))
    if (head?.[2] === 'path') found.path = value
    if (head?.[2] === 'size') {
      if (!/^\d{1,15}$/.test(value)) throw new TarError('tar: Malformed extended header')
      found.size = Number(value)
    }
    at += length
  }
  return found
}

// As the common program reads names: a slash at the start is dropped, a step upward ends it all. Undefined for the root.
function pathOf(name: string, bounds: TarBounds): string | undefined {
  if (name.length > bounds.path) throw new TarError('tar: File name too long')
  const steps = name.split('/').filter((step) => step !== '' && step !== '.')
  if (steps.includes('..')) throw new TarError(`tar: ${name}: Member name contains '..'`)
  if (name.includes('\0')) throw new TarError('tar: Malformed file name')
  return steps.length === 0 ? undefined : steps.join('/')
}

function kindOf(type: string, path: string): TarEntry['kind'] {
  switch (type) {
    case '\0':
    case '0':
    case '7':
      return 'file'
    case '1':
      return 'hard link'
    case '2':
      return 'link'
    case '5':
      return 'directory'
    case '3':
    case '4':
    case '6':
      throw new TarError(`tar: ${path}: Cannot mknod: Operation not permitted`)
    default:
      throw new TarError(`tar: ${path}: Unknown file type '${type}'`)
  }
}
