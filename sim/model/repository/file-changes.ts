import {
  countedPatch,
  type DiffEntry,
  diffSteps,
  lineChange,
  mostOfDelta,
  mostOfPatch,
  type Sides,
  sidesOf,
  sizeOfChange,
} from '../../git/diff.ts'
import { type ObjectStore, readCommit } from '../../git/objects.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Recent } from '../../lib/recent/recent.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { World } from '../world.ts'
import { objectsOf } from './repository.ts'

/** A file's change with its patch, as comparisons show it. */
export interface FileChange {
  /** Its place among the changes. They are remembered as rows are, and so is the text of each. */
  readonly id: number
  readonly entry: DiffEntry
  /** Empty when the change is too large, or of the mode or the name alone. */
  readonly diff: string
  /** Why the changes are left out; absent where they are not. */
  readonly leftOut?: 'collapsed' | 'too_large'
}

export interface FileChanges {
  readonly files: readonly FileChange[]
  /** True when files were left out, since there are too many of them. */
  readonly overflow: boolean
}

export interface LineStats {
  readonly additions: number
  readonly deletions: number
}

// Hard limits, and a tenth of them from which on patches are collapsed (repository#diff-limits).
function limitsOf(world: World) {
  const hard = {
    files: settingInForce(world, 'diff_max_files'),
    lines: settingInForce(world, 'diff_max_lines'),
    patch: settingInForce(world, 'diff_max_patch_bytes'),
  }
  return { hard, safe: { files: hard.files / 10, lines: hard.lines / 10, patch: hard.patch / 10 } }
}

/** The files that differ between two commits; undefined stands for no commit at all. */
export function changesBetween(world: World, from: string | undefined, to: string): FileChanges {
  const objects = objectsOf(world)
  const treeOf = (id: string | undefined) => (id === undefined ? undefined : readCommit(objects, id).tree)
  const trees = [treeOf(from), treeOf(to)] as const
  const limits = limitsOf(world)
  const key = [...trees, ...Object.values(limits.hard)].join()
  const known = compared.get(key)
  if (known !== undefined) return known
  const changes = workedOut(`changes ${key}`, () => changesWithin(objects, trees, limits))
  compared.add(key, changes, weightOf(changes))
  return changes
}

// Trees never change, so what lies between two of them is remembered for all worlds, up to so many characters.
const MOST_COMPARED = 8 * 1024 * 1024
const compared = new Recent<string, FileChanges>(MOST_COMPARED)

function weightOf({ files }: FileChanges): number {
  return files.reduce((weight, { diff }) => weight + 500 + diff.length, 100)
}

function* changesWithin(
  objects: ObjectStore,
  [from, to]: readonly [string | undefined, string | undefined],
  { hard, safe }: ReturnType<typeof limitsOf>,
): Steps<FileChanges> {
  const entries = yield* diffSteps(objects, from, to, { renames: true })
  const pace = new Pace()
  const files: FileChange[] = []
  const lines = new LineLimit(objects, hard.lines)
  for (const entry of entries.slice(0, hard.files)) {
    const sides = sidesOf(objects, entry)
    const size = sizeOfChange(objects, entry, sides)
    if (pace.after(size)) yield
    const isBehind = entries.length > 1 && (files.length >= safe.files || lines.counted > safe.lines)
    if (isBehind && lines.leaveUnseen(entry, sides, size, hard.patch)) {
      if (yield* lines.isExceeded()) return { files, overflow: true }
      files.push({ id: files.length, entry, diff: '', leftOut: 'collapsed' })
      continue
    }
    const { text, lines: changed } = countedPatch(objects, entry)
    lines.counted += changed
    if (yield* lines.isExceeded()) return { files, overflow: true }
    const isCollapsed =
      isBehind || (entries.length > 1 && (lines.counted > safe.lines || text.length > safe.patch))
    const leftOut = text.length > hard.patch ? 'too_large' : isCollapsed ? 'collapsed' : undefined
    const id = files.length
    files.push(leftOut === undefined ? { id, entry, diff: text } : { id, entry, diff: '', leftOut })
  }
  return { files, overflow: entries.length > hard.files }
}

/** A change of which no patch is made, and the lines that it has at most. */
interface Unseen {
  readonly entry: DiffEntry
  readonly size: number
  readonly most: number
}

/**
 * Whether changes have too many lines. Those of which no patch is made are counted only where they may decide it, and
 * before that both versions are read where a delta alone left it open.
 */
class LineLimit {
  readonly #objects: ObjectStore
  readonly #limit: number
  #unseen: Unseen[] = []
  /** Those of the unseen ones of which nothing but a delta was read. */
  #unread: Unseen[] = []
  /** Lines that the unseen ones have at most. */
  #most = 0
  counted = 0

  constructor(objects: ObjectStore, limit: number) {
    this.#objects = objects
    this.#limit = limit
  }

  /** Takes a change of which no patch is to be made; false where its patch may have more characters than so many. */
  leaveUnseen(entry: DiffEntry, sides: Sides, size: number, characters: number): boolean {
    const told = mostOfDelta(entry, sides, size)
    const isTold = told !== undefined && told.characters <= characters
    const most = isTold ? told : mostOfPatch(this.#objects, entry, size)
    if (most.characters > characters) return false
    const unseen = { entry, size, most: most.lines }
    this.#unseen.push(unseen)
    if (isTold) this.#unread.push(unseen)
    this.#most += most.lines
    return true
  }

  *isExceeded(): Steps<boolean> {
    const pace = new Pace()
    while (this.counted + this.#most > this.#limit) {
      const unread = this.#unread.pop()
      if (unread === undefined) return yield* this.#isExceededByAll(pace)
      const { entry, size, most } = unread
      if (pace.after(size)) yield
      this.#most += mostOfPatch(this.#objects, entry, size).lines - most
    }
    return false
  }

  *#isExceededByAll(pace: Pace): Steps<boolean> {
    for (const { entry, size } of this.#unseen) {
      if (pace.after(size)) yield
      const { additions, deletions } = lineChange(this.#objects, entry)
      this.counted += additions + deletions
    }
    this.#unseen = []
    this.#most = 0
    return this.counted > this.#limit
  }
}

/** What a commit changes against its first parent. */
export function changesOf(world: World, id: string): FileChanges {
  return changesBetween(world, readCommit(objectsOf(world), id).parents[0], id)
}

// A commit never changes, so its figures are remembered for all worlds.
const REMEMBERED = 5000
const known = new Map<string, LineStats>()

/** Lines that a commit adds and removes against its first parent. */
export function lineStats(world: World, id: string): LineStats {
  const found = known.get(id)
  if (found !== undefined) return found
  const stats = workedOut(`lines ${id}`, () => countedLines(objectsOf(world), id))
  if (known.size >= REMEMBERED) known.clear()
  known.set(id, stats)
  return stats
}

function* countedLines(objects: ObjectStore, id: string): Steps<LineStats> {
  const { tree, parents } = readCommit(objects, id)
  const before = parents[0] === undefined ? undefined : readCommit(objects, parents[0]).tree
  const pace = new Pace()
  let [additions, deletions] = [0, 0]
  for (const entry of yield* diffSteps(objects, before, tree, { renames: true })) {
    if (pace.after(sizeOfChange(objects, entry))) yield
    const counted = lineChange(objects, entry)
    additions += counted.additions
    deletions += counted.deletions
  }
  return { additions, deletions }
}
