import { diffArrays } from 'diff'
import { text } from '../lib/bytes.ts'
import { dateQueue } from './commit-queue.ts'
import { diffTrees } from './diff.ts'
import { linesOf } from './lines.ts'
import { commitSeconds } from './merge/base.ts'
import { type ObjectStore, readBlob, readCommit } from './objects.ts'
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
  /** Line in this version to line in the file asked for, both counted from 0. */
  readonly lines: ReadonlyMap<number, number>
}

/**
 * Which commit each line of a file came with, as git blame tells it: a line belongs to the youngest commit that none
 * of its parents has it from. Renames are followed.
 */
export function blame(objects: ObjectStore, head: string, path: string): Blamed[] {
  const file = fileAt(objects, head, path)
  const whole = file === undefined ? [] : linesIn(objects, file)
  const versions = new Versions(objects)
  const origins: string[] = new Array(whole.length)
  const queue = dateQueue<Sought>()
  const enter = (sought: Sought) => queue.push(sought, commitSeconds(readCommit(objects, sought.commit)))
  enter({ commit: head, path, lines: new Map(whole.map((_, i) => [i, i])) })
  for (let sought = queue.pop(); sought; sought = queue.pop()) {
    const unchanged = unchangedBefore(objects, sought)
    if (unchanged !== undefined) {
      enter({ ...sought, commit: unchanged })
      continue
    }
    const left = new Map(sought.lines)
    for (const passed of passedOn(objects, versions, sought, left)) enter(passed)
    for (const place of left.values()) origins[place] = sought.commit
  }
  return together(whole, origins)
}

/** The first parent, where it has the file as the commit has it: most commits leave most files as they are. */
function unchangedBefore(objects: ObjectStore, { commit, path }: Sought): string | undefined {
  const { tree, parents } = readCommit(objects, commit)
  const [first] = parents
  if (first === undefined || !isSameAt(objects, readCommit(objects, first).tree, tree, path)) return undefined
  return first
}

/** What each parent has of the lines; what it has is taken out of `left`. */
function passedOn(
  objects: ObjectStore,
  versions: Versions,
  { commit, path }: Sought,
  left: Map<number, number>,
): Sought[] {
  const { parents } = readCommit(objects, commit)
  const id = fileAt(objects, commit, path)
  return parents.flatMap((parent) => {
    if (left.size === 0) return []
    const before = pathIn(objects, parent, commit, path)
    const there = before === undefined ? undefined : fileAt(objects, parent, before)
    if (before === undefined || there === undefined) return []
    const kept = keptLines(versions.lines(there), versions.lines(id))
    const lines = new Map<number, number>()
    for (const [line, place] of [...left]) {
      const was = kept.get(line)
      if (was === undefined) continue
      lines.set(was, place)
      left.delete(line)
    }
    return lines.size === 0 ? [] : [{ commit: parent, path: before, lines }]
  })
}

/** The versions of a file, each line as a number: equal lines have equal ones, which compare at once. */
class Versions {
  readonly #objects: ObjectStore
  readonly #numbers = new Map<string, number>()
  readonly #read = new Map<string, readonly number[]>()

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  lines(blob: string | undefined): readonly number[] {
    if (blob === undefined) return []
    const known = this.#read.get(blob) ?? linesIn(this.#objects, blob).map((line) => this.#number(line))
    this.#read.set(blob, known)
    return known
  }

  #number(line: string): number {
    const number = this.#numbers.get(line) ?? this.#numbers.size
    this.#numbers.set(line, number)
    return number
  }
}

/** Lines of the new version to the same ones of the old. */
function keptLines(before: readonly number[], after: readonly number[]): Map<number, number> {
  const kept = new Map<number, number>()
  let [was, is] = [0, 0]
  for (const { added, removed, count = 0 } of diffArrays([...before], [...after])) {
    if (!added && !removed) for (let i = 0; i < count; i++) kept.set(is + i, was + i)
    if (!added) was += count
    if (!removed) is += count
  }
  return kept
}

function pathIn(objects: ObjectStore, parent: string, commit: string, path: string): string | undefined {
  const trees = [readCommit(objects, parent).tree, readCommit(objects, commit).tree] as const
  if (entryAt(objects, trees[0], path)?.type === 'blob') return path
  const renamed = diffTrees(objects, ...trees, { renames: true }).find((entry) => entry.newPath === path)
  return renamed?.status === 'renamed' ? renamed.oldPath : undefined
}

function fileAt(objects: ObjectStore, commit: string, path: string): string | undefined {
  const entry = entryAt(objects, readCommit(objects, commit).tree, path)
  return entry?.type === 'blob' ? entry.id : undefined
}

function linesIn(objects: ObjectStore, blob: string): string[] {
  return linesOf(text(readBlob(objects, blob)))
}

function together(lines: readonly string[], origins: readonly string[]): Blamed[] {
  const blamed: { commit: string; lines: string[] }[] = []
  lines.forEach((line, i) => {
    const commit = origins[i] as string
    const last = blamed.at(-1)
    if (last?.commit === commit) last.lines.push(line)
    else blamed.push({ commit, lines: [line] })
  })
  return blamed
}
