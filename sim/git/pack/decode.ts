import { hex } from '../../lib/bytes.ts'
import { runningSha1 } from '../../lib/hash.ts'
import { finished, Pace, type Steps } from '../../lib/steps.ts'
import { bounds as allBounds, Budget, type PackBounds, packBounds } from '../budget.ts'
import { GitError } from '../git-error.ts'
import { encode, type GitObject, type ObjectType, payloadId } from '../objects.ts'
import { BriefReader } from './brief-reader.ts'
import { applyDelta, ByteReader, deltaSize } from './delta.ts'
import { packTypes, readEntryHead } from './format.ts'
import { Inflater, SCRATCH } from './inflate.ts'
import type { KnownObject } from './known-object.ts'
import { Nearby } from './nearby.ts'
import { OUTSIDE, WHOLE } from './pack-entries.ts'
import { StoredPack } from './stored-pack.ts'
import { Unpacked } from './unpacked.ts'

/**
 * The objects of a pack file by id; none of them builds on anything outside of it. Throws a GitError for a file that is
 * broken, forged or beyond the bounds.
 */
export function decodePack(
  pack: Uint8Array,
  bounds: PackBounds = packBounds(pack.length),
): Map<string, GitObject> {
  return finished(unpack(pack, nothingKnown, bounds)).objects()
}

// biome-ignore lint/correctness/useYield: there is nothing to look for.
export function* nothingKnown(): Steps<undefined> {
  return undefined
}

/**
 * The same step by step, for a server that has other things to do in between. The objects stay deflated: the pack's
 * bytes are held on to, and must not change.
 */
export function* unpack(
  pack: Uint8Array,
  known: KnownObject,
  bounds: PackBounds = packBounds(pack.length),
): Steps<Unpacked> {
  yield* checkSum(pack)
  return yield* new Unpacking(pack, known, bounds).run()
}

/** Bytes that are hashed between two steps. */
const HASHED = 4 * 1024 * 1024

function* checkSum(pack: Uint8Array): Steps<void> {
  if (pack.length < 32) throw new GitError('pack is cut short')
  const sum = runningSha1()
  const end = pack.length - 20
  for (let at = 0; at < end; at += HASHED) {
    sum.update(pack.subarray(at, Math.min(at + HASHED, end)))
    if (end > HASHED) yield
  }
  if (hex(sum.digest()) !== hex(pack.subarray(end))) throw new GitError('pack is corrupted (SHA1 mismatch)')
}

/** An object upon which a delta builds: an entry of the pack, or one that was there before. */
type Base = number | { readonly type: ObjectType; readonly payload: Uint8Array }

/** A delta that waits for its base, or for its turn. */
interface Waiting {
  readonly entry: number
  readonly delta: Uint8Array
}

interface Ready extends Waiting {
  readonly base: Base
}

/** Bytes of a pack below which its commits and trees, and what has to be made again, are kept for whoever reads them next. */
const SMALL = 16 * 1024 * 1024

const TOO_LARGE = 'pack exceeds maximum allowed size'

/** Reads the entries one by one. A delta waits for its base, which may stand anywhere in the file. */
class Unpacking {
  readonly #pack: Uint8Array
  readonly #known: KnownObject
  readonly #bounds: PackBounds
  readonly #budget: Budget
  readonly #pace = new Pace()
  readonly #count: number
  readonly #reader: ByteReader
  readonly #inflater = new Inflater()
  readonly #offsets: Uint32Array
  readonly #types: Uint8Array
  readonly #sizes: Uint32Array
  readonly #bases: Int32Array
  readonly #depths: Uint16Array
  /** Bytes that are made along the chain that leads to an entry. */
  readonly #chains: Float64Array
  readonly #outside = new Map<number, Uint8Array>()
  readonly #nearby: Nearby
  readonly #scratch = new Uint8Array(SCRATCH)
  /** Of a large pack. */
  readonly #reread: BriefReader | undefined
  readonly #stored: StoredPack
  readonly #unpacked: Unpacked
  /** By the entry or the id of the base. */
  readonly #waiting = new Map<number | string, Waiting[]>()
  /** Deltas whose bases have come. */
  readonly #ready: Ready[] = []

  constructor(pack: Uint8Array, known: KnownObject, bounds: PackBounds) {
    const count = countOf(pack)
    if (count > bounds.objects) throw new GitError('pack has too many objects')
    this.#count = count
    this.#pack = pack
    this.#known = known
    this.#bounds = bounds
    this.#budget = new Budget(bounds.bytes, TOO_LARGE)
    this.#reader = new ByteReader(pack.subarray(0, -20), 12)
    this.#offsets = new Uint32Array(count + 1)
    this.#types = new Uint8Array(count)
    this.#sizes = new Uint32Array(count)
    this.#bases = new Int32Array(count).fill(WHOLE)
    this.#depths = new Uint16Array(count)
    this.#chains = new Float64Array(count)
    this.#nearby = new Nearby(pack.length, this.#sizes)
    const entries = {
      offsets: this.#offsets,
      types: this.#types,
      sizes: this.#sizes,
      bases: this.#bases,
      outside: this.#outside,
    }
    if (pack.length >= SMALL) this.#reread = new BriefReader(pack, entries, this.#nearby)
    this.#stored = new StoredPack(pack, entries)
    this.#unpacked = new Unpacked(this.#stored)
  }

