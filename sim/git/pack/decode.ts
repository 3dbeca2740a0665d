import { hex } from '../../lib/bytes.ts'
import { sha1Hex } from '../../lib/hash.ts'
import { finished, type Steps } from '../../lib/steps.ts'
import { GitError } from '../git-error.ts'
import { encode, type GitObject, type ObjectStore, type ObjectType, payloadId } from '../objects.ts'
import { applyDelta, ByteReader, deltaSize } from './delta.ts'
import { type PackBounds, packBounds, packTypes, readEntryHead } from './format.ts'
import { Inflater } from './inflate.ts'
import { StoredPack } from './stored-pack.ts'
import { Unpacked } from './unpacked.ts'

/**
 * The objects of a pack file by id. Deltas may build on objects that the receiver has, which `known` looks up.
 * Throws a GitError for a file that is broken, forged or beyond the bounds.
 */
export function decodePack(
  pack: Uint8Array,
  known: Pick<ObjectStore, 'get'> = { get: () => undefined },
  bounds: PackBounds = packBounds(pack.length),
): Map<string, GitObject> {
  return finished(unpack(pack, known, bounds)).objects()
}

/** Entries that are read between two steps. */
const STEP = 64

/**
 * The same step by step, for a server that has other things to do in between. The objects stay deflated: the pack's
 * bytes are held on to, and must not change.
 */
export function* unpack(
  pack: Uint8Array,
  known: Pick<ObjectStore, 'get'>,
  bounds: PackBounds = packBounds(pack.length),
): Steps<Unpacked> {
  checkSum(pack)
  const unpacking = new Unpacking(pack, known, bounds)
  for (let entry = 0; entry < unpacking.count; entry++) {
    unpacking.read(entry)
    if (entry % STEP === STEP - 1) yield
  }
  return unpacking.end()
}

function checkSum(pack: Uint8Array): void {
  if (pack.length < 32) throw new GitError('pack is cut short')
  const body = pack.subarray(0, -20)
  if (sha1Hex(body) !== hex(pack.subarray(-20))) throw new GitError('pack is corrupted (SHA1 mismatch)')
}

/** What may still be unpacked: counted before memory is taken, since few bytes can claim to be many. */
class Budget {
  #left: number
  constructor(bytes: number) {
    this.#left = bytes
  }
  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new GitError('pack exceeds maximum allowed size')
  }
}

/** A delta whose base has not been read yet. */
interface Waiting {
  readonly entry: number
  readonly delta: Uint8Array
}

const WHOLE = -1
const OUTSIDE = -2

/** Reads the entries one by one. A delta waits for its base, which may stand anywhere in the file. */
class Unpacking {
  readonly count: number
  readonly #pack: Uint8Array
  readonly #known: Pick<ObjectStore, 'get'>
  readonly #bounds: PackBounds
  readonly #budget: Budget
  readonly #reader: ByteReader
  readonly #inflater = new Inflater()
  readonly #offsets: Uint32Array
  readonly #types: Uint8Array
  readonly #bases: Int32Array
  readonly #depths: Uint16Array
  readonly #outside = new Map<number, Uint8Array>()
  readonly #stored: StoredPack
  readonly #unpacked: Unpacked
  /** By the entry or the id of the base. */
  readonly #waiting = new Map<number | string, Waiting[]>()

  constructor(pack: Uint8Array, known: Pick<ObjectStore, 'get'>, bounds: PackBounds) {
    const count = countOf(pack)
    if (count > bounds.objects) throw new GitError('pack has too many objects')
    this.count = count
    this.#pack = pack
    this.#known = known
    this.#bounds = bounds
    this.#budget = new Budget(bounds.bytes)
    this.#reader = new ByteReader(pack.subarray(0, -20), 12)
    this.#offsets = new Uint32Array(count + 1)
    this.#types = new Uint8Array(count)
    this.#bases = new Int32Array(count).fill(WHOLE)
    this.#depths = new Uint16Array(count)
    const entries = {
      offsets: this.#offsets,
      types: this.#types,
      bases: this.#bases,
      outside: this.#outside,
    }
    this.#stored = new StoredPack(pack, entries)
    this.#unpacked = new Unpacked(this.#stored)
  }

