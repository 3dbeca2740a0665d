import { concat, utf8 } from '../lib/bytes.ts'
import type { ArchiveEntry, ArchiveStamp } from './archive-entries.ts'

// Our own encoder, since the libraries that write tar without waiting know neither symbolic links nor paths above 100
// bytes. It writes the bytes of `git archive`, so that every reader of the service's archives reads these.

const RECORD = 512
const BLOCK = 20 * RECORD
const NAME = 100
const PREFIX = 155

/** As the stamp of any archive; one that is of no commit names none. */
type TarStamp = Pick<ArchiveStamp, 'at'> & Partial<ArchiveStamp>

/** The pieces of a tar archive; joined they are what git writes for the same commit. */
export function* tarPieces(entries: Iterable<ArchiveEntry>, stamp: TarStamp): Generator<Uint8Array> {
  let written = 0
  for (const piece of records(entries, stamp)) {
    written += piece.length
    yield piece
  }
  // At least two empty records end the archive, which is a whole number of blocks.
  const tail = BLOCK - (written % BLOCK)
  yield new Uint8Array(tail < 2 * RECORD ? tail + BLOCK : tail)
}

function* records(entries: Iterable<ArchiveEntry>, stamp: TarStamp): Generator<Uint8Array> {
  if (stamp.commit !== undefined) {
    const comment = attribute('comment', utf8(stamp.commit))
    yield header({ name: utf8('pax_global_header'), mode: 0o666, type: 'g', size: comment.length }, stamp)
    yield* padded(comment)
  }
  for (const entry of entries) yield* entryRecords(entry, stamp)
}

function* entryRecords(entry: ArchiveEntry, stamp: TarStamp): Generator<Uint8Array> {
  const path = utf8(entry.kind === 'directory' ? `${entry.path}/` : entry.path)
  const target = entry.kind === 'link' ? entry.bytes : undefined
  const place = placed(path)
  const longTarget = target !== undefined && target.length > NAME
  if (place === undefined || longTarget) {
    const attributes = concat(
      ...(place === undefined ? [attribute('path', path)] : []),
      ...(longTarget ? [attribute('linkpath', target)] : []),
    )
    const name = utf8(`${entry.id}.paxheader`)
    yield header({ name, mode: 0o666, type: 'x', size: attributes.length }, stamp)
    yield* padded(attributes)
  }
  const { name, prefix } = place ?? { name: utf8(`${entry.id}.data`), prefix: undefined }
  const { mode, type } = kinds[entry.kind]
  const link = longTarget ? utf8(`see ${entry.id}.paxheader`) : target
  const size = type === '0' ? entry.bytes.length : 0
  yield header({ name, prefix, mode, type, link, size }, stamp)
  if (type === '0') yield* padded(entry.bytes)
}

// As git writes them under its usual umask for archives.
const kinds = {
  file: { mode: 0o664, type: '0' },
  executable: { mode: 0o775, type: '0' },
  link: { mode: 0o777, type: '2' },
  directory: { mode: 0o775, type: '5' },
} as const satisfies {
  readonly [kind in ArchiveEntry['kind']]: { readonly mode: number; readonly type: string }
}

/** Where a path fits in a header; undefined when only an extended header holds it. */
function placed(path: Uint8Array) {
  if (path.length <= NAME) return { name: path, prefix: undefined }
  let cut = path.at(-1) === SLASH ? path.length - 1 : path.length
  cut = Math.min(cut, PREFIX)
  do cut--
  while (cut > 0 && path[cut] !== SLASH)
  const rest = path.length - cut - 1
  if (cut === 0 || rest > NAME) return undefined
  return { name: path.subarray(cut + 1), prefix: path.subarray(0, cut) }
}

const SLASH = 47

/** A line of an extended header; its length counts its own digits. */
function attribute(keyword: string, value: Uint8Array): Uint8Array {
  const rest = keyword.length + value.length + 3
  let length = rest + 1
  while (String(length).length + rest !== length) length = String(length).length + rest
  return concat(utf8(`${length} ${keyword}=`), value, utf8('\n'))
}

interface Header {
  readonly name: Uint8Array
  readonly prefix?: Uint8Array | undefined
  readonly mode: number
  readonly type: string
  readonly link?: Uint8Array | undefined
  readonly size: number
}

function header({ name, prefix, mode, type, link, size }: Header, { at }: TarStamp): Uint8Array {
  const bytes = new Uint8Array(RECORD)
  const octal = (value: number, width: number) => utf8(value.toString(8).padStart(width, '0'))
  bytes.set(name, 0)
  bytes.set(octal(mode, 7), 100)
  bytes.set(octal(0, 7), 108)
  bytes.set(octal(0, 7), 116)
  bytes.set(octal(size, 11), 124)
  bytes.set(octal(Math.max(0, Math.floor(at / 1000)), 11), 136)
  bytes.set(utf8(type), 156)
  if (link !== undefined) bytes.set(link, 157)
  bytes.set(utf8('ustar\0' + '00'), 257)
  bytes.set(utf8('root'), 265)
  bytes.set(utf8('root'), 297)
  bytes.set(octal(0, 7), 329)
  bytes.set(octal(0, 7), 337)
  if (prefix !== undefined) bytes.set(prefix, 345)
  // The sum is taken with blanks in its own place.
  const sum = bytes.reduce((total, byte) => total + byte, 8 * 32)
  bytes.set(octal(sum, 7), 148)
  return bytes
}

function* padded(bytes: Uint8Array): Generator<Uint8Array> {
  if (bytes.length === 0) return
  yield bytes
  const over = bytes.length % RECORD
  if (over > 0) yield new Uint8Array(RECORD - over)
}