  *run(): Steps<Unpacked> {
    for (let entry = 0; entry < this.#count; entry++) {
      if (this.#pace.after(this.#read(entry))) yield
      // What waited for it; not by recursion, since chains are long, and not all at once, since many may wait for one.
      while (this.#ready.length > 0) if (this.#pace.after(this.#settleNext())) yield
    }
    if (this.#reader.at !== this.#pack.length - 20) throw new GitError('pack has junk at the end')
    yield* this.#lookOutside()
    if (this.#waiting.size > 0) throw new GitError('pack has unresolved deltas')
    yield* this.#unpacked.checkDepth(this.#known, this.#pace)
    return this.#unpacked
  }

  /** Looks elsewhere for the bases that did not come. */
  *#lookOutside(): Steps<void> {
    for (const [id, waiting] of this.#waiting) {
      const found = typeof id === 'string' ? yield* this.#known(id) : undefined
      if (found === undefined) continue
      this.#waiting.delete(id)
      const base = { type: found.type, payload: encode(found) }
      for (const { entry, delta } of waiting) this.#ready.push({ entry, delta, base })
      while (this.#ready.length > 0) if (this.#pace.after(this.#settleNext())) yield
    }
  }

  /** Reads an entry, and answers how many bytes it took. */
  #read(entry: number): number {
    const reader = this.#reader
    const offset = reader.at
    this.#offsets[entry] = offset
    const { type, size, base } = readEntryHead(reader)
    if (size > mostOf(type ?? 'blob')) throw new GitError(TOO_LARGE)
    this.#budget.spend(size)
    const { bytes, end } = this.#inflater.inflateBriefly(reader.bytes, reader.at, size)
    reader.at = end
    this.#offsets[entry + 1] = end
    if (type !== undefined) this.#enter(entry, type, bytes)
    else this.#enterDelta(entry, bytes, typeof base === 'string' ? base : this.#entryAt(offset, base, entry))
    return size
  }

  /** The entry that begins so far before an offset; what begins nowhere is waited for in vain. */
  #entryAt(offset: number, distance: number | undefined, entries: number): number {
    const wanted = offset - (distance ?? 0)
    let [low, high] = [0, entries - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const there = this.#offsets[middle] as number
      if (there === wanted) return middle
      if (there < wanted) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  // One whose base is there is settled before anything else is inflated.
  #enterDelta(entry: number, delta: Uint8Array, base: number | string): void {
    const there = typeof base === 'string' ? this.#unpacked.entryOf(base) : base
    if (there !== undefined && there >= 0 && this.#types[there] !== 0) {
      this.#ready.push({ entry, delta, base: there })
      return
    }
    const own = { entry, delta: delta.slice() }
    const waiting = this.#waiting.get(base)
    if (waiting === undefined) this.#waiting.set(base, [own])
    else waiting.push(own)
  }

  /** Makes the object of a delta whose base is there, and answers how many bytes that took. */
  #settleNext(): number {
    const { entry, delta, base } = this.#ready.pop() as Ready
    const inside = typeof base === 'number'
    const payload = inside ? (this.#nearby.get(base) ?? this.#payload(base)) : base.payload
    const type = inside ? this.#stored.type(base) : base.type
    const depth = inside ? (this.#depths[base] as number) : 0
    if (depth >= this.#bounds.depth) throw new GitError('delta chain is too deep')
    const size = deltaSize(delta)
    const chain = size + (inside ? (this.#chains[base] as number) : payload.length)
    if (size > mostOf(type) || chain > allBounds.chainBytes) throw new GitError(TOO_LARGE)
    this.#budget.spend(size)
    const built = applyDelta(payload, delta, this.#scratch)
    if (!inside) this.#outside.set(entry, payload)
    this.#bases[entry] = inside ? base : OUTSIDE
    this.#depths[entry] = inside ? depth + 1 : 1
    this.#enter(entry, type, built)
    this.#chains[entry] = chain
    return size + delta.length
  }

  // What was let go of is made again, which counts as well.
  #payload(entry: number): Uint8Array {
    const brief = this.#nearby.takes(this.#sizes[entry] as number) ? this.#reread : undefined
    return (brief ?? this.#stored).payload(entry, (bytes) => this.#budget.spend(bytes))
  }

  /** Takes an object, whose payload may be written over later; what waited for it is ready then. */
  #enter(entry: number, type: ObjectType, payload: Uint8Array): void {
    const id = payloadId(type, payload)
    this.#types[entry] = packTypes[type]
    this.#sizes[entry] = payload.length
    this.#chains[entry] = payload.length
    if (!this.#nearby.put(entry, payload)) this.#stored.keep(entry, payload)
    else if (type !== 'blob' && this.#pack.length < SMALL) this.#stored.keep(entry, payload.slice())
    this.#unpacked.enter(entry, id, type, payload)
    if (this.#waiting.size === 0) return
    for (const key of [entry, id]) {
      const waiting = this.#waiting.get(key)
      if (waiting === undefined) continue
      this.#waiting.delete(key)
      for (const { entry: next, delta } of waiting) this.#ready.push({ entry: next, delta, base: entry })
    }
  }
}

/** Most bytes of an object of that type; of a delta, as of a blob. */
function mostOf(type: ObjectType): number {
  return type === 'blob' ? allBounds.blob : type === 'tree' ? allBounds.tree : allBounds.text
}

function countOf(pack: Uint8Array): number {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  const version = view.getUint32(4)
  if (view.getUint32(0) !== 0x5041434b || (version !== 2 && version !== 3))
    throw new GitError('pack signature mismatch')
  return view.getUint32(8)
}
