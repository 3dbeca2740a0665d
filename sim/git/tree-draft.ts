import { finished, Pace, type Steps } from '../lib/steps.ts'
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
  /** The same step by step. */
  writeSteps(): Steps<string>
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
    write: () => finished(writeDirectory(objects, root)),
    writeSteps: () => writeDirectory(objects, root),
  }
}

/** Bytes that take as long to handle as an entry of a tree takes to be written. */
const EACH_CHILD = 256

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

// Loops, since directories may lie thousands deep.
function place(objects: ObjectStore, root: Directory, names: readonly string[], slot: Slot): boolean {
  const last = names.length - 1
  const above: Directory[] = [root]
  for (const name of names.slice(0, last)) {
    const at = above.at(-1) as Directory
    const below = at.children.has(name) ? descend(objects, at, name) : openDirectory(objects, undefined)
    if (!below) return false
    above.push(below)
  }
  const child = above[last]?.children.get(names[last] ?? '')
  if (child && (isDirectory(child) || child.mode === '040000')) return false
  for (const [depth, directory] of above.entries()) {
    directory.children.set(names[depth] ?? '', above[depth + 1] ?? slot)
    directory.changed = true
  }
  return true
}

function removeFrom(objects: ObjectStore, root: Directory, names: readonly string[]): void {
  const above: Directory[] = [root]
  for (const name of names.slice(0, -1)) {
    const below = descend(objects, above.at(-1) as Directory, name)
    if (!below) return
    above.push(below)
  }
  if (!above.at(-1)?.children.delete(names.at(-1) ?? '')) return
  for (let depth = above.length - 1; depth >= 0; depth--) {
    const directory = above[depth] as Directory
    directory.changed = true
    if (directory.children.size === 0) above[depth - 1]?.children.delete(names[depth - 1] ?? '')
  }
}

function* writeDirectory(objects: ObjectStore, root: Directory): Steps<string> {
  const pace = new Pace()
  const written = new Map<Directory, string>()
  const open = [root]
  for (let directory = open.at(-1); directory !== undefined; directory = open.at(-1)) {
    const before = open.length
    if (directory.changed)
      for (const child of directory.children.values())
        if (isDirectory(child) && !written.has(child)) open.push(child)
    if (open.length > before) continue
    open.pop()
    written.set(directory, directory.changed ? storeDirectory(objects, directory, written) : directory.id)
    if (pace.after(directory.children.size * EACH_CHILD)) yield
  }
  return written.get(root) as string
}

function storeDirectory(
  objects: ObjectStore,
  { children }: Directory,
  written: ReadonlyMap<Directory, string>,
): string {
  const entries: TreeEntry[] = []
  for (const [name, child] of children)
    if (isDirectory(child)) entries.push({ name, mode: '040000', id: written.get(child) as string })
    else entries.push({ name, ...child })
  return objects.put(makeTree(entries))
}
