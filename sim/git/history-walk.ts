import type { LogOptions } from './log-options.ts'

/** Pauses of a walk through a history after which it is long, and is put off where that can be done. */
export const LONG_WALK = 4

/** Bytes of work that a commit is: with a path, its trees are compared with those of its parents. */
export function costOf({ path }: LogOptions): number {
  return path ? 28 * 1024 : 4 * 1024
}
