import type { ObjectStore, PackedObjects, TreeEntry } from './objects.ts'
import { entryAtPlace, placeOf } from './parse-tree.ts'
import { entryIn, splitPath } from './tree.ts'

const ID = 20
/** Digits of a mode at most, or those of a directory and the space behind them. */
const MODE = 6

/**
 * What lies at one path of many trees: of a history, most of whose commits leave most directories as they are. Two trees
 * are compared as they are stored, and each is looked at once: those of a commit are those of its child's parent.
 */
export class TreePath {
  readonly #objects: ObjectStore
  readonly #names: readonly string[]
  /** The trees that were looked at last. */
  #one: Directory | undefined
  #other: Directory | undefined

  constructor(objects: ObjectStore, path: string) {
    this.#objects = objects
    this.#names = splitPath(path)
  }

  /** What lies there in a tree, or undefined; the tree itself is no entry. */
  entry(tree: string): TreeEntry | undefined {
    return this.#names.length === 0 ? undefined : this.#below(this.#root(tree), 0)
  }

  /** Whether anything lies there in a tree. */
  isIn(tree: string): boolean {
    return this.#names.length === 0 || this.entry(tree) !== undefined
  }

  /** Whether the same lies there in two trees, or nothing in both. No further is read than they differ. */
  isSame(one: string, other: string): boolean {
    const last = this.#names.length - 1
    if (one === other || last < 0) return one === other
    let a = this.#root(one)
    let b = this.#root(other)
    for (let depth = 0; ; depth++) {
      if (hasSame(a, b)) return true
      if (depth === last) return false
      const name = this.#names[depth + 1] as string
      const below = a.below(name)
      const beside = b.below(name)
      if (below === undefined || beside === undefined) {
        const alone = below ?? beside
        return alone === undefined || this.#below(alone, depth + 1) === undefined
      }
      a = below
      b = beside
    }
  }

  #below(directory: Directory, from: number): TreeEntry | undefined {
    let at: Directory | undefined = directory
    for (let depth = from + 1; depth < this.#names.length && at !== undefined; depth++)
      at = at.below(this.#names[depth] as string)
    return at?.entry
  }

  #root(tree: string): Directory {
    if (this.#one?.id === tree) return this.#one
    if (this.#other?.id === tree) return this.#other
    this.#other = this.#one
    this.#one = opened(this.#objects, tree, this.#names[0] as string, undefined)
    return this.#one
  }
}

/** A directory, of which only one name matters. */
class Directory {
  readonly id: string | undefined
  readonly #objects: ObjectStore
  readonly #name: string
  readonly pack: PackedObjects | undefined
  /** As it is stored; undefined for one that has to be read. */
  readonly payload: Uint8Array | undefined
  /** Where the entry of that name begins in it; negative for none. */
  readonly at: number
  /** Where the id of that entry begins. */
  readonly idAt: number
  #entry: TreeEntry | undefined
  #below: Directory | undefined

  constructor(
    objects: ObjectStore,
    id: string | undefined,
    name: string,
    stored?: { readonly pack: PackedObjects; readonly payload: Uint8Array; readonly at: number },
  ) {
    this.#objects = objects
    this.#name = name
    this.pack = stored?.pack
    this.id = id
    this.payload = stored?.payload
    this.at = stored?.at ?? -1
    this.idAt = this.at + (stored?.payload[this.at] === FOUR ? 6 : 7) + name.length + 1
  }

  get entry(): TreeEntry | undefined {
    this.#entry ??=
      this.payload === undefined
        ? entryIn(this.#objects, this.id as string, this.#name)
        : entryAtPlace(this.payload, this.at, this.#name)
    return this.#entry
  }

  /** The directory that has this name in it, of which another name matters. */
  below(name: string): Directory | undefined {
    if (this.#below === undefined && this.#isDirectory)
      this.#below = opened(this.#objects, undefined, name, this)
    return this.#below
  }

  get #isDirectory(): boolean {
    if (this.payload === undefined) return this.entry?.mode === '040000'
    return this.at >= 0 && this.payload[this.at] === FOUR
  }
}

/** Only the mode of a directory begins with it, and has five digits; all others have six. */
const FOUR = 0x34

/**
 * The directory of that id, or the one that another has under its name. All that has to be read for it is read here, so
 * that an engine compiles it in one place.
 */
function opened(
  objects: ObjectStore,
  id: string | undefined,
  name: string,
  above: Directory | undefined,
): Directory {
  let pack = above?.pack
  let entry = above?.payload && pack?.entryAt?.(above.payload, above.idAt)
  const named = id ?? (entry === undefined ? above?.entry?.id : undefined)
  if (entry === undefined) {
    const stored = objects.stored?.(named as string)
    pack = stored?.pack
    entry = stored?.entry
  }
  if (pack !== undefined && entry !== undefined && pack.type(entry) === 'tree') {
    const payload = pack.payload(entry)
    const at = placeOf(payload, name)
    if (at !== undefined) return new Directory(objects, named, name, { pack, payload, at })
  }
  return new Directory(objects, named ?? above?.entry?.id, name)
}

/** Whether two directories have the same under the name, or nothing. */
function hasSame(a: Directory, b: Directory): boolean {
  const one = a.payload
  const other = b.payload
  if (one === undefined || other === undefined)
    return a.entry?.id === b.entry?.id && a.entry?.mode === b.entry?.mode
  if (a.at < 0 || b.at < 0) return a.at < 0 && b.at < 0
  // A mode can be written in two ways.
  return (
    hasBytes(one, a.idAt, other, b.idAt, ID) &&
    (hasBytes(one, a.at, other, b.at, MODE) || a.entry?.mode === b.entry?.mode)
  )
}

function hasBytes(one: Uint8Array, at: number, other: Uint8Array, beside: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (one[at + i] !== other[beside + i]) return false
  return true
}
