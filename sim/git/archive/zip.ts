import { Deflate, deflateSync } from 'fflate/browser'
import { concat, concatAll, utf8 } from '../../lib/bytes.ts'
import { partsOf } from '../../lib/gzip.ts'
import { isoTime } from '../../time/calendar.ts'
import { crc32 } from './crc.ts'
import type { ArchiveEntry, ArchiveStamp } from './entries.ts'

// Our own container around the library's compression: libraries write the time of the machine's zone, and the same
// world has to give the same bytes everywhere.

const STORED = 0
const DEFLATED = 8
/** Names are UTF-8. */
const UTF8 = 0x800
const NEEDS = 20
/** Made on Unix, so the upper half of the attributes is the file's mode. */
const MADE_BY = 0x0317

/** The pieces of a zip archive, some of them empty, that keeps modes and symbolic links; its comment is the commit, as in git's. */
export function* zipPieces(entries: Iterable<ArchiveEntry>, stamp: ArchiveStamp): Generator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const { data, about, name } = packed(entry, stamp, yield* deflated(entry))
    const start = concat(u32(0x04034b50), about, name)
    yield start
    yield data
    const place = concat(u16(0), u16(0), u16(0), u32(modes[entry.kind] * 0x10000), u32(offset))
    // The comment's length, disk and attributes stand between the lengths of the name and the name itself.
    directory.push(concat(u32(0x02014b50), u16(MADE_BY), about, place, name))
    offset += start.length + data.length
  }
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = u16(directory.length)
  const comment = utf8(stamp.commit)
  yield concat(u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset))
  yield concat(u16(comment.length), comment)
}

const modes: { readonly [kind in ArchiveEntry['kind']]: number } = {
  file: 0o100644,
  executable: 0o100755,
  link: 0o120777,
  directory: 0o040755,
}

/** The content of an entry, deflated; an empty piece stands for each part of a long one. */
function* deflated({ kind, bytes }: ArchiveEntry): Generator<Uint8Array, Uint8Array> {
  if (kind === 'link' || bytes.length === 0) return bytes
  const parts = [...partsOf(bytes)]
  if (parts.length === 1) return deflateSync(bytes)
  const out: Uint8Array[] = []
  const stream = new Deflate((chunk) => out.push(chunk))
  for (const [i, part] of parts.entries()) {
    stream.push(part, i === parts.length - 1)
    yield NOTHING
  }
  return concatAll(out)
}

const NOTHING = new Uint8Array()

/** An entry's content, what both of its headers say about it, and its name with the extra field behind. */
function packed({ kind, path, bytes }: ArchiveEntry, { at }: ArchiveStamp, deflated: Uint8Array) {
  const smaller = deflated.length < bytes.length
  const data = smaller ? deflated : bytes
  const name = utf8(kind === 'directory' ? `${path}/` : path)
  const seconds = Math.max(0, Math.floor(at / 1000))
  // The exact time in UTC; the older field beside it knows neither zones nor odd seconds.
  const extra = concat(u16(0x5455), u16(5), Uint8Array.of(1), u32(seconds))
  const about = concat(
    u16(NEEDS),
    u16(UTF8),
    u16(smaller ? DEFLATED : STORED),
    dosTime(at),
    u32(crc32(bytes)),
    u32(data.length),
    u32(bytes.length),
    u16(name.length),
    u16(extra.length),
  )
  return { data, about, name: concat(name, extra) }
}

/** Time and day in bits, from 1980 on and in steps of two seconds. */
function dosTime(at: number): Uint8Array {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = isoTime(at).split(/\D/).map(Number)
  if (year < 1980) return concat(u16(0), u16((1 << 5) | 1))
  return concat(
    u16((hour << 11) | (minute << 5) | (second >> 1)),
    u16((Math.min(year - 1980, 127) << 9) | (month << 5) | day),
  )
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 255, value >>> 8)
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24)
}
