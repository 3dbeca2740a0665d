import { type Commit, type CommitOutline, type ObjectStore, readCommit } from './objects.ts'

export interface LogEntry {
  readonly id: string
  readonly commit: Commit
}

/** A commit that a walk came to; it is read when it is first asked for. */
export interface WalkedCommit extends LogEntry {
  readonly outline: CommitOutline
}

export function walkedCommit(objects: ObjectStore, id: string, outline: CommitOutline): WalkedCommit {
  return new Walked(objects, id, outline)
}

// A class: of object literals with a getter an engine makes each of a kind of its own, four times as large.
class Walked implements WalkedCommit {
  readonly #objects: ObjectStore
  readonly id: string
  readonly outline: CommitOutline
  #commit: Commit | undefined

  constructor(objects: ObjectStore, id: string, outline: CommitOutline) {
    this.#objects = objects
    this.id = id
    this.outline = outline
  }

  get commit(): Commit {
    this.#commit ??= readCommit(this.#objects, this.id)
    return this.#commit
  }
}

export interface LogOptions {
  /** Commits whose whole history is left out. */
  readonly exclude?: readonly string[]
  /** Only commits that change what lies at this file or directory, with git's default simplification of merges. */
  readonly path?: string
  /** The most commits to answer, default all. */
  readonly limit?: number
  /** Whether to follow only the first parent of a merge, default false. */
  readonly firstParent?: boolean
}
