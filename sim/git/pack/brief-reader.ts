import type { PayloadReader } from '../objects.ts'
import { applyDelta, deltaSize } from './delta.ts'
import { Inflater, SCRATCH } from './inflate.ts'
import { Nearby } from './nearby.ts'
import { behindSize, deltaOf, OUTSIDE, type PackEntries, WHOLE } from './pack-entries.ts'

/** Reads many payloads of a pack one after the other, in the same memory: a walk through all trees leaves nothing to collect. */
export class BriefReader implements PayloadReader {
  readonly #bytes: Uint8Array
  readonly #entries: PackEntries
  readonly #nearby: Nearby
  readonly #inflater = new Inflater()
  readonly #scratch = [new Uint8Array(SCRATCH), new Uint8Array(SCRATCH)] as const

  constructor(bytes: Uint8Array, entries: PackEntries, nearby = new Nearby(bytes.length, entries.sizes)) {
    this.#bytes = bytes
    this.#entries = entries
    this.#nearby = nearby
  }

  /** `made` is told how many bytes each delta makes. */
  payload(entry: number, made?: (bytes: number) => void): Uint8Array {
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
    for (let next = chain.pop(); next !== undefined; next = chain.pop()) {
      const delta = deltaOf(this.#inflater, this.#bytes, this.#entries, next)
      made?.(deltaSize(delta))
      payload = applyDelta(payload, delta, this.#scratch[chain.length % 2])
    }
    this.#nearby.put(entry, payload)
    return payload
  }

  #inflated(entry: number): Uint8Array {
    const from = behindSize(this.#bytes, this.#entries.offsets[entry] as number)
    return this.#inflater.inflateBriefly(this.#bytes, from, this.#entries.sizes[entry] as number).bytes
  }
}
