import { hex } from '../../lib/bytes.ts'
import { GitError } from '../git-error.ts'
import type { ObjectType } from '../objects.ts'
import type { ByteReader } from './delta.ts'

/** How pack files number the types. */
export const packTypes: { readonly [type in ObjectType]: number } = { commit: 1, tree: 2, blob: 3, tag: 4 }

const types: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag']

/** The type of that number; undefined for what is no object of its own. */
export function typeNumbered(number: number): ObjectType | undefined {
  return types[number]
}

/** A delta whose base stands earlier in the same file, and one whose base is named by its id. */
export const OFFSET_DELTA = 6
export const ID_DELTA = 7

/** What stands before the deflated bytes of an entry. */
export interface EntryHead {
  readonly type: ObjectType | undefined
  /** Bytes once inflated. */
  readonly size: number
  /** How far before the entry its base begins, or the id of its base; undefined for a whole object. */
  readonly base: number | string | undefined
}

/** Reads the head of an entry. Throws a GitError for one that is none. */
export function readEntryHead(reader: ByteReader): EntryHead {
  const first = reader.byte()
  const number = (first >> 4) & 7
  const size = first & 128 ? reader.size(first & 15, 4) : first & 15
  const type = typeNumbered(number)
  if (type !== undefined) return { type, size, base: undefined }
  if (number === OFFSET_DELTA) return { type, size, base: distance(reader) }
  if (number === ID_DELTA) return { type, size, base: hex(reader.take(20)) }
  throw new GitError('pack has an object of unknown type')
}

// Highest bits first, and every further byte adds one, so that no distance can be written in two ways.
function distance(reader: ByteReader): number {
  let byte = reader.byte()
  let value = byte & 127
  while (byte & 128) {
    byte = reader.byte()
    value = (value + 1) * 128 + (byte & 127)
    if (value > Number.MAX_SAFE_INTEGER / 256) throw new GitError('number is out of bounds')
  }
  return value
}

// Three bits of type and four of size in the first byte, then seven bits of size a byte.
export function entryHead(number: number, size: number): Uint8Array {
  const bytes = [(number << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() as number) | 128)
    bytes.push(rest & 127)
  }
  return Uint8Array.from(bytes)
}
