import type { ObjectStore } from '../../git/objects.ts'
import { type Entry, walkTree } from '../../git/tree.ts'
import { base64, utf8 } from '../../lib/bytes.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { Continued } from '../../protocol/listing.ts'

/**
 * The entries of a directory: directories, then files, then submodules, each in git's order (repository#tree-order). Any
 * other path has none (repository#tree-path-missing).
 */
export function treeListing(
  objects: ObjectStore,
  tree: string,
  options: { readonly path: string; readonly recursive: boolean },
): Continued<Entry> {
  let known: Iterable<Entry> | undefined
  const walk = () => {
    if (!options.recursive) return walkTree(objects, tree, options)
    known ??= workedOut(`entries ${tree} ${options.path}`, () => allEntries(objects, tree, options.path))
    return known
  }
  const rows = () => byKind(walk)
  return {
    rows,
    count(limit) {
      let counted = 0
      for (const _ of walk()) if (++counted >= limit) break
      return counted
    },
    tokenOf: (entry) => (isFirstOfId(rows(), entry) ? entry.id : ownToken(entry)),
    after: (token) => rest(rows(), token),
  }
}

function* allEntries(objects: ObjectStore, tree: string, path: string): Steps<Entry[]> {
  const pace = new Pace()
  const entries: Entry[] = []
  for (const entry of walkTree(objects, tree, { path, recursive: true })) {
    entries.push(entry)
    if (pace.of(EACH)) yield
  }
  return entries
}

/** Bytes that take as long to handle as an entry takes to be found. */
const EACH = 256

/** Two walks, so that the first page needs no more than the directories it shows. */
function* byKind(walk: () => Iterable<Entry>): Generator<Entry> {
  for (const entry of walk()) if (entry.type === 'tree') yield entry
  const submodules: Entry[] = []
  for (const entry of walk())
    if (entry.type === 'blob') yield entry
    else if (entry.type === 'commit') submodules.push(entry)
  yield* submodules
}

// A token is the id of an entry, as documented, unless another entry of the same content came before it.
function isFirstOfId(rows: Iterable<Entry>, { id, path }: Entry): boolean {
  for (const row of rows) if (row.id === id) return row.path === path
  return false
}

const OWN = 'path-'

function ownToken({ path }: Entry): string {
  return OWN + base64(utf8(path)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function rest(rows: Generator<Entry>, token: string): Iterable<Entry> | undefined {
  const isNamed = token.startsWith(OWN)
    ? (entry: Entry) => ownToken(entry) === token
    : ({ id }: Entry) => id === token
  for (let next = rows.next(); !next.done; next = rows.next()) if (isNamed(next.value)) return rows
  return undefined
}
