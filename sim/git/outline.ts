import { Recent } from '../lib/recent/recent.ts'
import { type Commit, type CommitOutline, type ObjectStore, readCommit } from './objects.ts'

/** The outline of a commit that was read. */
export function outlineOf({ tree, parents, committer }: Commit): CommitOutline {
  return { tree, parents, seconds: Math.max(0, Math.floor(committer.at / 1000)) }
}

// A commit never changes, so its outline is remembered for all repositories, up to so many. Large packs have theirs at hand.
const MOST = 20_000
const outlines = new Recent<string, CommitOutline>(MOST)

/** The outline of the commit with this id; throws if there is none. Histories are long, and most of their commits need not be read. */
export function readOutline(objects: ObjectStore, id: string): CommitOutline {
  const known = objects.outline?.(id) ?? outlines.get(id)
  if (known !== undefined) return known
  const outline = outlineOf(readCommit(objects, id))
  outlines.add(id, outline, 1)
  return outline
}
