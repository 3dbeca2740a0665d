import { Recent } from '../../lib/recent/recent.ts'
import type { Deflated, GitObject, NumberedIds, ObjectType, PackedObjects } from '../objects.ts'
import { parseObject } from '../parse-object.ts'
import { BriefReader } from './brief-reader.ts'
import { applyDelta, ByteReader, deltaSize } from './delta.ts'
import { deltaEnds } from './delta-ends.ts'
import { packTypes, readEntryHead, typeNumbered } from './format.ts'
import { Inflater } from './inflate.ts'
import { behindSize, deltaOf, OUTSIDE, type PackEntries, WHOLE } from './pack-entries.ts'

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

const inflater = new Inflater()

/** Objects as they came: they stay deflated, and are read when they are asked for. */
export class StoredPack implements PackedObjects {
  readonly #bytes: Uint8Array
  readonly #entries: PackEntries
  /** The number of its first entry. */
  readonly #first: number
  /** Has 10 MB, which the next clone uses again unless they were collected meanwhile. */
  #reader: WeakRef<BriefReader> | undefined

  constructor(bytes: Uint8Array, entries: PackEntries) {
    this.#bytes = bytes
    this.#entries = entries
    this.#first = numbered
    numbered += entries.types.length
  }

  /** Known of a pack that is kept whole, as the following. */
  ids?: NumberedIds
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
    const before = this.#reader?.deref()
    if (before !== undefined) return before
    const reader = new BriefReader(this.#bytes, this.#entries)
    this.#reader = new WeakRef(reader)
    return reader
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
