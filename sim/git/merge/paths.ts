import { Pace, type Steps } from '../../lib/steps.ts'
import type { ObjectStore } from '../objects.ts'
import { changedFiles, type DiffEntry } from '../tree-diff.ts'
import { draftTree, type Slot, type TreeDraft } from '../tree-draft.ts'
import { compareNames } from '../tree-order.ts'

export const sides = ['ours', 'theirs'] as const
export type Side = (typeof sides)[number]

/** One version of a file; `path` is where it stood if that is not where it is merged. */
export interface Version extends Slot {
  readonly path: string
}

/** What there is to merge at a path; a version that is not a file (or not there) is undefined. */
export interface MergeEntry {
  readonly path: string
  base: Version | undefined
  ours: Version | undefined
  theirs: Version | undefined
  /** Set where renames leave no way out, whatever the contents. */
  conflict: boolean
  /** Set once the file has moved away with its content, so that nothing is left here. */
  gone: boolean
}

/** The paths that a merge has to look at; others can be added when a rename leads to them. */
export class MergePaths {
  readonly objects: ObjectStore
  /** What theirs changed, without renames. */
  readonly theirChanges: readonly DiffEntry[]
  private readonly trees: { readonly base: TreeDraft; readonly ours: TreeDraft; readonly theirs: TreeDraft }
  private readonly entries = new Map<string, MergeEntry>()
  private readonly roots: { readonly base: string | undefined; readonly ours: string }

  /** Finds them step by step. */
  static *of(
    objects: ObjectStore,
    base: string | undefined,
    ours: string,
    theirs: string,
  ): Steps<MergePaths> {
    const paths = new MergePaths(objects, { base, ours, theirs }, yield* changesOf(objects, base, theirs))
    const pace = new Pace()
    for (const { newPath } of paths.theirChanges) {
      paths.at(newPath)
      if (pace.after(0)) yield
    }
    return paths
  }

  private constructor(
    objects: ObjectStore,
    {
      base,
      ours,
      theirs,
    }: { readonly base: string | undefined; readonly ours: string; readonly theirs: string },
    theirChanges: readonly DiffEntry[],
  ) {
    this.objects = objects
    this.roots = { base, ours }
    this.trees = {
      base: draftTree(objects, base),
      ours: draftTree(objects, ours),
      theirs: draftTree(objects, theirs),
    }
    this.theirChanges = theirChanges
  }

  at(path: string): MergeEntry {
    const known = this.entries.get(path)
    if (known) return known
    const version = (tree: TreeDraft): Version | undefined => {
      const slot = tree.get(path)
      return slot && slot.mode !== '040000' ? { ...slot, path } : undefined
    }
    const { base, ours, theirs } = this.trees
    const versions = { base: version(base), ours: version(ours), theirs: version(theirs) }
    const entry: MergeEntry = { path, ...versions, conflict: false, gone: false }
    this.entries.set(path, entry)
    return entry
  }

  all(): MergeEntry[] {
    return [...this.entries.values()].sort((a, b) => compareNames(a.path, b.path))
  }

  /** What one side changed, without renames. */
  *changes(side: Side): Steps<readonly DiffEntry[]> {
    const { base, ours } = this.roots
    return side === 'theirs' ? this.theirChanges : yield* changesOf(this.objects, base, ours)
  }

  /** Whether a side has something else at a path than the base had, or nothing. */
  differs(side: Side, path: string): boolean {
    const [was, is] = [this.trees.base.get(path), this.trees[side].get(path)]
    return was?.id !== is?.id || was?.mode !== is?.mode
  }
}

function* changesOf(objects: ObjectStore, base: string | undefined, tree: string): Steps<DiffEntry[]> {
  const pace = new Pace()
  const changes: DiffEntry[] = []
  for (const change of changedFiles(objects, base, tree)) {
    changes.push(change)
    if (pace.of(EACH_CHANGE)) yield
  }
  return changes
}

/** Bytes that take as long to handle as a changed file takes to be found. */
const EACH_CHANGE = 1024

export const otherSide = (side: Side): Side => (side === 'ours' ? 'theirs' : 'ours')
