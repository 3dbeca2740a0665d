import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { utf8 } from '../sim/lib/bytes.ts'
import { tarContent, tarHeader, tarWithEnd } from '../sim/lib/tar.ts'
import { inRoot, root } from './root.ts'

/** What users read, and what they copy; `npx forgery docs` hands it out. */
const SINGLE = ['README.md', 'CHANGELOG.md', 'conformance/README.md', 'fixtures/README.md']
const FOLDERS = ['conformance/sources', 'scripts/deploy', 'sim/guide', 'sim/reference']

/** The places of all files that are packed as pages, in the order of the archive. */
export function packedPages(): readonly string[] {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
  return [...SINGLE, ...inside].sort()
}

/** The archive of them, a fifth smaller than with gzip; the highest quality takes ten times as long for little more. */
export function archiveOfPages(): Uint8Array {
  const archive = Buffer.concat([...tarWithEnd(entries())])
  return brotliCompressSync(archive, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

function* entries(): Generator<Uint8Array> {
  for (const path of packedPages()) {
    const bytes = readFileSync(inRoot(path))
    yield tarHeader({ name: utf8(path), mode: 0o644, type: '0', size: bytes.length, at: 0 })
    yield* tarContent(bytes)
  }
}
