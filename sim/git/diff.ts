import { text, unbinary, utf8 } from '../lib/bytes.ts'
import { workedOut } from '../lib/long-work.ts'
import { finished, Pace, type Steps } from '../lib/steps.ts'
import { binaryPatchSteps } from './binary-patch.ts'
import { bounds } from './budget.ts'
import { BORDERS, LineDiff, mostLinesChanged } from './hunks.ts'
import { type Mode, type ObjectStore, readBlob, type Stored, storedBlob } from './objects.ts'
import { binaryNotice, patchHeader } from './patch-header.ts'
import { type RenameOptions, renameSteps } from './renames.ts'
import { isBinary } from './similarity.ts'
import { lineFeeds } from './split-lines.ts'
import { changedFiles, changesKind, type DiffEntry } from './tree-diff.ts'

export { isBinary } from './similarity.ts'
export { type DiffEntry, type DiffStatus, diffStatuses } from './tree-diff.ts'

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
  return finished(diffSteps(objects, a, b, options))
}

/** The same step by step. */
export function* diffSteps(
  objects: ObjectStore,
  a: string | undefined,
  b: string | undefined,
  options: DiffOptions = {},
): Steps<DiffEntry[]> {
  const entries: DiffEntry[] = []
  const pace = new Pace()
  for (const entry of changedFiles(objects, a, b)) {
    entries.push(entry)
    if (pace.after(0)) yield
  }
  const paired = options.renames ? yield* renameSteps(objects, entries, options) : entries
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
  return workedOut(`count ${a} ${b}`, () => diffSteps(objects, a, b, { renames: true })).length
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
  return shownChange(objects, entry, context).text
}

/** The same, and how many lines it adds and removes. */
export function countedPatch(
  objects: ObjectStore,
  entry: DiffEntry,
): { readonly text: string; readonly lines: number } {
  return shownChange(objects, entry, 3)
}

function shownChange(objects: ObjectStore, entry: DiffEntry, context: number) {
  if (entry.oldId === entry.newId) return { text: '', lines: 0 }
  const diff = lineDiff(objects, entry)
  if (diff === undefined) return { text: binaryNotice(entry), lines: 0 }
  const hunks = diff.hunks(context)
  return {
    text: ASCII.test(hunks) ? hunks : text(unbinary(hunks)),
    lines: diff.additions + diff.deletions,
  }
}

const ASCII = /^[\0-\x7f]*$/

/** Undefined for a change that is not shown line by line. */
function lineDiff(objects: ObjectStore, entry: DiffEntry): LineDiff | undefined {
  if (isTooLarge(objects, entry)) return undefined
  const [a, b] = contents(objects, entry)
  return isOpaque(a, b) ? undefined : new LineDiff(a, b)
}

// Told by the sizes, so that what is not shown need not be read.
function isTooLarge(objects: ObjectStore, entry: DiffEntry): boolean {
  return sizeOfChange(objects, entry) > bounds.diffBytes
}

/** Whether a change is not shown line by line. */
function isOpaque(a: Uint8Array, b: Uint8Array): boolean {
  if (isBinary(a) || isBinary(b)) return true
  return (
    a.length + b.length > bounds.diffLines &&
    lineFeeds(a, bounds.diffLines) + lineFeeds(b, bounds.diffLines) > bounds.diffLines
  )
}

/** Lines that a change adds and removes, as its patch has them: none in a binary file. */
export function lineChange(objects: ObjectStore, entry: DiffEntry): { additions: number; deletions: number } {
  const diff = entry.oldId === entry.newId ? undefined : lineDiff(objects, entry)
  return { additions: diff?.additions ?? 0, deletions: diff?.deletions ?? 0 }
}

/** What the patch of a change has at most. */
export interface MostOfPatch {
  readonly lines: number
  readonly characters: number
}

