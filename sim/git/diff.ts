import { diffArrays } from 'diff'
import { text, unbinary, utf8 } from '../lib/bytes.ts'
import { unifiedHunks } from './hunks.ts'
import { type LineChanges, splitLines } from './lines.ts'
import { type Mode, type ObjectStore, readBlob } from './objects.ts'
import { binaryNotice, patchHeader } from './patch-header.ts'
import { detectRenames, type RenameOptions } from './renames.ts'
import { isBinary } from './similarity.ts'
import { slideChanges } from './slide.ts'
import { changedFiles, changesKind, type DiffEntry } from './tree-diff.ts'

export { isBinary } from './similarity.ts'
export { type DiffEntry, type DiffStatus, diffStatuses } from './tree-diff.ts'

/** Edits after which the search for the shortest way is given up, and everything in between counts as changed. */
const MAX_EDITS = 4000

export interface DiffOptions extends RenameOptions {
  /** Whether to look for renames, default false. */
  readonly renames?: boolean
}

/**
 * The files that differ between two trees, in git's order; undefined stands for no tree at all. A file that
 * turned into another kind of thing (a symbolic link, a submodule) is two entries, deleted and added.
 */
export function diffTrees(
  objects: ObjectStore,
  a: string | undefined,
  b: string | undefined,
  options: DiffOptions = {},
): DiffEntry[] {
  const entries = [...changedFiles(objects, a, b)]
  const paired = options.renames ? detectRenames(objects, entries, options) : entries
  return paired.flatMap((entry) => (changesKind(entry) ? splitEntry(entry) : [entry]))
}

function splitEntry(entry: DiffEntry): DiffEntry[] {
  return [
    { ...entry, status: 'deleted', newMode: undefined, newId: undefined },
    { ...entry, status: 'added', oldMode: undefined, oldId: undefined },
  ]
}

/** How many files differ between two trees, a rename counting once. */
export function changeCount(objects: ObjectStore, a: string | undefined, b: string | undefined): number {
  return diffTrees(objects, a, b, { renames: true }).length
}

/**
 * The hunks of a file's change without any header, as the `diff` field of the API carries them: empty if only mode
 * or name changed, a notice if the file is binary. `context` is the number of common lines around a change.
 * Bytes that are not UTF-8 become U+FFFD.
 */
export function patch(
  objects: ObjectStore,
  entry: DiffEntry,
  { context = 3 }: { readonly context?: number } = {},
): string {
  if (entry.oldId === entry.newId) return ''
  const [a, b] = [content(objects, entry.oldMode, entry.oldId), content(objects, entry.newMode, entry.newId)]
  if (isBinary(a) || isBinary(b)) return binaryNotice(entry)
  const [aLines, bLines] = [splitLines(a), splitLines(b)]
  const changes = slideChanges(aLines, bLines, changedLines(aLines, bLines), { indent: true })
  return text(unbinary(unifiedHunks(aLines, bLines, changes, context)))
}

/** The whole change of a file as git diff --binary prints it, for git apply to take. */
export function fullPatch(objects: ObjectStore, entry: DiffEntry): string {
  const [a, b] = [content(objects, entry.oldMode, entry.oldId), content(objects, entry.newMode, entry.newId)]
  return patchHeader(entry, a, b, patch(objects, entry))
}

/** Lines that a patch made by `patch` adds and removes. */
export function lineCounts(hunks: string): { additions: number; deletions: number } {
  return {
    additions: hunks.match(/^\+/gm)?.length ?? 0,
    deletions: hunks.match(/^-/gm)?.length ?? 0,
  }
}

/** What is compared: nothing for a missing side, and for a submodule the line that names its commit. */
function content(objects: ObjectStore, mode: Mode | undefined, id: string | undefined): Uint8Array {
  if (id === undefined) return new Uint8Array()
  return mode === '160000' ? utf8(`Subproject commit ${id}\n`) : readBlob(objects, id)
}

/** A shortest way from one list of lines to another, as long as it is short enough to be found. */
export function changedLines(a: readonly string[], b: readonly string[]): LineChanges {
  const head = commonHead(a, b)
  const tail = commonTail(a, b, head)
  const [aEnd, bEnd] = [a.length - tail, b.length - tail]
  const removed = a.map((_, i) => i >= head && i < aEnd)
  const added = b.map((_, i) => i >= head && i < bEnd)
  // Lines that one side has alone change in any case, and the search is shorter without them.
  const [inA, inB] = [new Set(a.slice(head, aEnd)), new Set(b.slice(head, bEnd))]
  const aShared = indices(head, aEnd, (i) => inB.has(a[i] ?? ''))
  const bShared = indices(head, bEnd, (i) => inA.has(b[i] ?? ''))
  keepCommon(a, b, aShared, bShared, removed, added)
  return { removed, added }
}

function keepCommon(
  a: readonly string[],
  b: readonly string[],
  aShared: readonly number[],
  bShared: readonly number[],
  removed: boolean[],
  added: boolean[],
): void {
  const [aLines, bLines] = [aShared.map((i) => a[i]), bShared.map((i) => b[i])]
  let [i, j] = [0, 0]
  for (const run of diffArrays(aLines, bLines, { maxEditLength: MAX_EDITS }) ?? []) {
    const { length } = run.value
    if (!run.added && !run.removed) {
      for (const index of aShared.slice(i, i + length)) removed[index] = false
      for (const index of bShared.slice(j, j + length)) added[index] = false
    }
    if (!run.added) i += length
    if (!run.removed) j += length
  }
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

function commonTail(a: readonly string[], b: readonly string[], head: number): number {
  const most = Math.min(a.length, b.length) - head
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  return length
}

function indices(start: number, end: number, wanted: (index: number) => boolean): number[] {
  const found: number[] = []
  for (let i = start; i < end; i++) if (wanted(i)) found.push(i)
  return found
}
