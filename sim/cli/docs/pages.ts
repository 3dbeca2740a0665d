import { brotliDecompressSync } from 'node:zlib'
import { packedBytes } from '../../adapters/packed-file.ts'
import { text } from '../../lib/bytes.ts'
import { untar } from '../../lib/untar.ts'

/** Where a build puts the pages, as an archive: two hundred files of which a start needs none. */
export const PAGES = 'docs.tar.br'

/** A page of the documentation, or a file that goes with one. */
export interface Page {
  /** As it is asked for: `testing`, `reference/milestones`, `recipes/pytest/conftest.py`. */
  readonly name: string
  /** Where it lies in the repository, and where it is written: `sim/guide/testing.md`. */
  readonly path: string
  readonly text: string
}

/** All pages, in the order of their paths. Undefined where this code runs apart from its package. */
export function packedPages(): readonly Page[] | undefined {
  const archive = packedBytes(PAGES)
  if (archive === undefined) return undefined
  return untar(brotliDecompressSync(archive)).map(({ path, bytes }) => ({
    name: nameOf(path),
    path,
    text: text(bytes),
  }))
}

// The guide is what most ask for, so its pages have the shortest names.
function nameOf(path: string): string {
  const below = path.replace(/^(?:sim\/guide|sim|conformance(?=\/sources)|scripts)\//, '')
  return below.replace(/(?<=.)\/README\.md$|\.md$/, '')
}