/** The same, told without making the patch, by both versions. `size` is that of the change. */
export function mostOfPatch(objects: ObjectStore, entry: DiffEntry, size: number): MostOfPatch {
  return mostOf(entry, size, () => {
    const [a, b] = contents(objects, entry)
    return mostLinesChanged(a, b)
  })
}

/** The same, mostly more, told by how the one version is kept as a delta of the other; undefined where it is not. */
export function mostOfDelta(
  entry: DiffEntry,
  { old: one, young: other }: Sides,
  size: number,
): MostOfPatch | undefined {
  if (one === undefined || one.pack !== other?.pack) return undefined
  const feeds = one.pack.feedsBetween(one.entry, other.entry)
  return feeds === undefined ? undefined : mostOf(entry, size, () => BORDERS + feeds)
}

function mostOf(
  { oldPath, newPath, oldId, newId }: DiffEntry,
  size: number,
  mostLines: () => number,
): MostOfPatch {
  const notice = oldPath.length + newPath.length + NOTICE
  if (oldId === newId || size > bounds.diffBytes) return { lines: 0, characters: notice }
  const lines = mostLines()
  return { lines, characters: notice + size + lines * HUNK }
}

/** Characters of the notice that a file is binary, besides its names. */
const NOTICE = 100
/** Characters of a hunk besides its lines: numbers, heading, signs, and that a line feed is missing. */
const HUNK = 300

/** Where both sides of a change stand in packs, those that do. */
export interface Sides {
  readonly old: Stored | undefined
  readonly young: Stored | undefined
}

/** Looked for once, for all that is asked of a change. */
export function sidesOf(objects: ObjectStore, { oldId, newId }: DiffEntry): Sides {
  return { old: storedBlob(objects, oldId), young: storedBlob(objects, newId) }
}

/** Bytes of both sides of a change. */
export function sizeOfChange(
  objects: ObjectStore,
  entry: DiffEntry,
  { old, young } = sidesOf(objects, entry),
): number {
  return sizeOf(objects, entry.oldMode, entry.oldId, old) + sizeOf(objects, entry.newMode, entry.newId, young)
}

function sizeOf(
  objects: ObjectStore,
  mode: Mode | undefined,
  id: string | undefined,
  stored: Stored | undefined,
): number {
  if (stored === undefined || mode === '160000') return content(objects, mode, id).length
  return stored.pack.size(stored.entry)
}

/** The whole change of a file as git diff --binary prints it, for git apply to take. */
export function fullPatch(objects: ObjectStore, entry: DiffEntry): string {
  return finished(fullPatchSteps(objects, entry))
}

/** The same step by step. */
export function* fullPatchSteps(objects: ObjectStore, entry: DiffEntry): Steps<string> {
  const { header, hunks } = yield* headedPatchSteps(objects, entry)
  if (hunks !== undefined) return header + hunks
  const [a, b] = contents(objects, entry)
  return header + (yield* binaryPatchSteps(a, b))
}

/** The header of a file's change and its hunks, step by step; a binary file has none. */
export function* headedPatchSteps(
  objects: ObjectStore,
  entry: DiffEntry,
): Steps<{ readonly header: string; readonly hunks: string | undefined }> {
  const [a, b] = contents(objects, entry)
  yield
  const hunks = patch(objects, entry)
  const header = yield* patchHeader(entry, a, b, hunks)
  const isChangeOfBytes = entry.oldId !== entry.newId && (isBinary(a) || isBinary(b))
  return { header, hunks: isChangeOfBytes ? undefined : hunks }
}

function contents(objects: ObjectStore, entry: DiffEntry): readonly [Uint8Array, Uint8Array] {
  return [content(objects, entry.oldMode, entry.oldId), content(objects, entry.newMode, entry.newId)]
}

/** What is compared: nothing for a missing side, and for a submodule the line that names its commit. */
function content(objects: ObjectStore, mode: Mode | undefined, id: string | undefined): Uint8Array {
  if (id === undefined) return new Uint8Array()
  return mode === '160000' ? utf8(`Subproject commit ${id}\n`) : readBlob(objects, id)
}
