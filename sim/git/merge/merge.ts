import { memoryObjects, type ObjectStore, readCommit, type Signature } from '../objects.ts'
import type { Repository } from '../repository.ts'
import { isAncestor, mergeBases } from './base.ts'
import { mergeTreesAt } from './trees.ts'

export { commitsToRebase, type Rebased, rebase, rebaseBranch } from './rebase.ts'

/** The id of a stored tree, or the paths that have to be settled by hand, in byte order. */
export type MergedTree = { readonly tree: string } | { readonly conflicts: readonly string[] }
/** The id of a stored commit, or the paths in conflict. */
export type MergedCommit = { readonly id: string } | { readonly conflicts: readonly string[] }

/** Merges what two trees made of a third; without a base everything counts as added. See merge-trees.ts. */
export function mergeTrees(
  objects: ObjectStore,
  base: string | undefined,
  ours: string,
  theirs: string,
): MergedTree {
  const { tree, conflicts } = mergeTreesAt(objects, base, ours, theirs, 0)
  return conflicts.length > 0 ? { conflicts } : { tree }
}

/**
 * Merges two commits as git merge-tree --write-tree does. Several best common ancestors are first merged with one
 * another, conflicts and all, into the base. Unrelated histories are merged from nothing; git refuses them unless
 * told otherwise, so callers that mind ask `mergeBase` first.
 */
export function mergeCommits(objects: ObjectStore, ours: string, theirs: string): MergedTree {
  const scratch = overlay(objects)
  const base = virtualBase(scratch, ours, theirs, 1)
  // What the base needed stays in the overlay; only the result is kept.
  const reading: ObjectStore = { get: scratch.get, put: (object) => objects.put(object) }
  return mergeTrees(reading, base, readCommit(objects, ours).tree, readCommit(objects, theirs).tree)
}

/** A store that reads through to another and keeps to itself what is put into it. */
function overlay(objects: ObjectStore): ObjectStore {
  const own = memoryObjects()
  return { get: (id) => own.get(id) ?? objects.get(id), put: own.put }
}

/** The tree to merge from: that of the common ancestor, or of a merge of all of them, the oldest first. */
function virtualBase(scratch: ObjectStore, a: string, b: string, depth: number): string | undefined {
  const [first, ...others] = [...mergeBases(scratch, a, b)].reverse()
  if (first === undefined) return undefined
  let merged = first
  for (const other of others) {
    const base = virtualBase(scratch, merged, other, depth + 1)
    const sides = [readCommit(scratch, merged).tree, readCommit(scratch, other).tree] as const
    const { tree } = mergeTreesAt(scratch, base, ...sides, depth)
    merged = scratch.put({
      type: 'commit',
      tree,
      parents: [merged, other],
      author: NOBODY,
      committer: NOBODY,
      message: '',
    })
  }
  return readCommit(scratch, merged).tree
}

const NOBODY: Signature = { name: '', email: '', at: 0, offset: 0 }

/** What is written on a new commit; the message is kept to the byte. */
export interface Authorship {
  readonly message: string
  readonly author: Signature
  readonly committer: Signature
}

export interface Merge extends Authorship {
  /** The commit to merge into, the first parent. */
  readonly ours: string
  /** The commit to be merged. */
  readonly theirs: string
  /** The short name of the branch to move to the new commit; without it no reference changes. */
  readonly branch?: string
}

/** Stores a merge of two commits, also where a fast-forward were possible. */
export function mergeCommit(repo: Repository, merge: Merge): MergedCommit {
  return commitMerge(repo, merge, [merge.ours, merge.theirs])
}

/** Stores one commit on top of `ours` that brings all that a merge of `theirs` would bring. */
export function squashCommit(repo: Repository, merge: Merge): MergedCommit {
  return commitMerge(repo, merge, [merge.ours])
}

function commitMerge({ objects, refs }: Repository, merge: Merge, parents: readonly string[]): MergedCommit {
  const merged = mergeCommits(objects, merge.ours, merge.theirs)
  if ('conflicts' in merged) return merged
  const { message, author, committer, branch } = merge
  const id = objects.put({ type: 'commit', tree: merged.tree, parents, author, committer, message })
  if (branch !== undefined) refs.set(`refs/heads/${branch}`, id)
  return { id }
}

/** Whether a branch at `from` can move to `to` without a merge. */
export function canFastForward(objects: ObjectStore, from: string, to: string): boolean {
  return isAncestor(objects, from, to)
}
