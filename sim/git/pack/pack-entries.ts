import { ByteReader } from './delta.ts'
import { readEntryHead } from './format.ts'
import type { Inflater } from './inflate.ts'

/** In place of the base of an entry: it is whole. */
export const WHOLE = -1
/** In place of the base of an entry: none of this pack. */
export const OUTSIDE = -2

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

/** Where what stands behind the size of an entry begins: of a whole object, what is deflated. */
export function behindSize(bytes: Uint8Array, offset: number): number {
  let at = offset
  while ((bytes[at++] as number) & 128);
  return at
}

/** The delta of an entry. It stands only until more is inflated. */
export function deltaOf(
  inflater: Inflater,
  bytes: Uint8Array,
  { offsets }: PackEntries,
  entry: number,
): Uint8Array {
  const reader = new ByteReader(bytes, offsets[entry])
  const { size } = readEntryHead(reader)
  return inflater.inflateBriefly(bytes, reader.at, size).bytes
}
