import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import { type GitObject, memoryObjects, type ObjectStore } from '../objects.ts'
import { draftTree, type Slot, type TreeDraft } from '../tree-draft.ts'
import { compareNames } from '../tree-order.ts'
import { branchLabel, mergeFile } from './file.ts'
import { MergePaths } from './paths.ts'
import { applyRenames } from './renames.ts'

/** A tree in any case: where there is a conflict it holds what git puts there when it merges two bases. */
export interface MergeOutcome {
  readonly tree: string
  readonly conflicts: readonly string[]
}

/**
 * Merges trees as git's `ort` strategy does: three-way for content, mode and kind of every path that theirs
 * changed, with renames on either side followed. Costs as much as theirs differs from the base, and the whole of
 * what ours changed only if a file is gone from ours that theirs changed. `depth` is 0 for a result that is to
 * be kept, and else counts how deep in a merge of bases this is.
 *
 * Not followed: renames of whole directories (git reports a conflict if theirs adds a file to a directory that
 * ours renamed), submodules whose commits lie in line (always a conflict here), attributes and merge drivers.
 * Where a file and a directory collide, or a file and a link, git reports the new name it gives to one of them;
 * here the path that both wanted is reported.
 */
export function mergeTreesAt(
  objects: ObjectStore,
  base: string | undefined,
  ours: string,
  theirs: string,
  depth: number,
): MergeOutcome {
  const atOnce = decided(base, ours, theirs)
  if (atOnce !== undefined) return atOnce
  // Others may be served meanwhile, and what is written into a world then would be lost: it is written at the end.
  const { outcome, made } = workedOut(`merge ${base} ${ours} ${theirs} ${depth}`, function* () {
    const apart = recording(objects)
    const outcome = yield* mergeTreeSteps(apart, base, ours, theirs, depth)
    return { outcome, made: apart.made }
  })
  for (const object of made) objects.put(object)
  return outcome
}

function decided(base: string | undefined, ours: string, theirs: string): MergeOutcome | undefined {
  if (base === theirs || ours === theirs) return { tree: ours, conflicts: [] }
  return base === ours ? { tree: theirs, conflicts: [] } : undefined
}

/** A store that reads through to another, and keeps what is put into it. */
function recording(objects: ObjectStore): ObjectStore & { readonly made: readonly GitObject[] } {
  const own = memoryObjects()
  const made: GitObject[] = []
  return {
    made,
    get: (id) => own.get(id) ?? objects.get(id),
    put(object) {
      made.push(object)
      return own.put(object)
    },
  }
}

/** The same step by step, for what nobody writes to meanwhile. */
export function* mergeTreeSteps(
  objects: ObjectStore,
  base: string | undefined,
  ours: string,
  theirs: string,
  depth: number,
): Steps<MergeOutcome> {
  const atOnce = decided(base, ours, theirs)
  if (atOnce !== undefined) return atOnce
  const paths = yield* MergePaths.of(objects, base, ours, theirs)
  yield* applyRenames(objects, paths, depth)
  const draft = draftTree(objects, ours)
  const conflicts = new Set<string>()
  const results: [string, Slot][] = []
  const pace = new Pace()
  for (const entry of paths.all()) {
    const { slot, conflict } = yield* mergeFile(objects, entry, depth)
    if (conflict) conflicts.add(entry.path)
    if (slot) results.push([entry.path, slot])
    // All files that go make room before any comes.
    else if (isFile(draft.get(entry.path))) draft.remove(entry.path)
    if (pace.after(0)) yield
  }
  for (const [path, slot] of results) {
    if (!draft.set(path, slot)) conflicts.add(squeezeIn(draft, path, slot))
    if (pace.after(0)) yield
  }
  return { tree: yield* draft.writeSteps(), conflicts: [...conflicts].sort(compareNames) }
}

const isFile = (slot: Slot | undefined): boolean => slot !== undefined && slot.mode !== '040000'

/**
 * Puts a file where there is no room: the file that stands where a directory has to be, old or new, goes to a name
 * of its own, as git has it. Answers the path that both wanted.
 */
function squeezeIn(draft: TreeDraft, path: string, slot: Slot): string {
  const names = path.split('/')
  const above = names.map((_, depth) => names.slice(0, depth + 1).join('/'))
  const blocker = above.find((each) => isFile(draft.get(each)))
  const blocking = blocker === undefined ? undefined : draft.get(blocker)
  if (blocker === undefined || !blocking) {
    draft.set(`${path}~${branchLabel('theirs')}`, slot)
    return path
  }
  draft.remove(blocker)
  draft.set(path, slot)
  draft.set(`${blocker}~${branchLabel('ours')}`, blocking)
  return blocker
}
