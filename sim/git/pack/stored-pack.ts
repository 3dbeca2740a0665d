import { Recent } from '../../lib/recent/recent.ts'
import type { Deflated, GitObject, ObjectType, PackedObjects, PayloadReader } from '../objects.ts'
import { parseObject } from '../parse-object.ts'
import { applyDelta, ByteReader, deltaSize } from './delta.ts'
import { deltaEnds } from './delta-ends.ts'
import { packTypes, readEntryHead, typeNumbered } from './format.ts'
import { Inflater, SCRATCH } from './inflate.ts'
import { Nearby } from './nearby.ts'

/** Weight of the payloads that are kept inflated. Blobs are many, and would drive all others out. */
const MOST_BLOBS = 8 * 1024 * 1024
const MOST_OTHERS = 16 * 1024 * 1024
/** Weight of the objects that are kept as they were read. */
const MOST_OBJECTS = 8 * 1024 * 1024

// All packs share them, or a thousand small packs would keep a thousand times as much. An entry has a number of its own
// among those of all packs.
const blobs = new Recent<number, Uint8Array>(MOST_BLOBS)
const others = new Recent<number, Uint8Array>(MOST_OTHERS)
const objects = new Recent<number, GitObject>(MOST_OBJECTS)
/** The last blobs that are too large to be kept: whoever reads one again in the same turn does not inflate it again. */
const large = new Map<number, WeakRef<Uint8Array>>()
const MOST_LARGE = 8
let numbered = 0

/** Entries of a tree are several times as large once they are read. */
function weightOf({ type }: GitObject, bytes: number): number {
  return (type === 'tree' ? 6 : 1) * bytes + 500
}

/** Deltas that are looked at between two objects. */
const MOST_BETWEEN = 4

const WHOLE = -1
const OUTSIDE = -2

/** What is known of a pack besides its bytes. */
export interface PackEntries {
  /** Where each entry begins, and where the last one ends. */
  readonly offsets: Uint32Array
  /** The number of each object's type. */
  readonly types: Uint8Array
  /** Bytes of each object. */
  readonly sizes: Uint32Array
  /** The entry that each builds upon; -1 where it is whole, -2 where the base is none of this pack. */
  readonly bases: Int32Array
  /** Payloads of bases that are none of this pack. */
  readonly outside: ReadonlyMap<number, Uint8Array>
}

const inflater = new Inflater()

/** Objects as they came: they stay deflated, and are read when they are asked for. */
export class StoredPack implements PackedObjects {
  readonly #bytes: Uint8Array
  readonly #entries: PackEntries
  /** The number of its first entry. */
  readonly #first: number

  constructor(bytes: Uint8Array, entries: PackEntries) {
    this.#bytes = bytes
    this.#entries = entries
    this.#first = numbered
    numbered += entries.types.length
  }

  /** Known of a pack that is kept whole. */
  entryAt?: (bytes: Uint8Array, at: number) => number | undefined

  /** The file as it came. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** Whether no entry builds on anything outside of it. */
  get isComplete(): boolean {
    return this.#entries.outside.size === 0
  }

  get count(): number {
    return this.#entries.types.length
  }

