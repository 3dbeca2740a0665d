import type { Pace, Steps } from '../../lib/steps.ts'
import { readPointer } from '../lfs-pointer.ts'
import type { Link } from '../links.ts'
import { linksOf } from '../links.ts'
import type { Commit, CommitOutline, GitObject, ObjectType, Stored } from '../objects.ts'
import { outlineOf } from '../outline.ts'
import { parseObject } from '../parse-object.ts'
import { scanTree } from '../tree-scan.ts'
import { packTypes } from './format.ts'
import { IdTable } from './id-table.ts'
import type { KnownObject } from './known-object.ts'
import { NestedTags } from './nested-tags.ts'
import { Numbers } from './numbers.ts'
import { placesOf } from './places.ts'
import { StoredPack } from './stored-pack.ts'
import { Subtrees } from './subtrees.ts'

const NONE = -1
/** Ids that are looked at between two steps. */
const STEP = 4096
/** Outlines of commits that are kept at hand, some 300 bytes each. */
const MOST_OUTLINES = 50_000

/** The objects of a pack by id, and what they name. None of them is kept but in the pack. */
export class Unpacked {
  readonly pack: StoredPack
  readonly #ids: IdTable
  /** By number of the id: the entry, or -1 for what is only named. */
  readonly #entries: Numbers
  /** By number of the id: as which types it is named, a bit each. */
  #named: Numbers
  #subtrees = new Subtrees()
  readonly #tags = new NestedTags()
  /** Numbers of blobs that stand for large files. */
  readonly #pointers: number[] = []
  /** By id, since walks through histories know commits by nothing else. */
  readonly #outlines = new Map<string, CommitOutline>()

  constructor(pack: StoredPack) {
    this.pack = pack
    this.#ids = new IdTable(pack.count)
    this.#entries = new Numbers(pack.count)
    this.#named = new Numbers(pack.count)
  }

  /** Takes an object. Throws a GitError for one that git's strict check refuses. */
  enter(entry: number, id: string, type: ObjectType, payload: Uint8Array): void {
    const number = this.#number(this.#ids.internText(id))
    this.#entries.set(number, entry)
    if (type === 'blob') {
      if (readPointer(payload) !== undefined) this.#pointers.push(number)
    } else if (type === 'tree') this.#enterTree(number, payload)
    else {
      const object = parseObject(type, payload)
      if (object.type === 'commit') this.#outline(id, object)
      for (const link of linksOf(object)) {
        this.#name(this.#ids.internText(link.id), link.type)
        if (link.type === 'tag') this.#tags.add(id, link.id)
      }
    }
  }

  #outline(id: string, commit: Commit): CommitOutline {
    const outline = outlineOf(commit)
    if (this.#outlines.size < MOST_OUTLINES) this.#outlines.set(id, outline)
    return outline
  }

  /** The outline of a commit of it. */
  outline(id: string): CommitOutline | undefined {
    const known = this.#outlines.get(id)
    if (known !== undefined || this.#outlines.size < MOST_OUTLINES) return known
    const object = this.typeOf(id) === 'commit' ? this.get(id) : undefined
    return object?.type === 'commit' ? this.#outline(id, object) : undefined
  }

  #enterTree(tree: number, payload: Uint8Array): void {
    const before = this.#subtrees.mark(tree)
    const isPlain = scanTree(payload, (at, kind) => {
      this.#subtrees.count()
      // The commits of submodules live elsewhere.
      if (kind === 'commit') return
      const number = this.#ids.intern(payload, at)
      this.#name(number, kind)
      if (kind === 'tree') this.#subtrees.add(number)
    })
    if (isPlain) return
    this.#subtrees.backTo(before)
    for (const link of linksOf(parseObject('tree', payload))) {
      this.#subtrees.count()
      const number = this.#ids.internText(link.id)
      this.#name(number, link.type)
      if (link.type === 'tree') this.#subtrees.add(number)
    }
  }

  /**
   * Throws a GitError where trees or tags lie too deep within one another, or trees hold too much; `known` finds those
   * that were there before.
   */
  *checkDepth(known: KnownObject, pace: Pace): Steps<void> {
    yield* this.#subtrees.check((tree) => placesOf(known, this.#ids.id(tree)), pace)
    yield* this.#tags.checkDepth(known, pace)
    this.#subtrees = new Subtrees()
  }

