import { zlibSync } from 'fflate/browser'
import { concatAll, unhex } from '../../lib/bytes.ts'
import { sha1Hex } from '../../lib/hash.ts'
import { encode, type ObjectStore } from '../objects.ts'
import { packTypes } from './format.ts'

/** A pack file of these objects, each of them whole. Throws if one is missing. */
export function encodePack(objects: ObjectStore, ids: readonly string[]): Uint8Array {
  const head = new Uint8Array(12)
  const view = new DataView(head.buffer)
  view.setUint32(0, 0x5041434b) // PACK
  view.setUint32(4, 2)
  view.setUint32(8, ids.length)
  const body = concatAll([head, ...ids.flatMap((id) => packed(objects, id))])
  return concatAll([body, unhex(sha1Hex(body))])
}

function packed(objects: ObjectStore, id: string): Uint8Array[] {
  const object = objects.get(id)
  if (object === undefined) throw new Error(`object ${id} is missing`)
  const payload = encode(object)
  return [entryHead(packTypes[object.type], payload.length), zlibSync(payload)]
}

// Three bits of type and four of size in the first byte, then seven bits of size a byte.
function entryHead(type: number, size: number): Uint8Array {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() as number) | 128)
    bytes.push(rest & 127)
  }
  return Uint8Array.from(bytes)
}