  type(entry: number): ObjectType {
    const type = typeNumbered(this.#entries.types[entry] as number)
    if (type === undefined) throw new Error(`entry ${entry} is no object`)
    return type
  }

  object(entry: number): GitObject {
    // Whoever reads a blob has its bytes, which are kept already.
    if (this.#entries.types[entry] === packTypes.blob) return { type: 'blob', bytes: this.payload(entry) }
    const known = objects.get(this.#first + entry)
    if (known !== undefined) return known
    const payload = this.payload(entry)
    const object = parseObject(this.type(entry), payload)
    objects.add(this.#first + entry, object, weightOf(object, payload.length))
    return object
  }

  /** The bytes of an object: inflated, and made of those that it builds upon. `made` is told of what that takes. */
  payload(entry: number, made?: (bytes: number) => void): Uint8Array {
    const kept = this.#kept(entry)
    return (
      kept.get(this.#first + entry) ??
      large.get(this.#first + entry)?.deref() ??
      this.#payloadMade(entry, kept, made)
    )
  }

  #payloadMade(
    entry: number,
    kept: Recent<number, Uint8Array>,
    made: ((bytes: number) => void) | undefined,
  ): Uint8Array {
    const chain: number[] = []
    let at = entry
    let payload: Uint8Array | undefined
    while (payload === undefined) {
      const base = this.#entries.bases[at] as number
      if (base === WHOLE) payload = this.#inflated(at)
      else {
        chain.push(at)
        payload = base === OUTSIDE ? this.#entries.outside.get(at) : kept.get(this.#first + base)
        at = base
      }
    }
    for (let next = chain.pop(); next !== undefined; next = chain.pop())
      payload = this.#applied(payload, next, made)
    this.keep(entry, payload)
    return payload
  }

  reader(): BriefReader {
    return new BriefReader(this.#bytes, this.#entries)
  }

  #applied(base: Uint8Array, entry: number, made?: (bytes: number) => void): Uint8Array {
    const delta = deltaOf(inflater, this.#bytes, this.#entries, entry)
    made?.(deltaSize(delta))
    return applyDelta(base, delta)
  }

  /** Keeps a payload at hand for entries that build upon it. */
  keep(entry: number, payload: Uint8Array): void {
    const isKept = this.#kept(entry).add(this.#first + entry, payload, payload.length + 100)
    if (isKept) return
    if (large.size >= MOST_LARGE) large.clear()
    large.set(this.#first + entry, new WeakRef(payload))
  }

  size(entry: number): number {
    return this.#entries.sizes[entry] as number
  }

  // A delta has the type of its base.
  #kept(entry: number): Recent<number, Uint8Array> {
    return this.#entries.types[entry] === packTypes.blob ? blobs : others
  }

  deflated(entry: number): Deflated {
    const { reader, size } = this.#head(entry)
    const base = this.#entries.bases[entry] as number
    return {
      bytes: this.#bytes.subarray(reader.at, this.#entries.offsets[entry + 1]),
      size,
      base: base === WHOLE ? undefined : base === OUTSIDE ? 'outside' : base,
    }
  }

  feedsBetween(one: number, other: number): number | undefined {
    if (one === other) return 0
    return this.#feedsAbove(one, other) ?? this.#feedsAbove(other, one)
  }

  /** The same where the one is made of the other. */
  #feedsAbove(entry: number, base: number): number | undefined {
    const { bases } = this.#entries
    const chain: number[] = []
    for (let at = entry; at !== base; at = bases[at] as number)
      if (at < 0 || chain.push(at) > MOST_BETWEEN) return undefined
    let [above, below] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    let own = 0
    for (const [i, at] of chain.entries()) {
      const ends = deltaEnds(deltaOf(inflater, this.#bytes, this.#entries, at))
      above = Math.min(above, ends.above)
      below = Math.min(below, ends.below)
      // What is its own is seen; of what it copies in between, each byte may be a line feed.
      if (i === 0) own = ends.feeds - ends.inserted
    }
    return this.size(entry) + this.size(base) - 2 * (above + below) + own
  }

  #inflated(entry: number): Uint8Array {
    const from = behindSize(this.#bytes, this.#entries.offsets[entry] as number)
    return inflater.inflate(this.#bytes, from, this.#entries.sizes[entry] as number).bytes
  }

  #head(entry: number) {
    const reader = new ByteReader(this.#bytes, this.#entries.offsets[entry])
    return { reader, size: readEntryHead(reader).size }
  }
}

/** Reads many payloads of a pack one after the other, in the same memory: a walk through all trees leaves nothing to collect. */
class BriefReader implements PayloadReader {
  readonly #bytes: Uint8Array
  readonly #entries: PackEntries
  readonly #nearby: Nearby
  readonly #inflater = new Inflater()
  readonly #scratch = [new Uint8Array(SCRATCH), new Uint8Array(SCRATCH)] as const

  constructor(bytes: Uint8Array, entries: PackEntries) {
    this.#bytes = bytes
    this.#entries = entries
    this.#nearby = new Nearby(bytes.length, entries.sizes)
  }

  payload(entry: number): Uint8Array {
    const { bases, outside } = this.#entries
    const chain: number[] = []
    let at = entry
    let payload = this.#nearby.get(at)
    while (payload === undefined) {
      const base = bases[at] as number
      if (base === WHOLE) {
        payload = this.#inflated(at)
        // What is built upon it is inflated in its place.
        if (chain.length > 0) payload = payload.slice()
      } else {
        chain.push(at)
        payload = base === OUTSIDE ? outside.get(at) : this.#nearby.get(base)
        at = base
      }
    }
    for (let next = chain.pop(); next !== undefined; next = chain.pop())
      payload = applyDelta(
        payload,
        deltaOf(this.#inflater, this.#bytes, this.#entries, next),
        this.#scratch[chain.length % 2],
      )
    this.#nearby.put(entry, payload)
    return payload
  }

  #inflated(entry: number): Uint8Array {
    const from = behindSize(this.#bytes, this.#entries.offsets[entry] as number)
    return this.#inflater.inflateBriefly(this.#bytes, from, this.#entries.sizes[entry] as number).bytes
  }
}

/** Where what stands behind the size of an entry begins: of a whole object, what is deflated. */
function behindSize(bytes: Uint8Array, offset: number): number {
  let at = offset
  while ((bytes[at++] as number) & 128);
  return at
}

/** The delta of an entry. It stands only until more is inflated. */
function deltaOf(inflater: Inflater, bytes: Uint8Array, { offsets }: PackEntries, entry: number): Uint8Array {
  const reader = new ByteReader(bytes, offsets[entry])
  const { size } = readEntryHead(reader)
  return inflater.inflateBriefly(bytes, reader.at, size).bytes
}
