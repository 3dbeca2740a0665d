import { type ObjectStore, readCommit } from '../objects.ts'
import { emptyTree } from '../tree.ts'
import { mergeTreesAt } from './trees.ts'

/** The tree that a commit's change leads to elsewhere; nothing where it changes nothing there, or does not fit. */
export type Replayed = { readonly tree: string } | { readonly fails: 'empty' | 'conflict' }

/** Brings what a commit changed to another commit; of a merge what it changed of its first parent. */
export function cherryPick(objects: ObjectStore, id: string, onto: string): Replayed {
  const { before, after } = change(objects, id)
  return replayed(objects, before, onto, after)
}

/** Takes what a commit changed out of another commit. */
export function revert(objects: ObjectStore, id: string, onto: string): Replayed {
  const { before, after } = change(objects, id)
  return replayed(objects, after, onto, before)
}

function change(objects: ObjectStore, id: string): { readonly before: string; readonly after: string } {
  const { tree, parents } = readCommit(objects, id)
  const [parent] = parents
  return { before: parent === undefined ? emptyTree(objects) : readCommit(objects, parent).tree, after: tree }
}

function replayed(objects: ObjectStore, from: string, onto: string, to: string): Replayed {
  const here = readCommit(objects, onto).tree
  const { tree, conflicts } = mergeTreesAt(objects, from, here, to, 0)
  if (conflicts.length > 0) return { fails: 'conflict' }
  return tree === here ? { fails: 'empty' } : { tree }
}
