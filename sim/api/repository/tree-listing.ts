import type { ObjectStore } from '../../git/objects.ts'
import { type Entry, walkTree } from '../../git/tree.ts'
import { base64, utf8 } from '../../lib/bytes.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Recent } from '../../lib/recent/recent.ts'
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
  let found: readonly Entry[] | undefined
  const entries = () => {
    found ??= entriesOf(objects, tree, options)
    return found
  }
  return {
    rows: entries,
    count: (limit) => Math.min(entries().length, limit),
    slice: (offset, size) => entries().slice(offset, offset + size),
    tokenOf: (entry) => (isFirstOfId(entries(), entry) ? entry.id : ownToken(entry)),
    after: (token) => rest(entries(), token),
  }
}

/** Bytes that an entry takes, with the text in which it is sent. */
const KEPT = 400
/** Weight of the listings that are kept. */
const MOST = 8 * 1024 * 1024
// A tree never changes. Whoever reads it again has the same entries, whose texts are known.
const listings = new Recent<string, readonly Entry[]>(MOST)

function entriesOf(
  objects: ObjectStore,
  tree: string,
  { path, recursive }: { readonly path: string; readonly recursive: boolean },
): readonly Entry[] {
  const key = `${tree} ${recursive} ${path}`
  const known = listings.get(key)
  if (known !== undefined) return known
  const walked = recursive
    ? workedOut(`entries ${tree} ${path}`, () => allEntries(objects, tree, path))
    : [...walkTree(objects, tree, { path })]
  const entries = byKind(walked)
  listings.add(key, entries, KEPT * (entries.length + 1))
  return entries
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

function byKind(entries: readonly Entry[]): Entry[] {
  return (['tree', 'blob', 'commit'] as const).flatMap((kind) => entries.filter(({ type }) => type === kind))
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

function rest(rows: readonly Entry[], token: string): readonly Entry[] | undefined {
  const isNamed = token.startsWith(OWN)
    ? (entry: Entry) => ownToken(entry) === token
    : ({ id }: Entry) => id === token
  const at = rows.findIndex(isNamed)
  return at < 0 ? undefined : rows.slice(at + 1)
}
