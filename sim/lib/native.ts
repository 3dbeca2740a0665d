/** What a platform does faster than JavaScript can, to the same bytes, besides digests (`hash.ts`). */
export interface Native {
  /** A digest of bytes that come piece by piece. */
  running(algorithm: RunningAlgorithm): RunningHash
  /**
   * Inflates the zlib stream that begins at `from`, of no more than `most` bytes: what it holds, and where it ends. It may
   * stand in `scratch`, where that has more room than `most`. Throws for a stream that is broken, or longer.
   */
  inflate(input: Uint8Array, from: number, most: number, scratch?: Uint8Array): Inflated
  /** Whether two arrays of one length hold the same bytes. */
  areEqual(a: Uint8Array, b: Uint8Array): boolean
  /** Two digits for each byte from one place to another. */
  hex(bytes: Uint8Array, from: number, to: number): string
  /** A character for each byte from one place to another, with its code. */
  binary(bytes: Uint8Array, from: number, to: number): string
  /** The bytes of a string made by `binary`. */
  unbinary(value: string): Uint8Array
}

export type RunningAlgorithm = 'sha1' | 'sha256'

export interface RunningHash {
  update(data: Uint8Array): void
  digest(): Uint8Array
}

export interface Inflated {
  readonly bytes: Uint8Array
  /** Where the stream ended. */
  readonly end: number
}

let ofPlatform: Native | undefined

/** Absent in browsers. Whoever uses it has portable code for the same bytes, and a test that they are the same. */
export function native(): Native | undefined {
  return ofPlatform
}

/** Lets this process use what its platform has; undefined goes back to portable code. */
export function useNative(found: Native | undefined): void {
  ofPlatform = found
}
