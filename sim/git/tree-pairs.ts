import { hex } from '../lib/bytes.ts'
import { type ObjectStore, readTree, type TreeEntry } from './objects.ts'
import { entryPlaced } from './parse-tree.ts'
import { compareEntries } from './tree-order.ts'

/** What two directories have under a name: the one, the other, or both. */
export type TreePair = readonly [TreeEntry, TreeEntry | undefined] | readonly [undefined, TreeEntry]

/**
 * The entries that differ between two directories, in git's order; a file and a directory of one name stand apart.
 * Undefined stands for no directory at all.
 */
export function differingEntries(
  objects: ObjectStore,
  a: string | undefined,
  b: string | undefined,
): TreePair[] {
  if (a === b) return []
  const [one, other] = [payloadOf(objects, a), payloadOf(objects, b)]
  const found = one && other && inPayloads(one, other)
  return found ?? inEntries(entriesOf(objects, a), entriesOf(objects, b))
}

function payloadOf(objects: ObjectStore, tree: string | undefined): Uint8Array | undefined {
  const stored = tree === undefined ? undefined : objects.stored?.(tree)
  return stored?.pack.type(stored.entry) === 'tree' ? stored.pack.payload(stored.entry) : undefined
}

function entriesOf(objects: ObjectStore, tree: string | undefined): readonly TreeEntry[] {
  return tree === undefined ? [] : readTree(objects, tree).entries
}

/** Lines up two sorted lists. */
function inEntries(a: readonly TreeEntry[], b: readonly TreeEntry[]): TreePair[] {
  const pairs: TreePair[] = []
  for (let i = 0, j = 0; ; ) {
    const [old, young] = [a[i], b[j]]
    const order = old && young ? compareEntries(old, young) : old ? -1 : 1
    if (order <= 0 && old) {
      i++
      if (order === 0) j++
      if (order !== 0) pairs.push([old, undefined])
      else if (young && (old.mode !== young.mode || old.id !== young.id)) pairs.push([old, young])
    } else if (young) {
      pairs.push([undefined, young])
      j++
    } else return pairs
  }
}

const ID = 20
const SLASH = 47
const SPACE = 32
/** Only the mode of a directory begins with it. */
const FOUR = 0x34

/** The same as they are stored, without making anything of what both share; undefined for names that are not ASCII. */
function inPayloads(a: Uint8Array, b: Uint8Array): TreePair[] | undefined {
  const pairs: TreePair[] = []
  let i = 0
  let j = 0
  for (;;) {
    const same = sharedBytes(a, i, b, j)
    const skipped = wholeEntries(a, i, same)
    i += skipped
    j += skipped
    if (i === a.length && j === b.length) return pairs
    const iEnd = a.indexOf(0, i)
    const jEnd = b.indexOf(0, j)
    if (same - skipped > iEnd - i && i < a.length) {
      // Only the ids differ.
      const old = entryPlaced(a, i, iEnd)
      if (old === undefined) return undefined
      pairs.push([old, { mode: old.mode, name: old.name, id: hex(b, jEnd + 1, jEnd + 1 + ID) }])
      i = iEnd + 1 + ID
      j = jEnd + 1 + ID
      continue
    }
    const order = i === a.length ? 1 : j === b.length ? -1 : compared(a, i, iEnd, b, j, jEnd)
    const old = order <= 0 ? entryPlaced(a, i, iEnd) : undefined
    const young = order >= 0 ? entryPlaced(b, j, jEnd) : undefined
    if (Number.isNaN(order) || (order <= 0 && !old) || (order >= 0 && !young)) return undefined
    if (old && !(young && old.mode === young.mode && old.id === young.id)) pairs.push([old, young])
    else if (young && !old) pairs.push([undefined, young])
    if (order <= 0) i = iEnd + 1 + ID
    if (order >= 0) j = jEnd + 1 + ID
  }
}

function sharedBytes(a: Uint8Array, i: number, b: Uint8Array, j: number): number {
  const most = Math.min(a.length - i, b.length - j)
  let same = 0
  while (same < most && a[i + same] === b[j + same]) same++
  return same
}

/** Bytes of the entries that stand whole within so many bytes from a place on. */
function wholeEntries(payload: Uint8Array, from: number, length: number): number {
  let at = 0
  while (at < length) {
    const next = payload.indexOf(0, from + at) + 1 + ID - from
    if (next > length || next <= at) break
    at = next
  }
  return at
}

/** The order of two entries, by name, a directory as if its name ended in a slash; no number where one is not ASCII. */
function compared(a: Uint8Array, i: number, iEnd: number, b: Uint8Array, j: number, jEnd: number): number {
  const [from, other] = [a.indexOf(SPACE, i) + 1, b.indexOf(SPACE, j) + 1]
  const [endings, others] = [a[i] === FOUR ? SLASH : 0, b[j] === FOUR ? SLASH : 0]
  for (let at = 0; ; at++) {
    const x = from + at < iEnd ? (a[from + at] as number) : from + at === iEnd ? endings : 0
    const y = other + at < jEnd ? (b[other + at] as number) : other + at === jEnd ? others : 0
    if ((x | y) > 127) return Number.NaN
    if (x !== y) return x - y
    if (x === 0) return 0
  }
}
