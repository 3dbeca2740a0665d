import type { Steps } from '../../lib/steps.ts'
import { logSteps } from '../history.ts'
import { type Commit, type ObjectStore, readCommit, type Signature } from '../objects.ts'
import { emptyTree } from '../tree.ts'
import { mergeBase } from './base.ts'
import { mergeTreeSteps } from './trees.ts'

/** The new head, or the commit that could not be replayed and the paths in which it failed. */
export type Rebased =
  | { readonly id: string }
  | { readonly conflicts: readonly string[]; readonly commit: string }

export interface Rebase {
  /** The commit to build on. */
  readonly onto: string
  /** The commits to replay, oldest first. */
  readonly commits: readonly string[]
  readonly committer: Signature
}

/**
 * Replays commits one by one, a step each, and answers the new head. A commit that changes nothing any more is left out, one that
 * never changed anything is kept. Authors and messages stay.
 */
export function* rebase(objects: ObjectStore, { onto, commits, committer }: Rebase): Steps<Rebased> {
  let head = onto
  for (const id of commits) {
    const commit = readCommit(objects, id)
    const before = parentTree(objects, commit)
    const here = readCommit(objects, head).tree
    const { tree, conflicts } = yield* mergeTreeSteps(objects, before, here, commit.tree, 0)
    yield
    if (conflicts.length > 0) return { conflicts, commit: id }
    if (tree === here && commit.tree !== before) continue
    const { author, message } = commit
    head = objects.put({ type: 'commit', tree, parents: [head], author, committer, message })
  }
  return { id: head }
}

const parentTree = (objects: ObjectStore, { parents: [parent] }: Commit): string =>
  parent === undefined ? emptyTree(objects) : readCommit(objects, parent).tree

/** Rebases a whole branch; nothing is replayed where one side already contains the other. */
export function* rebaseBranch(
  objects: ObjectStore,
  { onto, head, committer }: { readonly onto: string; readonly head: string; readonly committer: Signature },
): Steps<Rebased> {
  const base = mergeBase(objects, onto, head)
  if (base === onto) return { id: head }
  if (base === head) return { id: onto }
  return yield* rebase(objects, { onto, commits: yield* commitsToRebase(objects, onto, head), committer })
}

/**
 * The commits of a branch that a rebase replays, oldest first and parents before children: those that `onto` lacks,
 * without merges (git rev-list --no-merges --topo-order --reverse).
 */
export function* commitsToRebase(objects: ObjectStore, onto: string, head: string): Steps<string[]> {
  const entries = yield* logSteps(objects, head, { exclude: [onto] })
  const range = new Map(entries.map(({ id, commit }) => [id, commit]))
  const children = new Map<string, number>()
  for (const { parents } of range.values())
    for (const id of parents) children.set(id, (children.get(id) ?? 0) + 1)
  const order: string[] = []
  const ready = range.has(head) ? [head] : []
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    order.push(id)
    for (const parent of range.get(id)?.parents ?? []) {
      const left = (children.get(parent) ?? 0) - 1
      children.set(parent, left)
      if (left === 0 && range.has(parent)) ready.push(parent)
    }
  }
  return order.filter((id) => (range.get(id)?.parents.length ?? 0) < 2).reverse()
}
