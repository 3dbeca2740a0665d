import { Budget, bounds } from '../budget.ts'
import { type ObjectStore, readBlob, readCommit } from '../objects.ts'
import { type Entry, entryAt, splitPath, walkTree } from '../tree.ts'

/** Something that an archive holds; the bytes of a link are its target. */
export interface ArchiveEntry {
  readonly kind: 'file' | 'executable' | 'link' | 'directory'
  /** Below the archive's root, without a slash at the end. */
  readonly path: string
  readonly id: string
  readonly bytes: Uint8Array
}

/** What an archive tells of the commit it was made of; `at` is the time of all entries. */
export interface ArchiveStamp {
  readonly commit: string
  readonly at: number
}

/** What a file has when it is checked out, given its path and its blob. */
export type CheckedOut = (path: string, blob: Uint8Array) => Uint8Array

const NOTHING = new Uint8Array()
const HEADER = 512

/**
 * The entries of a commit below `top`, each directory before what it holds, in git's order. With a path only what
 * lies there, under its whole path. A submodule is an empty directory. Throws a GitError where it would be too large.
 */
export function* archiveEntries(
  objects: ObjectStore,
  commit: string,
  top: string,
  path: string,
  checkedOut: CheckedOut,
  without: readonly string[] = [],
): Generator<ArchiveEntry> {
  const { tree } = readCommit(objects, commit)
  yield { kind: 'directory', path: top, id: tree, bytes: NOTHING }
  const parts = splitPath(path)
  for (let depth = 1; depth <= parts.length; depth++) {
    const found = entryAt(objects, tree, parts.slice(0, depth).join('/'))
    if (found !== undefined) yield archived(objects, top, found, checkedOut)
  }
  const budget = new Budget(bounds.archive, 'the archive is too large')
  for (const entry of walkTree(objects, tree, { path, recursive: true })) {
    if (isWithin(entry.path, without)) continue
    const found = archived(objects, top, entry, checkedOut)
    budget.spend(HEADER + found.path.length + found.bytes.length)
    yield found
  }
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

function archived(
  objects: ObjectStore,
  top: string,
  { mode, path, id }: Entry,
  checkedOut: CheckedOut,
): ArchiveEntry {
  const place = `${top}/${path}`
  switch (mode) {
    case '040000':
    case '160000':
      return { kind: 'directory', path: place, id, bytes: NOTHING }
    case '120000':
      return { kind: 'link', path: place, id, bytes: readBlob(objects, id) }
    case '100644':
    case '100755':
      return {
        kind: mode === '100755' ? 'executable' : 'file',
        path: place,
        id,
        bytes: checkedOut(path, readBlob(objects, id)),
      }
    default:
      return mode satisfies never
  }
}
