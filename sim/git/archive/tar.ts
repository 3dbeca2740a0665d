import { concat, concatAll, utf8 } from '../../lib/bytes.ts'
import { append } from '../../lib/lists.ts'
import { tarContent, tarHeader, tarWithEnd } from '../../lib/tar.ts'
import type { ArchiveEntry, ArchiveStamp } from './entries.ts'

const NAME = 100
const PREFIX = 155

/** As the stamp of any archive; one that is of no commit names none. */
type TarStamp = Pick<ArchiveStamp, 'at'> & Partial<ArchiveStamp>

/** The pieces of a tar archive; joined they are what git writes for the same commit. */
export function tarPieces(entries: Iterable<ArchiveEntry>, stamp: TarStamp): Iterable<Uint8Array> {
  return tarWithEnd(records(entries, stamp))
}

function* records(entries: Iterable<ArchiveEntry>, stamp: TarStamp): Generator<Uint8Array> {
  const { commit, at } = stamp
  if (commit !== undefined) {
    const comment = attribute('comment', utf8(commit))
    yield tarHeader({ name: utf8('pax_global_header'), mode: 0o666, type: 'g', size: comment.length, at })
    yield* tarContent(comment)
  }
  for (const entry of entries) for (const record of entryRecords(entry, stamp)) yield record
}

function entryRecords(entry: ArchiveEntry, { at }: TarStamp): Uint8Array[] {
  const records: Uint8Array[] = []
  const path = utf8(entry.kind === 'directory' ? `${entry.path}/` : entry.path)
  const target = entry.kind === 'link' ? entry.bytes : undefined
  const place = placed(path)
  const longTarget = target !== undefined && target.length > NAME
  if (place === undefined || longTarget) {
    const attributes = concatAll([
      ...(place === undefined ? [attribute('path', path)] : []),
      ...(longTarget ? [attribute('linkpath', target)] : []),
    ])
    const name = utf8(`${entry.id}.paxheader`)
    records.push(tarHeader({ name, mode: 0o666, type: 'x', size: attributes.length, at }))
    append(records, tarContent(attributes))
  }
  const { name, prefix } = place ?? { name: utf8(`${entry.id}.data`), prefix: undefined }
  const { mode, type } = kinds[entry.kind]
  const link = longTarget ? utf8(`see ${entry.id}.paxheader`) : target
  const size = type === '0' ? entry.bytes.length : 0
  records.push(tarHeader({ name, prefix, mode, type, link, size, at }))
  if (type === '0') append(records, tarContent(entry.bytes))
  return records
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