  read(entry: number): void {
    const reader = this.#reader
    const offset = reader.at
    this.#offsets[entry] = offset
    const { type, size, base } = readEntryHead(reader)
    this.#budget.spend(size)
    const { bytes, end } = this.#inflater.inflate(reader.bytes, reader.at, size)
    reader.at = end
    this.#offsets[entry + 1] = end
    if (type !== undefined) this.#settle(entry, type, bytes)
    else this.#enterDelta(entry, bytes, typeof base === 'string' ? base : this.#entryAt(offset, base, entry))
  }

  /** Looks elsewhere for the bases that did not come. */
  end(): Unpacked {
    if (this.#reader.at !== this.#pack.length - 20) throw new GitError('pack has junk at the end')
    for (const [base, waiting] of this.#waiting) {
      const found = typeof base === 'string' ? this.#known.get(base) : undefined
      if (found === undefined) continue
      this.#waiting.delete(base)
      const payload = encode(found)
      for (const { entry, delta } of waiting) {
        this.#bases[entry] = OUTSIDE
        this.#outside.set(entry, payload)
        this.#settle(entry, found.type, this.#built(delta, payload, 0))
      }
    }
    if (this.#waiting.size > 0) throw new GitError('pack has unresolved deltas')
    return this.#unpacked
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

  #enterDelta(entry: number, delta: Uint8Array, base: number | string): void {
    const there = typeof base === 'string' ? this.#unpacked.entryOf(base) : base
    if (there === undefined || there < 0 || this.#types[there] === 0) {
      const waiting = this.#waiting.get(base)
      if (waiting === undefined) this.#waiting.set(base, [{ entry, delta }])
      else waiting.push({ entry, delta })
    } else this.#settleDelta(entry, delta, there)
  }

  #settleDelta(entry: number, delta: Uint8Array, base: number): void {
    const [type, payload] = this.#onBase(entry, delta, base)
    this.#settle(entry, type, payload)
  }

  #onBase(entry: number, delta: Uint8Array, base: number): readonly [ObjectType, Uint8Array] {
    const depth = this.#depths[base] as number
    const built = this.#built(delta, this.#payload(base), depth)
    this.#bases[entry] = base
    this.#depths[entry] = depth + 1
    return [this.#stored.type(base), built]
  }

  // What was let go of is made again, which counts as well.
  #payload(entry: number): Uint8Array {
    return this.#stored.payload(entry, (bytes) => this.#budget.spend(bytes))
  }

  #built(delta: Uint8Array, base: Uint8Array, depth: number): Uint8Array {
    if (depth >= this.#bounds.depth) throw new GitError('delta chain is too deep')
    this.#budget.spend(deltaSize(delta))
    return applyDelta(base, delta)
  }

  /** Takes an object, then all that waited for it, and so on; not by recursion, since chains are long. */
  #settle(entry: number, type: ObjectType, payload: Uint8Array): void {
    const id = this.#enter(entry, type, payload)
    if (this.#waiting.size === 0) return
    const pending = [...this.#waitingFor(entry, id)]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [kind, built] = this.#onBase(next.entry, next.delta, next.base)
      pending.push(...this.#waitingFor(next.entry, this.#enter(next.entry, kind, built)))
    }
  }

  *#waitingFor(base: number, id: string) {
    for (const key of [base, id]) {
      const waiting = this.#waiting.get(key) ?? []
      this.#waiting.delete(key)
      for (const { entry, delta } of waiting) yield { entry, delta, base }
    }
  }

  #enter(entry: number, type: ObjectType, payload: Uint8Array): string {
    const id = payloadId(type, payload)
    this.#types[entry] = packTypes[type]
    this.#stored.keep(entry, payload)
    this.#unpacked.enter(entry, id, type, payload)
    return id
  }
}

function countOf(pack: Uint8Array): number {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  const version = view.getUint32(4)
  if (view.getUint32(0) !== 0x5041434b || (version !== 2 && version !== 3))
    throw new GitError('pack signature mismatch')
  return view.getUint32(8)
}
