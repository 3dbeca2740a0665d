import { type Mode, type ObjectStore, readCommit, type Signature } from './objects.ts'
import type { Repository } from './repository.ts'
import { draftTree, type Slot, type TreeDraft } from './tree-draft.ts'

export const changeActions = ['create', 'update', 'delete', 'move', 'chmod'] as const
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
  const { objects, refs } = repo
  const [first] = commit.parents
  const tree = changeTree(objects, first && readCommit(objects, first).tree, commit.changes)
  const { parents, message, author, committer } = commit
  const id = objects.put({ type: 'commit', tree, parents, author, committer, message })
  if (commit.branch !== undefined) refs.set(`refs/heads/${commit.branch}`, id)
  return id
}

/** Stores the tree that changes make of another (or of nothing) and answers its id; throws `ChangeError`. */
export function changeTree(objects: ObjectStore, tree: string | undefined, changes: readonly Change[]): string {
  const draft = draftTree(objects, tree)
  for (const change of changes) apply(objects, draft, change)
  return draft.write()
}

function apply(objects: ObjectStore, draft: TreeDraft, change: Change): void {
  checkPath(change.path)
  switch (change.action) {
    case 'create':
      return add(draft, change.path, slot(objects, change, undefined))
    case 'update':
      return put(draft, change.path, slot(objects, change, fileAt(draft, change.path)))
    case 'delete':
      fileAt(draft, change.path)
      return draft.remove(change.path)
    case 'move':
      return move(objects, draft, change)
    case 'chmod': {
      const { id } = fileAt(draft, change.path)
      return put(draft, change.path, { id, mode: change.executable ? '100755' : '100644' })
    }
    default:
      return change.action satisfies never
  }
}

function move(objects: ObjectStore, draft: TreeDraft, change: Change): void {
  const from = change.previousPath ?? ''
  checkPath(from)
  const old = fileAt(draft, from)
  const there = draft.get(change.path)
  if (there && there.mode !== '040000') throw new ChangeError('exists', change.path)
  const { id, mode } = slot(objects, change, old)
  // Taken away first, so that `a` can move to `a/b`.
  draft.remove(from)
  add(draft, change.path, { id: change.content ? id : old.id, mode })
}

/** The mode and content a change asks for, given the file it replaces. */
function slot(objects: ObjectStore, change: Change, old: Slot | undefined): Slot {
  const keepsContent = change.action === 'move' && !change.content
  const id = keepsContent && old ? old.id : objects.put({ type: 'blob', bytes: change.content ?? new Uint8Array() })
  return { id, mode: modeFor(change, old?.mode) }
}

function modeFor({ symlink, executable }: Change, old: Mode | undefined): Mode {
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
  if (path.includes('\0') || path.split('/').some(wrong)) throw new ChangeError('invalid', path)
}
