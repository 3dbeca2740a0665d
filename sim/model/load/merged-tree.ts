import { mergeCommits } from '../../git/merge/merge.ts'
import type { ObjectStore } from '../../git/objects.ts'

/** The tree that git makes of merging one commit into another; a description has no words for settled conflicts. */
export function mergedTree(
  objects: ObjectStore,
  ours: string | undefined,
  theirs: string,
  path: string,
): string {
  if (ours === undefined) throw new Error(`${path}: there is no parent to merge into`)
  const merged = mergeCommits(objects, ours, theirs)
  if ('conflicts' in merged) throw new Error(`${path}: conflicts in ${merged.conflicts.join(', ')}`)
  return merged.tree
}
