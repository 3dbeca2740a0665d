import { zlibSync } from 'fflate/browser'
import { concatAll, unhex } from '../../lib/bytes.ts'
import { runningSha1 } from '../../lib/hash.ts'
import { Recent } from '../../lib/recent/recent.ts'
import { encode, type ObjectStore, type ObjectType, type PackedObjects } from '../objects.ts'
import { entryHead, ID_DELTA, packTypes } from './format.ts'
import type { Ids } from './id-list.ts'

/** A pack file of these objects. Throws if one is missing. */
export function encodePack(objects: ObjectStore, ids: Ids): Uint8Array {
  return concatAll(Array.from(packPieces(objects, ids), (piece) => piece.slice()))
}

/** Most bytes of a pack that are gathered before they are handed on; what is longer goes by itself. */
const PIECE = 64 * 1024
/** Most bytes that are deflated for one piece, however small they become. */
const DEFLATED = 1024 * 1024

/**
 * The same piece by piece, each of which stands until the next one is asked for. What came in a pack goes out as it stands
 * there, also as a delta where its base is sent as well; everything else is sent whole.
 */
export function* packPieces(objects: ObjectStore, ids: Ids): Generator<Uint8Array> {
  const sum = runningSha1()
  const memory = new Uint8Array(PIECE)
  let filled = 0
  const flush = () => {
    const piece = memory.subarray(0, filled)
    sum.update(piece)
    filled = 0
    return piece
  }
  memory.set(head(ids.length))
  filled = HEAD
  const sent = new SentEntries(objects, ids)
  for (let i = 0; i < ids.length; i++) {
    for (const part of sent.packed(i)) {
      if (filled + part.length > PIECE) yield flush()
      if (part.length > PIECE) {
        sum.update(part)
        yield part
      } else {
        memory.set(part, filled)
        filled += part.length
      }
    }
    if (sent.deflatedSince > DEFLATED) {
      sent.deflatedSince = 0
      yield flush()
    }
  }
  yield flush()
  yield sum.digest()
}

const HEAD = 12

function head(count: number): Uint8Array {
  const bytes = new Uint8Array(HEAD)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x5041434b) // PACK
  view.setUint32(4, 2)
  view.setUint32(8, count)
  return bytes
}

/** Bytes of deflated objects that are kept for the next time. */
const MOST_DEFLATED = 16 * 1024 * 1024
// Platforms deflate faster, but each in its own way: a clone has the same bytes wherever it is made.
const made = new Recent<string, Uint8Array>(MOST_DEFLATED)

/** What is sent, by where it stands. */
class SentEntries {
  /** Bytes that had to be deflated. */
  deflatedSince = 0
  readonly #objects: ObjectStore
  readonly #packs: PackedObjects[] = []
  /** By place among the ids: the number of the pack, counted from 1, or 0, and the entry. */
  readonly #packOf: Uint32Array
  readonly #entryOf: Uint32Array
  /** By entry of a pack: the place of its object among the ids, counted from 1. */
  readonly #places = new Map<PackedObjects, Int32Array>()
  readonly #ids: Ids

  constructor(objects: ObjectStore, ids: Ids) {
    this.#objects = objects
    this.#ids = ids
    this.#packOf = new Uint32Array(ids.length)
    this.#entryOf = new Uint32Array(ids.length)
    const numbers = new Map<PackedObjects, number>()
    for (let i = 0; i < ids.length; i++) {
      const stored = objects.stored?.(ids.at(i) as string)
      if (stored === undefined) continue
      const { pack, entry } = stored
      let number = numbers.get(pack)
      if (number === undefined) {
        number = this.#packs.push(pack)
        numbers.set(pack, number)
      }
      this.#packOf[i] = number
      this.#entryOf[i] = entry
      this.#placesIn(pack)[entry] = i + 1
    }
  }

  #placesIn(pack: PackedObjects): Int32Array {
    let places = this.#places.get(pack)
    if (places === undefined) {
      places = new Int32Array(pack.count)
      this.#places.set(pack, places)
    }
    return places
  }

  packed(i: number): Uint8Array[] {
    const pack = this.#packs[(this.#packOf[i] as number) - 1]
    return (
      (pack && this.#asItStands(pack, this.#entryOf[i] as number)) ?? this.#whole(this.#ids.at(i) as string)
    )
  }

  #asItStands(pack: PackedObjects, entry: number): Uint8Array[] | undefined {
    const { bytes, size, base } = pack.deflated(entry)
    if (base === undefined) return [entryHead(packTypes[pack.type(entry)], size), bytes]
    const place = base === 'outside' ? 0 : (this.#placesIn(pack)[base] as number)
    if (place === 0) return undefined
    return [entryHead(ID_DELTA, size), unhex(this.#ids.at(place - 1) as string), bytes]
  }

  #whole(id: string): Uint8Array[] {
    const { type, payload } = this.#content(id)
    let bytes = made.get(id)
    if (bytes === undefined) {
      bytes = zlibSync(payload)
      this.deflatedSince += payload.length
      made.add(id, bytes, bytes.length + 200)
    }
    return [entryHead(packTypes[type], payload.length), bytes]
  }

  #content(id: string): { readonly type: ObjectType; readonly payload: Uint8Array } {
    const stored = this.#objects.stored?.(id)
    if (stored !== undefined)
      return { type: stored.pack.type(stored.entry), payload: stored.pack.payload(stored.entry) }
    const object = this.#objects.get(id)
    if (object === undefined) throw new Error(`object ${id} is missing`)
    return { type: object.type, payload: encode(object) }
  }
}