  #name(number: number, type: ObjectType): void {
    this.#named.set(this.#number(number), this.#named.at(number) | bitOf(type))
  }

  #number(number: number): number {
    if (number === this.#entries.length) {
      this.#entries.push(NONE)
      this.#named.push(0)
    }
    return number
  }

  /** The entry of an object. */
  entryOf(id: string): number | undefined {
    const number = this.#ids.find(id)
    const entry = number === undefined ? NONE : this.#entries.at(number)
    return entry === NONE ? undefined : entry
  }

  /**
   * Lets the pack tell entries by their ids, for which this is kept as long as the pack, without what it takes to tell
   * whether it is whole.
   */
  keep(): this {
    this.#named = new Numbers(0)
    this.pack.ids = this.#ids
    this.pack.entryAt = (bytes, at) => {
      const number = this.#ids.findAt(bytes, at)
      const entry = number === undefined ? NONE : this.#entries.at(number)
      return entry === NONE ? undefined : entry
    }
    return this
  }

  stored(id: string): Stored | undefined {
    const entry = this.entryOf(id)
    return entry === undefined ? undefined : { pack: this.pack, entry }
  }

  /** The ids of objects that begin with these digits. */
  *find(prefix: string): Generator<string> {
    for (const number of this.#ids.startingWith(prefix))
      if (this.#entries.at(number) !== NONE) yield this.#ids.id(number)
  }

  /** The ids that its objects name and that did not come with them. */
  *namedOutside(): Generator<string> {
    for (let number = 0; number < this.#entries.length; number++)
      if (this.#entries.at(number) === NONE) yield this.#ids.id(number)
  }

  typeOf(id: string): ObjectType | undefined {
    const entry = this.entryOf(id)
    return entry === undefined ? undefined : this.pack.type(entry)
  }

  get(id: string): GitObject | undefined {
    const entry = this.entryOf(id)
    return entry === undefined ? undefined : this.pack.object(entry)
  }

  /** All of them at once, read. */
  objects(): Map<string, GitObject> {
    return new Map([...this.ids()].map(([id, { entry }]) => [id, this.pack.object(entry)]))
  }

  /** All ids with where their objects stand. */
  *ids(): Generator<readonly [id: string, stored: Stored]> {
    const { pack } = this
    for (let number = 0; number < this.#entries.length; number++) {
      const entry = this.#entries.at(number)
      if (entry !== NONE) yield [this.#ids.id(number), { pack, entry }]
    }
  }

  /** Whether all that its objects name came too and is what it is named as, or is `present` where it came to. */
  *isWhole(present: (link: Link) => Steps<boolean>): Steps<boolean> {
    for (let number = 0; number < this.#entries.length; number++) {
      const named = this.#named.at(number)
      if (named === 0) continue
      const entry = this.#entries.at(number)
      const type = entry === NONE ? named : bitOf(this.pack.type(entry))
      const sole = types.find((it) => bitOf(it) === type)
      if (named !== type || sole === undefined) return false
      if (entry === NONE && !(yield* present({ id: this.#ids.id(number), type: sole }))) return false
      if (number % STEP === STEP - 1) yield
    }
    return true
  }

  /** Whether these ids lead to all objects. Nothing names itself by a way round, so only what nobody names is looked at. */
  isReachedFrom(tips: ReadonlySet<string>): boolean {
    for (let number = 0; number < this.#entries.length; number++)
      if (this.#named.at(number) === 0 && !tips.has(this.#ids.id(number))) return false
    return true
  }

  /** Contents of blobs that stand for large files. */
  *pointers(): Generator<readonly [id: string, content: Uint8Array]> {
    for (const number of this.#pointers) {
      const entry = this.#entries.at(number)
      yield [this.#ids.id(number), this.pack.payload(entry)]
    }
  }
}

const types: readonly ObjectType[] = ['commit', 'tree', 'blob', 'tag']

function bitOf(type: ObjectType): number {
  return 1 << packTypes[type]
}

/** Where there is no pack. */
export const noObjects = new Unpacked(
  new StoredPack(new Uint8Array(), {
    offsets: new Uint32Array(1),
    types: new Uint8Array(),
    sizes: new Uint32Array(),
    bases: new Int32Array(),
    outside: new Map(),
  }),
)
