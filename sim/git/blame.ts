import { text } from '../lib/bytes.ts'
import { finished, Pace, type Steps } from '../lib/steps.ts'
import { dateQueue } from './commit-queue.ts'
import { keptLines } from './compare/kept-lines.ts'
import { LineNumbers } from './compare/line-numbers.ts'
import { diffSteps } from './diff.ts'
import { commitSeconds } from './merge/base.ts'
import { type ObjectStore, readBlob, readCommit } from './objects.ts'
import { hasTooManyLines, linesOf } from './split-lines.ts'
import { entryAt, isSameAt } from './tree.ts'

/** Lines that stand together and came with the same commit. */
export interface Blamed {
  readonly commit: string
  readonly lines: readonly string[]
}

/** Lines whose origin is still looked for: at which place of a commit's file, and of the file that was asked for. */
interface Sought {
  readonly commit: string
  readonly path: string
  /** Lines in this version, and beside them the same lines in the file asked for; counted from 0. */
  readonly lines: readonly number[]
  readonly places: readonly number[]
}

/**
 * Which commit each line of a file came with, as git blame tells it: a line belongs to the youngest commit that none
 * of its parents has it from. Renames are followed.
 */
export function blame(objects: ObjectStore, head: string, path: string): Blamed[] {
  return finished(blameSteps(objects, head, path))
}

/** The same step by step. */
export function* blameSteps(objects: ObjectStore, head: string, path: string): Steps<Blamed[]> {
  const file = fileAt(objects, head, path)
  const whole = file === undefined ? [] : linesIn(objects, file)
  yield
  const versions = new Versions(objects)
  const pace = new Pace()
  const origins: string[] = new Array(whole.length)
  const queue = dateQueue<Sought>()
  const enter = (sought: Sought) => queue.push(sought, commitSeconds(readCommit(objects, sought.commit)))
  const all = whole.map((_, i) => i)
  enter({ commit: head, path, lines: all, places: all })
  for (let sought = queue.pop(), quiet = 0; sought; sought = queue.pop()) {
    const unchanged = unchangedBefore(objects, sought)
    if (unchanged !== undefined) {
      enter({ ...sought, commit: unchanged })
      if (++quiet % STEP === 0) yield
      continue
    }
    yield
    let left = sought
    for (const parent of readCommit(objects, sought.commit).parents) {
      const parted = yield* passedOn(objects, versions, left, parent)
      if (parted === undefined) continue
      enter(parted.passed)
      left = parted.left
      if (left.lines.length === 0) break
    }
    for (const place of left.places) {
      origins[place] = sought.commit
      if (pace.of(EACH_LINE)) yield
    }
  }
  return yield* together(whole, origins)
}

/** Bytes that take as long to handle as a line takes to be put where it belongs. */
const EACH_LINE = 16

/** Commits that leave the file as it is and are passed between two steps. */
const STEP = 256

/** The first parent, where it has the file as the commit has it: most commits leave most files as they are. */
function unchangedBefore(objects: ObjectStore, { commit, path }: Sought): string | undefined {
  const { tree, parents } = readCommit(objects, commit)
  const [first] = parents
  if (first === undefined || !isSameAt(objects, readCommit(objects, first).tree, tree, path)) return undefined
  return first
}

/** What a parent has of the lines, and what is left; undefined where it has none of them. */
function* passedOn(objects: ObjectStore, versions: Versions, sought: Sought, parent: string) {
  const { commit, path } = sought
  const id = fileAt(objects, commit, path)
  const before = yield* pathIn(objects, parent, commit, path)
  const there = before === undefined ? undefined : fileAt(objects, parent, before)
  if (before === undefined || there === undefined) return undefined
  const were = yield* versions.lines(there)
  const are = yield* versions.lines(id)
  const kept = yield* keptLines(were, are, versions.numbers)
  const pace = new Pace()
  const [lines, places]: [number[], number[]] = [[], []]
  const [leftLines, leftPlaces]: [number[], number[]] = [[], []]
  for (const [i, line] of sought.lines.entries()) {
    const place = sought.places[i] as number
    const was = kept[line] as number
    if (pace.of(EACH_LINE)) yield
    if (was < 0) {
      leftLines.push(line)
      leftPlaces.push(place)
    } else {
      lines.push(was)
      places.push(place)
    }
  }
  if (lines.length === 0) return undefined
  const passed: Sought = { commit: parent, path: before, lines, places }
  return { passed, left: { ...sought, lines: leftLines, places: leftPlaces } }
}

/** The versions of a file, as numbers of their lines. */
class Versions {
  readonly #objects: ObjectStore
  readonly numbers = new LineNumbers()
  readonly #read = new Map<string, Int32Array>()

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  *lines(blob: string | undefined): Steps<Int32Array> {
    if (blob === undefined) return new Int32Array()
    const known = this.#read.get(blob)
    if (known !== undefined) return known
    // What has so many lines is taken for another file.
    const lines = hasTooManyLines(readBlob(this.#objects, blob)) ? [] : linesIn(this.#objects, blob)
    yield
    const numbers = yield* this.numbers.steps(lines)
    this.#read.set(blob, numbers)
    return numbers
  }
}

function* pathIn(
  objects: ObjectStore,
  parent: string,
  commit: string,
  path: string,
): Steps<string | undefined> {
  const trees = [readCommit(objects, parent).tree, readCommit(objects, commit).tree] as const
  if (entryAt(objects, trees[0], path)?.type === 'blob') return path
  const changed = yield* diffSteps(objects, ...trees, { renames: true })
  const renamed = changed.find((entry) => entry.newPath === path)
  return renamed?.status === 'renamed' ? renamed.oldPath : undefined
}

function fileAt(objects: ObjectStore, commit: string, path: string): string | undefined {
  const entry = entryAt(objects, readCommit(objects, commit).tree, path)
  return entry?.type === 'blob' ? entry.id : undefined
}

function linesIn(objects: ObjectStore, blob: string): string[] {
  return linesOf(text(readBlob(objects, blob)))
}

function* together(lines: readonly string[], origins: readonly string[]): Steps<Blamed[]> {
  const pace = new Pace()
  const blamed: { commit: string; lines: string[] }[] = []
  for (const [i, line] of lines.entries()) {
    const commit = origins[i] as string
    const last = blamed.at(-1)
    if (last?.commit === commit) last.lines.push(line)
    else blamed.push({ commit, lines: [line] })
    if (pace.of(EACH_LINE)) yield
  }
  return blamed
}
