import { finished, Pace, type Steps } from '../lib/steps.ts'
import { logSteps } from './history.ts'
import { linksOf } from './links.ts'
import {
  type ObjectStore,
  type PackedObjects,
  type PayloadReader,
  readTree,
  type Stored,
  type Tag,
  typeOf,
} from './objects.ts'
import { readOutline } from './outline.ts'
import { IdList } from './pack/id-list.ts'
import { scanTree } from './tree-scan.ts'

/** What a receiver wants and has; both by ids of objects that exist. */
export interface Wanted {
  readonly wants: readonly string[]
  readonly haves: readonly string[]
}

/**
 * The objects that lead a receiver from what it has to what it wants: commits in the order of git log, each before what
 * it contains. Objects of commits at the border are left out; what else the receiver may have is sent again.
 */
export function selectObjects(objects: ObjectStore, wanted: Wanted): string[] {
  return [...finished(objectSelection(objects, wanted))]
}

/** Commits whose objects are looked at between two steps. */
const STEP = 16
/** Objects of a pack from which on it is worth memory of its own to read its trees. */
const MANY = 4096
/** Bytes that take as long to handle as an object takes to be found. */
const EACH = 64

/** Ids for which there is room at first. */
const FEW = 64

/** The same step by step. */
export function* objectSelection(objects: ObjectStore, { wants, haves }: Wanted): Steps<IdList> {
  const had = commitsOf(objects, haves)
  const ids = listFor(objects, { wants, haves })
  const chosen = new Choosing(objects, ids)
  const starts: string[] = []
  for (const want of wants) {
    const { chain, end } = peelChain(objects, want)
    for (const tag of chain) ids.add(tag)
    if (typeOf(objects, end) === 'commit') starts.push(end)
    else yield* chosen.addAll(end)
  }
  const commits = yield* logSteps(objects, starts, { exclude: had })
  const sent = new Set(commits.map(({ id }) => id))
  for (const id of had) yield* chosen.skip(readOutline(objects, id).tree)
  for (const { outline } of commits)
    for (const parent of outline.parents)
      if (!sent.has(parent)) yield* chosen.skip(readOutline(objects, parent).tree)
  for (const [i, { id, outline }] of commits.entries()) {
    ids.add(id)
    yield* chosen.addAll(outline.tree)
    if (i % STEP === 0) yield
  }
  return ids
}

/** Whoever has nothing yet mostly takes all of a pack. */
function listFor(objects: ObjectStore, { wants, haves }: Wanted): IdList {
  const first = haves.length > 0 || wants[0] === undefined ? undefined : objects.stored?.(wants[0])
  return new IdList(Math.max(FEW, first?.pack.count ?? 0), first?.pack.ids)
}

/** The tag objects on the way to what a tag stands for, and that. */
export function peelChain(
  objects: ObjectStore,
  id: string,
): { readonly chain: string[]; readonly end: string } {
  const chain: string[] = []
  let end = id
  for (let object = tagOf(objects, id); object !== undefined; object = tagOf(objects, end)) {
    chain.push(end)
    end = object.object
  }
  return { chain, end }
}

function tagOf(objects: ObjectStore, id: string): Tag | undefined {
  const object = typeOf(objects, id) === 'tag' ? objects.get(id) : undefined
  return object?.type === 'tag' ? object : undefined
}

function commitsOf(objects: ObjectStore, ids: readonly string[]): string[] {
  const ends = ids.map((id) => peelChain(objects, id).end)
  return [...new Set(ends)].filter((id) => typeOf(objects, id) === 'commit')
}

class Choosing {
  readonly #ids: IdList
  readonly #objects: ObjectStore
  readonly #pace = new Pace()
  readonly #readers = new Map<PackedObjects, PayloadReader>()

  constructor(objects: ObjectStore, ids: IdList) {
    this.#objects = objects
    this.#ids = ids
  }

  /** A tree with everything in it, or a blob. */
  addAll(id: string): Steps<void> {
    return this.#meetAll(id, true)
  }

  skip(tree: string): Steps<void> {
    return this.#meetAll(tree, false)
  }

  // Most of what a tree names was met before, and is told by its number.
  *#meetAll(start: string, isListed: boolean): Steps<void> {
    const ids = this.#ids
    const open = [linkNumber(ids.numberOf(start), typeOf(this.#objects, start) === 'tree')]
    for (let link = open.pop(); link !== undefined; link = open.pop()) {
      const number = link >>> 1
      if (!ids.meet(number, isListed)) continue
      if (link & 1) this.#openTree(ids.id(number), open)
      if (this.#pace.of(EACH)) yield
    }
  }

  #payload({ pack, entry }: Stored): Uint8Array {
    return pack.count < MANY ? pack.payload(entry) : this.#readerOf(pack).payload(entry)
  }

  #readerOf(pack: PackedObjects): PayloadReader {
    let reader = this.#readers.get(pack)
    if (reader === undefined) {
      reader = pack.reader()
      this.#readers.set(pack, reader)
    }
    return reader
  }

  #openTree(id: string, open: number[]): void {
    const ids = this.#ids
    const before = open.length
    const stored = this.#objects.stored?.(id)
    const payload = stored && this.#payload(stored)
    const enter = (number: number, isTree: boolean) => {
      if (!ids.isMet(number)) open.push(linkNumber(number, isTree))
    }
    const isPlain =
      payload !== undefined &&
      scanTree(payload, (at, kind) => {
        if (kind !== 'commit') enter(ids.numberAt(payload, at), kind === 'tree')
      })
    if (isPlain) return
    open.length = before
    for (const link of linksOf(readTree(this.#objects, id)))
      enter(ids.numberOf(link.id), link.type === 'tree')
  }
}

/** A number of an id, and whether it is that of a tree. */
function linkNumber(number: number, isTree: boolean): number {
  return number * 2 + (isTree ? 1 : 0)
}
