import { GitError } from './git-error.ts'

const MEBIBYTE = 1024 * 1024

/** What git content may come to, whoever sends it. Each bound is checked before the work or the memory is spent. */
export const bounds = {
  /** Bytes of a blob, which is inflated, hashed and sent as a whole. */
  blob: 32 * MEBIBYTE,
  /** Bytes of a tree, some 25,000 entries: a directory is read, listed and written again as a whole. */
  tree: MEBIBYTE,
  /** Bytes of a commit or a tag. */
  text: MEBIBYTE,
  /** Trees within one another, as git has it since 2.43 (`core.maxTreeDepth`). */
  treeDepth: 2048,
  /** Files and directories of a tree with all that is below it: a few small trees make any number of them. */
  places: 300_000,
  /** Tags that stand for one another. Nobody needs more than two. */
  tagDepth: 64,
  /** Deltas upon one another: git itself stacks no more. */
  chain: 4095,
  /** Bytes that are made on the way along a chain of deltas to the object at its end. */
  chainBytes: 512 * MEBIBYTE,
  /** Bytes and lines of both sides of a change beyond which they count as binary: git has 512 MiB (`core.bigFileThreshold`). */
  diffBytes: 8 * MEBIBYTE,
  diffLines: 250_000,
  /** Bytes of a path, as systems have it on which git checks it out. */
  path: 4096,
  /** Bytes that an archive holds, headers included: few objects may stand in very many places. */
  archive: 256 * MEBIBYTE,
} as const

export interface PackBounds {
  readonly objects: number
  /** Bytes of all objects together, inflated. */
  readonly bytes: number
  /** How many deltas may stand upon one another. */
  readonly depth: number
}

/**
 * What a pack of so many bytes may hold. Small ones may unpack to 256 MiB, larger ones to 64 times what they are:
 * histories of trees that change little do.
 */
export function packBounds(length: number): PackBounds {
  return {
    objects: 200_000 + Math.floor(length / 32),
    bytes: 256 * MEBIBYTE + (length > 4 * MEBIBYTE ? 64 * (length - 4 * MEBIBYTE) : 0),
    depth: bounds.chain,
  }
}

/** Counts down what may still be spent. */
export class Budget {
  #left: number
  readonly #refusal: string

  /** `refusal` is what the client is told once it is used up. */
  constructor(amount: number, refusal: string) {
    this.#left = amount
    this.#refusal = refusal
  }

  /** Throws a GitError where more is asked for than is left. */
  spend(amount: number): void {
    this.#left -= amount
    if (this.#left < 0) throw new GitError(this.#refusal)
  }
}
