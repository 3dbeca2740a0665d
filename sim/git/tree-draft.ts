import { type Mode, makeTree, type ObjectStore, readTree, type TreeEntry } from './objects.ts'

/** What stands at a path: a directory has mode `040000`, and the id it had before it was drafted. */
export interface Slot {
  readonly mode: Mode
  readonly id: string
}

/** A tree under change. Only directories on the way to a path that was asked for are read, or written again. */
export interface TreeDraft {
  get(path: string): Slot | undefined
  /** Puts a file at a path; false, and nothing happens, if a file stands above it or a directory in its place. */
  set(path: string, slot: Slot): boolean
  /** Takes a file away; directories that it leaves empty vanish, as git keeps none. */
  remove(path: string): void
  /** Stores the changed trees and answers the id of the root. */
  write(): string
}

interface Directory {
  readonly id: string
  readonly children: Map<string, Slot | Directory>
  changed: boolean
}

/** A draft that starts from a stored tree, or from nothing. */
export function draftTree(objects: ObjectStore, tree: string | undefined): TreeDraft {
  const root = openDirectory(objects, tree)
  return {
    get: (path) => find(objects, root, path),
    set: (path, slot) => place(objects, root, path.split('/'), slot),
    remove: (path) => void removeFrom(objects, root, path.split('/')),
    write: () => writeDirectory(objects, root),
  }
}

const isDirectory = (node: Slot | Directory): node is Directory => 'children' in node

function openDirectory(objects: ObjectStore, id: string | undefined): Directory {
  const entries = id === undefined ? [] : readTree(objects, id).entries
  const children = new Map(entries.map(({ name, mode, id }) => [name, { mode, id }]))
  return { id: id ?? '', children, changed: id === undefined }
}

/** The directory below, opened in place so that its changes are kept. */
function descend(objects: ObjectStore, parent: Directory, name: string): Directory | undefined {
  const child = parent.children.get(name)
  if (!child) return undefined
  if (isDirectory(child)) return child
  if (child.mode !== '040000') return undefined
  const opened = openDirectory(objects, child.id)
  parent.children.set(name, opened)
  return opened
}

function find(objects: ObjectStore, root: Directory, path: string): Slot | undefined {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let at: Directory | undefined = root
  for (const name of names) if (at) at = descend(objects, at, name)
  const child = at?.children.get(last)
  return child && isDirectory(child) ? { mode: '040000', id: child.id } : child
}

function place(objects: ObjectStore, at: Directory, names: readonly string[], slot: Slot): boolean {
  const [name = '', ...rest] = names
  const child = at.children.get(name)
  if (rest.length === 0) {
    if (child && (isDirectory(child) || child.mode === '040000')) return false
    at.children.set(name, slot)
    at.changed = true
    return true
  }
  const below = child ? descend(objects, at, name) : openDirectory(objects, undefined)
  if (!below || !place(objects, below, rest, slot)) return false
  at.children.set(name, below)
  at.changed = true
  return true
}

function removeFrom(objects: ObjectStore, at: Directory, names: readonly string[]): boolean {
  const [name = '', ...rest] = names
  const below = rest.length > 0 ? descend(objects, at, name) : undefined
  if (rest.length > 0 && !(below && removeFrom(objects, below, rest))) return false
  if (!below || below.children.size === 0) at.changed = at.children.delete(name) || at.changed
  else at.changed = true
  return at.changed
}

function writeDirectory(objects: ObjectStore, directory: Directory): string {
  if (!directory.changed) return directory.id
  const entries: TreeEntry[] = []
  for (const [name, child] of directory.children) {
    if (isDirectory(child)) entries.push({ name, mode: '040000', id: writeDirectory(objects, child) })
    else entries.push({ name, ...child })
  }
  return objects.put(makeTree(entries))
}
