import { type Commit, type CommitOutline, type ObjectStore, readCommit } from './objects.ts'

/** The outline of a commit that was read. */
export function outlineOf({ tree, parents, committer }: Commit): CommitOutline {
  return { tree, parents, seconds: Math.max(0, Math.floor(committer.at / 1000)) }
}

/** The outline of the commit with this id; throws if there is none. Histories are long, and most of their commits need not be read. */
export function readOutline(objects: ObjectStore, id: string): CommitOutline {
  return objects.outline?.(id) ?? outlineOf(readCommit(objects, id))
}
