import { text, utf8 } from '../lib/bytes.ts'
import { sha256Hex } from '../lib/hash.ts'

/** What stands in a repository for a file that large file storage keeps. */
export interface LfsPointer {
  /** SHA-256 of the content. */
  readonly oid: string
  readonly size: number
}

/** Most bytes of a blob that may be a pointer. */
export const POINTER_LIMIT = 200

/** Reads a pointer; undefined for any other content. */
export function readPointer(blob: Uint8Array): LfsPointer | undefined {
  if (blob.length > POINTER_LIMIT) return undefined
  const content = text(blob)
  if (!content.startsWith('version https://git-lfs.github.com/spec')) return undefined
  const oid = /sha256:([0-9a-f]{64})/.exec(content)?.[1]
  const size = /size (\d{1,15})/.exec(content)?.[1]
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) }
}

/** The pointer to a content. */
export function pointerTo(content: Uint8Array): Uint8Array {
  return utf8(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Hex(content)}\nsize ${content.length}\n`,
  )
}
