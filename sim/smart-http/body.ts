import { Inflate } from 'pako'
import { GitError } from '../git/git-error.ts'
import { concatAll, utf8 } from '../lib/bytes.ts'
import type { PlainRequest } from '../protocol/message.ts'

/** Maximum size of a compressed body in bytes, after decompression: git compresses what it asks for, and never a pack. */
const BODY_LIMIT = 20 * 1024 * 1024
const NOTHING = new Uint8Array()

/** The body of a request, decompressed if necessary. Throws a GitError for a broken or too large one. */
export function bodyOf({ body = NOTHING, headers }: PlainRequest): Uint8Array {
  const bytes = typeof body === 'string' ? utf8(body) : body
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return bytes
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new GitError(`unknown content encoding ${encoding}`)
  return unzipped(bytes)
}

function unzipped(bytes: Uint8Array): Uint8Array {
  const inflate = new Inflate()
  const chunks: Uint8Array[] = []
  let size = 0
  inflate.onData = (chunk) => {
    size += chunk.length
    if (size > BODY_LIMIT) throw new GitError('request is too large')
    chunks.push(chunk)
  }
  inflate.push(bytes, true)
  if (inflate.err || !inflate.ended) throw new GitError('request is not gzip')
  return concatAll(chunks)
}
