import type { ObjectType } from '../objects.ts'

/** How pack files number the types. */
export const packTypes: { readonly [type in ObjectType]: number } = { commit: 1, tree: 2, blob: 3, tag: 4 }
/** A delta whose base stands earlier in the same file, and one whose base is named by its id. */
export const OFFSET_DELTA = 6
export const ID_DELTA = 7

export interface PackBounds {
  readonly objects: number
  /** Bytes of all objects together, unpacked. */
  readonly bytes: number
  /** How many deltas may stand upon one another. */
  readonly depth: number
}

/** git itself stacks no more than 4095 deltas. */
export const packBounds: PackBounds = { objects: 200_000, bytes: 256 * 1024 * 1024, depth: 4095 }
