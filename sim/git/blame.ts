import { text } from '../lib/bytes.ts'
import { Recent } from '../lib/recent/recent.ts'
import { finished, Pace, type Steps } from '../lib/steps.ts'
import { dateQueue } from './commit-queue.ts'
import { type Change, changeSteps } from './compare/changes.ts'
import { LineNumbers } from './compare/line-numbers.ts'
import { partedRuns, RUN, type Runs } from './compare/line-runs.ts'
import { linedBytes } from './compare/lined-bytes.ts'
import { soleChange } from './compare/sole-change.ts'
import { diffSteps } from './diff.ts'
import { type Mode, type ObjectStore, readBlob } from './objects.ts'
import { readOutline } from './outline.ts'
import { hasTooManyLines, linesOf } from './split-lines.ts'
import { typeOfMode } from './tree.ts'
import { TreePath } from './tree-path.ts'

/** Lines that stand together and came with the same commit. */
export interface Blamed {
  readonly commit: string
  readonly lines: readonly string[]
}

/** Lines whose origin is still looked for: at which place of a commit's file, and of the file that was asked for. */
interface Sought {
  readonly commit: string
  readonly path: string
  readonly runs: Runs
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
  const histories = new FileHistories(objects)
  const file = histories.blob(head, path)
  const whole = file === undefined ? [] : linesOf(text(readBlob(objects, file)))
  yield
  const pace = new Pace()
  const origins: string[] = new Array(whole.length)
  const queue = dateQueue<Sought>()
  const enter = (sought: Sought) => queue.push(sought, readOutline(objects, sought.commit).seconds)
  enter({ commit: head, path, runs: whole.length === 0 ? [] : [0, 0, whole.length] })
  for (let next = queue.pop(); next; next = queue.pop()) {
    const sought = yield* histories.beforeQuiet(next)
    yield
    let left = sought
    for (const parent of readOutline(objects, sought.commit).parents) {
      const parted = yield* histories.parted(left, parent)
      if (parted === undefined) continue
      enter(parted.passed)
      left = parted.left
      if (left.runs.length === 0) break
    }
    for (let i = 0; i < left.runs.length; i += RUN) {
      const [place, count] = [left.runs[i + 1] as number, left.runs[i + 2] as number]
      origins.fill(sought.commit, place, place + count)
      if (pace.of(EACH_LINE * count)) yield
    }
  }
  return yield* together(whole, origins)
}

/** Bytes that take as long to handle as a line takes to be put where it belongs. */
const EACH_LINE = 16

/** Commits that leave the file as it is and are passed between two steps. */
const STEP = 256

/** Bytes of versions that are kept: each is compared with the one before it, and then with the one after. */
const MOST_VERSIONS = 32 * 1024 * 1024
/** What a line takes besides its characters. */
const EACH_KEPT = 48

/** The file through its history, under all the names that it had. */
class FileHistories {
  readonly #objects: ObjectStore
  readonly #paths = new Map<string, TreePath>()
  readonly #versions = new Recent<string, readonly string[]>(MOST_VERSIONS)
  readonly #numbers = new LineNumbers()
  /** By blob, for those that had to be searched. */
  readonly #numbered = new Map<string, Int32Array>()

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  blob(commit: string, path: string): string | undefined {
    const entry = this.#path(path).entry(readOutline(this.#objects, commit).tree)
    return entry === undefined || !isFile(entry.mode) ? undefined : entry.id
  }

  #path(path: string): TreePath {
    const known = this.#paths.get(path)
    if (known !== undefined) return known
    const made = new TreePath(this.#objects, path)
    this.#paths.set(path, made)
    return made
  }

  /** Follows first parents as long as they have the file as it is: most commits leave most files alone. */
  *beforeQuiet(sought: Sought): Steps<Sought> {
    const path = this.#path(sought.path)
    let commit = sought.commit
    let outline = readOutline(this.#objects, commit)
    for (let quiet = 1; ; quiet++) {
      const first = outline.parents[0]
      if (first === undefined) break
      const before = readOutline(this.#objects, first)
      if (!path.isSame(before.tree, outline.tree)) break
      commit = first
      outline = before
      if (quiet % STEP === 0) yield
    }
    return { ...sought, commit }
  }

  /** What a parent has of the lines, and what is left; undefined where it has none of them. */
  *parted(sought: Sought, parent: string): Steps<{ passed: Sought; left: Sought } | undefined> {
    const { commit, path } = sought
    const before = yield* this.#pathIn(parent, commit, path)
    const there = before === undefined ? undefined : this.blob(parent, before)
    if (before === undefined || there === undefined) return undefined
    const changes = yield* this.#changes(there, this.blob(commit, path))
    const { passed, left } = yield* partedRuns(sought.runs, changes)
    if (passed.length === 0) return undefined
    return { passed: { commit: parent, path: before, runs: passed }, left: { ...sought, runs: left } }
  }

  *#changes(old: string | undefined, young: string | undefined): Steps<readonly Change[]> {
    const sole = soleChange(this.#version(old), this.#version(young))
    yield
    return sole ?? (yield* changeSteps(yield* this.#lines(old), yield* this.#lines(young), this.#numbers))
  }

  #version(blob: string | undefined): readonly string[] {
    const known = blob === undefined ? EMPTY : this.#versions.get(blob)
    if (known !== undefined) return known
    const bytes = readBlob(this.#objects, blob as string)
    // What has so many lines is taken for another file.
    const made = hasTooManyLines(bytes) ? EMPTY : linedBytes(bytes)
    this.#versions.add(blob as string, made, bytes.length + EACH_KEPT * made.length + 200)
    return made
  }

  *#lines(blob: string | undefined): Steps<Int32Array> {
    const known = blob === undefined ? undefined : this.#numbered.get(blob)
    if (known !== undefined) return known
    const numbers = yield* this.#numbers.steps(this.#version(blob))
    if (blob !== undefined) this.#numbered.set(blob, numbers)
    return numbers
  }

  *#pathIn(parent: string, commit: string, path: string): Steps<string | undefined> {
    if (this.blob(parent, path) !== undefined) return path
    const trees = [parent, commit].map((id) => readOutline(this.#objects, id).tree)
    const changed = yield* diffSteps(this.#objects, trees[0], trees[1], { renames: true })
    const renamed = changed.find((entry) => entry.newPath === path)
    return renamed?.status === 'renamed' ? renamed.oldPath : undefined
  }
}

const EMPTY: readonly string[] = []

const isFile = (mode: Mode): boolean => typeOfMode(mode) === 'blob'

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
