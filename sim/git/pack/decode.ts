import { hex } from '../../lib/bytes.ts'
import { sha1Hex } from '../../lib/hash.ts'
import { GitError } from '../git-error.ts'
import { encode, type GitObject, type ObjectStore, type ObjectType, objectId } from '../objects.ts'
import { parseObject } from '../parse-object.ts'
import { applyDelta, ByteReader, deltaSize } from './delta.ts'
import { ID_DELTA, OFFSET_DELTA, type PackBounds, packBounds, packTypes } from './format.ts'
import { Inflater } from './inflate.ts'

/** An entry as it stands in the file: an object, or what makes one of another. */
interface Entry {
  readonly offset: number
  readonly bytes: Uint8Array
  readonly type: ObjectType | undefined
  /** The offset or the id of the base; undefined for a whole object. */
  readonly base: number | string | undefined
}

interface Whole {
  readonly type: ObjectType
  readonly bytes: Uint8Array
  readonly depth: number
}

interface Settled {
  readonly offset: number
  readonly whole: Whole
}

/**
 * The objects of a pack file by id. Deltas may build on objects that the receiver has, which `known` looks up.
 * Throws a GitError for a file that is broken, forged or beyond the bounds.
 */
export function decodePack(
  pack: Uint8Array,
  known: Pick<ObjectStore, 'get'> = { get: () => undefined },
  bounds: PackBounds = packBounds,
): Map<string, GitObject> {
  checkSum(pack)
  const budget = new Budget(bounds.bytes)
  const entries = readEntries(pack, bounds, budget)
  return new Resolver(entries, known, bounds, budget).objects()
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

function readEntries(pack: Uint8Array, bounds: PackBounds, budget: Budget): Entry[] {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  const version = view.getUint32(4)
  if (view.getUint32(0) !== 0x5041434b || (version !== 2 && version !== 3))
    throw new GitError('pack signature mismatch')
  const count = view.getUint32(8)
  if (count > bounds.objects) throw new GitError('pack has too many objects')
  const reader = new ByteReader(pack.subarray(0, -20), 12)
  const inflater = new Inflater()
  const entries: Entry[] = []
  for (let i = 0; i < count; i++) entries.push(readEntry(reader, inflater, budget))
  if (reader.at !== pack.length - 20) throw new GitError('pack has junk at the end')
  return entries
}

const types = new Map(Object.entries(packTypes).map(([name, number]) => [number, name as ObjectType]))

function readEntry(reader: ByteReader, inflater: Inflater, budget: Budget): Entry {
  const offset = reader.at
  const first = reader.byte()
  const number = (first >> 4) & 7
  const size = first & 128 ? reader.size(first & 15, 4) : first & 15
  const type = types.get(number)
  const base =
    number === OFFSET_DELTA
      ? offset - distance(reader)
      : number === ID_DELTA
        ? hex(reader.take(20))
        : undefined
  if (type === undefined && base === undefined) throw new GitError('pack has an object of unknown type')
  budget.spend(size)
  const { bytes, end } = inflater.inflate(reader.bytes, reader.at, size)
  reader.at = end
  return { offset, bytes, type, base }
}

// Highest bits first, and every further byte adds one, so that no distance can be written in two ways.
function distance(reader: ByteReader): number {
  let byte = reader.byte()
  let value = byte & 127
  while (byte & 128) {
    byte = reader.byte()
    value = (value + 1) * 128 + (byte & 127)
    if (value > Number.MAX_SAFE_INTEGER / 256) throw new GitError('number is out of bounds')
  }
  return value
}

/** Turns entries into objects. A delta waits for its base, which may stand anywhere in the file. */
class Resolver {
  readonly #entries: readonly Entry[]
  readonly #known: Pick<ObjectStore, 'get'>
  readonly #bounds: PackBounds
  readonly #budget: Budget
  readonly #byOffset = new Map<number, Whole>()
  readonly #byId = new Map<string, Whole>()
  readonly #waiting = new Map<number | string, Entry[]>()
  readonly #objects = new Map<string, GitObject>()

  constructor(
    entries: readonly Entry[],
    known: Pick<ObjectStore, 'get'>,
    bounds: PackBounds,
    budget: Budget,
  ) {
    this.#entries = entries
    this.#known = known
    this.#bounds = bounds
    this.#budget = budget
  }

  objects(): Map<string, GitObject> {
    for (const entry of this.#entries) this.#enter(entry)
    for (const [base, entries] of this.#waiting) {
      const found = typeof base === 'string' ? this.#known.get(base) : undefined
      if (found === undefined) continue
      this.#waiting.delete(base)
      const whole = { type: found.type, bytes: encode(found), depth: 0 }
      for (const entry of entries) this.#settle(this.#built(entry, whole))
    }
    if (this.#waiting.size > 0) throw new GitError('pack has unresolved deltas')
    return this.#objects
  }

  #enter(entry: Entry): void {
    const { offset, bytes, type, base = offset } = entry
    const whole = typeof base === 'string' ? this.#byId.get(base) : this.#byOffset.get(base)
    if (type !== undefined) this.#settle({ offset, whole: { type, bytes, depth: 0 } })
    else if (whole !== undefined) this.#settle(this.#built(entry, whole))
    else this.#waiting.set(base, [...(this.#waiting.get(base) ?? []), entry])
  }

  #built({ offset, bytes }: Entry, { type, bytes: base, depth }: Whole): Settled {
    if (depth >= this.#bounds.depth) throw new GitError('delta chain is too deep')
    this.#budget.spend(deltaSize(bytes))
    return { offset, whole: { type, bytes: applyDelta(base, bytes), depth: depth + 1 } }
  }

  /** Keeps an object, then all that waited for it, and so on; not by recursion, since chains are long. */
  #settle(first: Settled): void {
    const pending = [first]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { offset, whole } = next
      const object = parseObject(whole.type, whole.bytes)
      const id = objectId(object)
      this.#byOffset.set(offset, whole)
      this.#byId.set(id, whole)
      this.#objects.set(id, object)
      for (const base of [offset, id]) {
        const waiting = this.#waiting.get(base) ?? []
        this.#waiting.delete(base)
        for (const entry of waiting) pending.push(this.#built(entry, whole))
      }
    }
  }
}
