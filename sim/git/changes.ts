import { finished, Pace, type Steps } from '../lib/steps.ts'
import { bounds } from './budget.ts'
import { type Mode, type ObjectStore, readCommit, type Signature } from './objects.ts'
import type { Repository } from './repository.ts'
import { draftTree, type Slot, type TreeDraft } from './tree-draft.ts'

export const changeActions = ['create', 'update', 'delete', 'move', 'chmod', 'submodule'] as const
export type ChangeAction = (typeof changeActions)[number]

/** One step of a commit; steps apply in order, each to what the ones before it left. */
export interface Change {
  readonly action: ChangeAction
  readonly path: string
  /** Where `move` takes the file from. */
  readonly previousPath?: string
  /** The new content; `move` without it keeps the old one, `create` and `update` without it write an empty file. */
  readonly content?: Uint8Array
  /** Sets or clears the executable bit; without it `update` and `move` keep what was there. */
  readonly executable?: boolean
  /** Of a submodule: the commit that it is to be at. */
  readonly commit?: string
  /** Makes the file a symbolic link whose target is the content. */
  readonly symlink?: boolean
}

/**
 * Why a change cannot be made: a file is already there, no such file, a directory is there, a file stands where
 * the path needs a directory, or the path is not one git would store.
 */
export const changeFaults = ['exists', 'missing', 'directory', 'not-directory', 'invalid'] as const
export type ChangeFault = (typeof changeFaults)[number]

/** Thrown by `commitChanges`; nothing but loose blobs has been stored, and no branch moved. */
export class ChangeError extends Error {
  readonly kind: ChangeFault
  readonly path: string

  constructor(kind: ChangeFault, path: string) {
    super(`${path}: ${kind}`)
    this.name = 'ChangeError'
    this.kind = kind
    this.path = path
  }
}

export interface NewCommit {
  /** The short name of the branch to move to the new commit; without it no reference changes. */
  readonly branch?: string
  /** The first parent's tree is where the changes start; without parents they start from nothing. */
  readonly parents: readonly string[]
  readonly changes: readonly Change[]
  /** Kept to the byte. */
  readonly message: string
  readonly author: Signature
  readonly committer: Signature
}

/** Stores a commit with changes made to its first parent and answers its id; throws `ChangeError`. */
export function commitChanges(repo: Repository, commit: NewCommit): string {
  return finished(commitSteps(repo, commit))
}

/** The same step by step. */
export function* commitSteps(repo: Repository, commit: NewCommit): Steps<string> {
  const { objects, refs } = repo
  const [first] = commit.parents
  const tree = yield* changedTree(objects, first && readCommit(objects, first).tree, commit.changes)
  const { parents, message, author, committer } = commit
  const id = objects.put({ type: 'commit', tree, parents, author, committer, message })
  if (commit.branch !== undefined) refs.set(`refs/heads/${commit.branch}`, id)
  return id
}

/** Stores the tree that changes make of another (or of nothing) and answers its id; throws `ChangeError`. */
export function* changedTree(
  objects: ObjectStore,
  tree: string | undefined,
  changes: readonly Change[],
): Steps<string> {
  const draft = draftTree(objects, tree)
  const pace = new Pace()
  for (const change of changes) {
    apply(objects, draft, change)
    if (pace.after(change.content?.length ?? 0)) yield
  }
  return yield* draft.writeSteps()
}

function apply(objects: ObjectStore, draft: TreeDraft, change: Change): void {
  const { action, path, content } = change
  checkPath(path)
  switch (action) {
    case 'create':
      add(draft, path, { id: store(objects, content), mode: modeFor(change) })
      break
    case 'update': {
      const { mode } = fileAt(draft, path)
      put(draft, path, { id: store(objects, content), mode: modeFor(change, mode) })
      break
    }
    case 'delete':
      fileAt(draft, path)
      draft.remove(path)
      break
    case 'move':
      move(objects, draft, change)
      break
    case 'chmod': {
      const { id } = fileAt(draft, path)
      put(draft, path, { id, mode: change.executable ? '100755' : '100644' })
      break
    }
    case 'submodule': {
      if (draft.get(path)?.mode !== '160000') throw new ChangeError('missing', path)
      put(draft, path, { id: change.commit ?? '', mode: '160000' })
      break
    }
    default:
      action satisfies never
  }
}

function move(objects: ObjectStore, draft: TreeDraft, change: Change): void {
  const { path, previousPath = '', content } = change
  checkPath(previousPath)
  const old = fileAt(draft, previousPath)
  if (path === previousPath) throw new ChangeError('exists', path)
  // Taken away first, so that `a` can move to `a/b`.
  draft.remove(previousPath)
  add(draft, path, { id: content ? store(objects, content) : old.id, mode: modeFor(change, old.mode) })
}

function store(objects: ObjectStore, bytes: Uint8Array | undefined): string {
  return objects.put({ type: 'blob', bytes: bytes ?? new Uint8Array() })
}

function modeFor({ symlink, executable }: Change, old?: Mode): Mode {
  if (symlink) return '120000'
  if (executable === undefined && old !== undefined) return old
  return executable ? '100755' : '100644'
}

function add(draft: TreeDraft, path: string, slot: Slot): void {
  const there = draft.get(path)
  if (there) throw new ChangeError(there.mode === '040000' ? 'directory' : 'exists', path)
  put(draft, path, slot)
}

function put(draft: TreeDraft, path: string, slot: Slot): void {
  if (!draft.set(path, slot)) throw new ChangeError('not-directory', path)
}

function fileAt(draft: TreeDraft, path: string): Slot {
  const there = draft.get(path)
  if (!there || there.mode === '040000') throw new ChangeError('missing', path)
  return there
}

// git stores no path that would reach outside the tree or into its own folder
function checkPath(path: string): void {
  const wrong = (part: string): boolean => ['', '.', '..'].includes(part) || part.toLowerCase() === '.git'
  if (path.length > bounds.path || path.includes('\0') || path.split('/').some(wrong))
    throw new ChangeError('invalid', path)
}
