import { type Mode, makeTree, type ObjectStore, readTree, type Tree, type TreeEntry } from './objects.ts'
import { entryNamed } from './parse-tree.ts'
import { draftTree } from './tree-draft.ts'

export type EntryType = 'blob' | 'tree' | 'commit'

/** A tree entry seen from the root; `commit` is the type of a submodule. */
export interface Entry {
  readonly path: string
  readonly name: string
  readonly mode: Mode
  readonly type: EntryType
  readonly id: string
}

/** The kind of object behind an entry of this mode. */
export function typeOfMode(mode: Mode): EntryType {
  if (mode === '040000') return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}

/** What lies at a path (no leading slash; `''` is the root), or undefined. */
export function entryAt(objects: ObjectStore, tree: string, path: string): Entry | undefined {
  let found: TreeEntry = { mode: '040000', name: '', id: tree }
  for (const name of splitPath(path)) {
    if (found.mode !== '040000') return undefined
    const next = entryIn(objects, found.id, name)
    if (!next) return undefined
    found = next
  }
  return entry(splitPath(path).join('/'), found)
}

/** What a directory has under a name. */
export function entryIn(objects: ObjectStore, tree: string, name: string): TreeEntry | undefined {
  const stored = objects.stored?.(tree)
  if (stored?.pack.type(stored.entry) === 'tree') return entryNamed(stored.pack.payload(stored.entry), name)
  return readTree(objects, tree).entries.find((entry) => entry.name === name)
}

export interface WalkOptions {
  /** The directory to start from, default the root; anything but a directory yields nothing. */
  readonly path?: string
  /** Whether to enter directories, default false; a directory is yielded before what it holds. */
  readonly recursive?: boolean
}

/** The entries of a directory in git's order, reading each tree only when its turn comes. */
export function* walkTree(objects: ObjectStore, tree: string, options: WalkOptions = {}): Generator<Entry> {
  const start = entryAt(objects, tree, options.path ?? '')
  if (start?.type !== 'tree') return
  yield* walk(objects, start.id, start.path === '' ? '' : `${start.path}/`, options.recursive ?? false)
}

// With a list of what is open: each entry would else go through as many generators as it lies deep.
function* walk(objects: ObjectStore, tree: string, prefix: string, recursive: boolean): Generator<Entry> {
  const open = [{ prefix, rest: readTree(objects, tree).entries.values() }]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: item, done } = level.rest.next()
    if (done) {
      open.pop()
      continue
    }
    const path = level.prefix + item.name
    yield entry(path, item)
    if (recursive && item.mode === '040000')
      open.push({ prefix: `${path}/`, rest: readTree(objects, item.id).entries.values() })
  }
}

/** A file for `treeFrom`: `blob` is the id of a stored blob, or content to store. */
export interface TreeFile {
  readonly mode: Exclude<Mode, '040000'>
  readonly blob: string | Uint8Array
}

/** Stores the tree of these files by path and answers its id; throws if one path lies below another. */
export function treeFrom(objects: ObjectStore, files: Iterable<readonly [string, TreeFile]>): string {
  const draft = draftTree(objects, undefined)
  for (const [path, { mode, blob }] of files) {
    const id = typeof blob === 'string' ? blob : objects.put({ type: 'blob', bytes: blob })
    if (!draft.set(path, { mode, id })) throw new Error(`no room for ${path}`)
  }
  return draft.write()
}

/** Stores the tree without entries and answers its id. */
export function emptyTree(objects: ObjectStore): string {
  return objects.put(makeTree([]) satisfies Tree)
}

/** The components of a path; empty ones are dropped. */
export function splitPath(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

const entry = (path: string, { mode, name, id }: TreeEntry): Entry => ({
  path,
  name,
  mode,
  type: typeOfMode(mode),
  id,
})
