import type { CommitOutline, PackedObjects, Stored } from '../../git/objects.ts'
import { nothingKnown, unpack } from '../../git/pack/pack.ts'
import type { Unpacked } from '../../git/pack/unpacked.ts'
import type { ObjectsBelow } from '../../git/pack/whole-pack.ts'
import { hex } from '../../lib/bytes.ts'
import { finished, forEach, Pace, type Steps } from '../../lib/steps.ts'
import { HELD } from '../../store/released.ts'
import type { World } from '../world.ts'
import type { GitObjectRow, GitPackRow } from './git-objects.ts'

/** From so many objects on a pack is kept whole: a row for each would weigh more than they do. */
const LARGE = 4096

/** Stores all objects of a pack where they stand. */
export function storePack(world: World, unpacked: Unpacked): void {
  const { pack } = unpacked
  const id = hex(pack.bytes.subarray(-20))
  if (pack.count < LARGE || !pack.isComplete) storePacked(world, unpacked.ids())
  else if (world.gitPacks.get(id) === undefined)
    read.set(world.gitPacks.put({ id, bytes: pack.bytes }), unpacked.keep())
}

/** Stores what came from elsewhere where it stands, step by step. */
export function* storeObjects(world: World, objects: ObjectsBelow): Steps<void> {
  if (objects.areAll) storePack(world, objects.sent)
  else yield* forEach(objects.stored(), new Pace(), (one) => storePacked(world, [one]))
}

/** Stores objects that came in a pack where they stand, each in a row of its own. */
export function storePacked(world: World, objects: Iterable<readonly [id: string, stored: Stored]>): void {
  for (const [id, stored] of objects)
    if (world.gitObjects.get(id) === undefined) world.gitObjects.put(packedRow(id, stored))
}

// What a pack holds follows from its bytes: it is known of those that came, and read again of those in a saved world.
const read = new WeakMap<GitPackRow, Unpacked>()

function unpackedOf(row: GitPackRow): Unpacked {
  return read.get(row) ?? finished(readPack(row))
}

/** Reads a pack of a saved world, step by step. Throws a GitError for one that is broken. */
export function* readPack(row: GitPackRow): Steps<Unpacked> {
  const unpacked = (yield* unpack(row.bytes, nothingKnown)).keep()
  read.set(row, unpacked)
  return unpacked
}

/** What the objects of a large pack name that is not in it. */
export function namedOutside(row: GitPackRow): Iterable<string> {
  return unpackedOf(row).namedOutside()
}

/** The large packs of a world. */
export class LargePacks {
  readonly #world: World
  #state: object | undefined
  #rows: readonly GitPackRow[] = []
  #packs: readonly Unpacked[] = []

  constructor(world: World) {
    this.#world = world
  }

  // By their places, as below: walks ask for thousands, and code that is not compiled yet takes long to iterate.
  stored(id: string): Stored | undefined {
    const packs = this.#all()
    let found = packs[0]?.stored(id)
    for (let i = 1; i < packs.length && found === undefined; i++) found = packs[i]?.stored(id)
    return found
  }

  /** The outline of a commit that is in one of them. */
  outline(id: string): CommitOutline | undefined {
    const packs = this.#all()
    let found = packs[0]?.outline(id)
    for (let i = 1; i < packs.length && found === undefined; i++) found = packs[i]?.outline(id)
    return found
  }

  /** The pack in which an object is. */
  packOf(id: string): GitPackRow | undefined {
    const at = this.#all().findIndex((pack) => pack.entryOf(id) !== undefined)
    return at < 0 ? undefined : this.#rows[at]
  }

  find(prefix: string): string[] {
    return this.#all().flatMap((pack) => [...pack.find(prefix)])
  }

  // Of rows that are written to in place, their number tells whether a pack came: nobody removes any meanwhile.
  #all(): readonly Unpacked[] {
    const { gitPacks } = this.#world
    const { state } = gitPacks
    if (state === this.#state && state.rows.size === this.#rows.length) return this.#packs
    this.#state = state
    this.#rows = gitPacks.all().list()
    this.#packs = this.#rows.map(unpackedOf)
    return this.#packs
  }
}

const PACK = Symbol('pack')
const ENTRY = Symbol('entry')

/** The row of an object that is kept as it came, deflated. */
interface PackedRow extends GitObjectRow {
  readonly [PACK]: PackedObjects
  readonly [ENTRY]: number
  readonly [HELD]: number
}

// One property for all rows, so that they look like any other row and take no more memory than they must.
const lazily: PropertyDescriptor = {
  enumerable: true,
  get(this: PackedRow) {
    return this[PACK].object(this[ENTRY])
  },
}

function packedRow(id: string, { pack, entry }: Stored): GitObjectRow {
  const row = { id, [PACK]: pack, [ENTRY]: entry, [HELD]: pack.deflated(entry).bytes.length }
  return Object.defineProperty(row, 'object', lazily) as PackedRow
}

/** Where the object of a row stands, if it is kept in a pack. */
export function storedAt(row: GitObjectRow | undefined): Stored | undefined {
  const pack = (row as PackedRow | undefined)?.[PACK]
  return pack === undefined ? undefined : { pack, entry: (row as PackedRow)[ENTRY] }
}
