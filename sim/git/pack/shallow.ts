import type { Steps } from '../../lib/steps.ts'
import { GitError } from '../git-error.ts'
import { logSteps } from '../history.ts'
import type { ObjectStore } from '../objects.ts'
import { readOutline } from '../outline.ts'

/** Commits that are looked at between two steps. */
const STEP = 256

/** How much history a client asks for, at most. */
export interface Deepening {
  /** Commits from the tips down, the tips included. */
  readonly depth?: number
  /** Counts `depth` from where the client's history ends now. */
  readonly relative?: boolean
  /** Only commits since then, in seconds. */
  readonly since?: number
  /** Only commits that cannot be reached from these. */
  readonly not?: readonly string[]
}

/** Where the history of a client is cut: these commits it gets or has without their parents. */
export interface Cut {
  readonly shallow: ReadonlySet<string>
  /** Commits that were cut before and are no longer. */
  readonly unshallow: readonly string[]
}

/** Where the history is cut that a client asks for, step by step; `before` is where it was cut so far. Throws a GitError. */
export function* cutHistory(
  objects: ObjectStore,
  tips: readonly string[],
  deepening: Deepening,
  before: ReadonlySet<string>,
): Steps<Cut> {
  const included = yield* includedCommits(objects, tips, deepening, before)
  if (included.size === 0) throw new GitError('no commits selected for shallow requests')
  const shallow = new Set<string>()
  let looked = 0
  for (const id of included) {
    if (readOutline(objects, id).parents.some((parent) => !included.has(parent))) shallow.add(id)
    if (++looked % STEP === 0) yield
  }
  return { shallow, unshallow: [...before].filter((id) => included.has(id) && !shallow.has(id)) }
}

function* includedCommits(
  objects: ObjectStore,
  tips: readonly string[],
  { depth, relative = false, since, not }: Deepening,
  before: ReadonlySet<string>,
): Steps<Set<string>> {
  if (depth !== undefined) {
    if (!relative) return yield* levels(objects, tips, depth)
    const present = yield* levels(objects, tips, Number.POSITIVE_INFINITY, before)
    const ends = [...before].filter((id) => present.has(id))
    return new Set([...present, ...(yield* levels(objects, ends, depth + 1))])
  }
  const included = new Set<string>()
  for (const { id, outline } of yield* logSteps(objects, tips, { exclude: not ?? [] }))
    if (since === undefined || outline.seconds >= since) included.add(id)
  return included
}

/** The commits within so many steps, the first step being the tips themselves; not beyond the `ends`. */
function* levels(
  objects: ObjectStore,
  tips: readonly string[],
  depth: number,
  ends: ReadonlySet<string> = new Set(),
): Steps<Set<string>> {
  const seen = new Set(tips)
  let level: readonly string[] = [...seen]
  let looked = 0
  for (let step = 1; step < depth; step++) {
    const next: string[] = []
    for (const id of level) {
      for (const parent of ends.has(id) ? [] : readOutline(objects, id).parents)
        if (!seen.has(parent)) {
          seen.add(parent)
          next.push(parent)
        }
      if (++looked % STEP === 0) yield
    }
    if (next.length === 0) break
    level = next
  }
  return seen
}

/** The same objects, but these commits have no parents. */
export function grafted(objects: ObjectStore, cut: ReadonlySet<string>): ObjectStore {
  if (cut.size === 0) return objects
  return {
    ...objects,
    get(id) {
      const object = objects.get(id)
      return object?.type === 'commit' && cut.has(id) ? { ...object, parents: [] } : object
    },
    outline(id) {
      const outline = readOutline(objects, id)
      return cut.has(id) ? { ...outline, parents: [] } : outline
    },
  }
}
