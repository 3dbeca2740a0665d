import { append } from '../../lib/lists.ts'
import type { Steps } from '../../lib/steps.ts'
import type { ObjectStore } from '../objects.ts'
import { renameSteps } from '../renames.ts'
import { type DiffEntry, isRegular } from '../tree-diff.ts'
import { compareNames } from '../tree-order.ts'
import { mergeVersions } from './file.ts'
import { type MergeEntry, type MergePaths, otherSide, type Side, sides, type Version } from './paths.ts'

interface Rename {
  readonly side: Side
  readonly from: string
  readonly to: string
}

/**
 * Finds the renames that matter, and moves what the other side did to a file to where it now is. A rename matters
 * if the other side changed or removed the file; all others are plain removals and additions.
 */
export function* applyRenames(objects: ObjectStore, paths: MergePaths, depth: number): Steps<void> {
  const renames: Rename[] = []
  for (const side of sides) append(renames, yield* findRenames(objects, paths, side))
  const byOrigin = new Map<string, Rename[]>()
  for (const rename of renames) byOrigin.set(rename.from, [...(byOrigin.get(rename.from) ?? []), rename])
  for (const from of [...byOrigin.keys()].sort(compareNames)) {
    const [first, second] = byOrigin.get(from) ?? []
    if (first && second) yield* renamedTwice(objects, paths, first, second, depth)
    else if (first) yield* renamedOnce(objects, paths, first, depth)
    yield
  }
}

function* findRenames(objects: ObjectStore, paths: MergePaths, side: Side): Steps<Rename[]> {
  const other = otherSide(side)
  const matters = ({ oldPath }: DiffEntry): boolean => paths.differs(other, oldPath)
  if (!losesWhatMatters(paths, side)) return []
  const entries = yield* renameSteps(objects, yield* paths.changes(side), { empty: false, matters })
  return entries
    .filter(({ status }) => status === 'renamed')
    .map(({ oldPath, newPath }) => ({ side, from: oldPath, to: newPath }))
}

/** Whether a side is without a file that the other side touched; all such files are among the known paths. */
function losesWhatMatters(paths: MergePaths, side: Side): boolean {
  if (side === 'ours') return paths.all().some(({ base, ours }) => base && !ours)
  const removed = paths.theirChanges.filter(({ status }) => status === 'deleted')
  return removed.some(({ oldPath }) => paths.differs('ours', oldPath))
}

/** Both sides renamed one file: to the same name, which is just a merge there, or to two, which nobody can settle. */
function* renamedTwice(
  objects: ObjectStore,
  paths: MergePaths,
  a: Rename,
  b: Rename,
  depth: number,
): Steps<void> {
  const origin = paths.at(a.from)
  const [toOurs, toTheirs] = [paths.at(a.to), paths.at(b.to)]
  if (a.to === b.to) {
    toOurs.base = origin.base
    origin.gone = true
    return
  }
  const versions = { base: origin.base, ours: toOurs.ours, theirs: toTheirs.theirs }
  const { slot } = yield* mergeVersions(objects, versions, depth, 2 * depth + 1)
  toOurs.ours = slot && { ...slot, path: a.to }
  toTheirs.theirs = slot && { ...slot, path: b.to }
  for (const entry of [origin, toOurs, toTheirs]) entry.conflict = true
}

function* renamedOnce(
  objects: ObjectStore,
  paths: MergePaths,
  { side, from, to }: Rename,
  depth: number,
): Steps<void> {
  const other = otherSide(side)
  const [origin, target] = [paths.at(from), paths.at(to)]
  const [base, left] = [origin.base, origin[other]]
  if (left && isRegular(left.mode) !== isRegular(target[side]?.mode)) {
    // The other side turned the file into a link or the like, which stays where it is.
    origin.base = undefined
    lose(target, side, base, depth)
    return
  }
  origin.gone = true
  if (target[other]) {
    const alike = target.ours?.id === target.theirs?.id && target.ours?.mode === target.theirs?.mode
    if (left) target[side] = yield* mergeMoved(objects, base, { side, moved: target[side], left }, to, depth)
    else target.conflict = true
    // git has settled by now that two equal files need no merge, and goes by what ours holds.
    if (alike) target.theirs = target.ours
  } else if (left) {
    target.base = base
    target[other] = left
  } else lose(target, side, base, depth)
}

/** A renamed file that the other side has no version of: in conflict, and in a merge of bases as it was before. */
function lose(target: MergeEntry, side: Side, base: Version | undefined, depth: number): void {
  target.conflict = true
  if (depth > 0) target[side] = base
}

interface Move {
  readonly side: Side
  readonly moved: Version | undefined
  readonly left: Version
}

/** The other side has a file of its own in the new place: first merge what was renamed, then the two files. */
function* mergeMoved(
  objects: ObjectStore,
  base: Version | undefined,
  { side, moved, left }: Move,
  path: string,
  depth: number,
): Steps<Version | undefined> {
  const versions: Pick<MergeEntry, 'base' | 'ours' | 'theirs'> =
    side === 'ours' ? { base, ours: moved, theirs: left } : { base, ours: left, theirs: moved }
  const { slot } = yield* mergeVersions(objects, versions, depth, 2 * depth + 1)
  return slot && { ...slot, path }
}
