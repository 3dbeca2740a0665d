import type { AnyCheck } from '../kit/check.ts'
import { hashOf } from '../kit/hash.ts'

/** One part of a run that is split: `2/5` is the second of five. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** Reads `2/5`. Throws a RangeError that says what would be right. */
export function parseShard(text: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (of < 1 || index < 1 || index > of)
    throw new RangeError(
      `'${text}' is no shard: use the number of the part and of all parts, for example 2/5`,
    )
  return { index, of }
}

/** `2/5` */
export function shardName({ index, of }: Shard): string {
  return `${index}/${of}`
}

/**
 * The checks of one part. Every check is in exactly one part, and which one follows from its id alone: other checks come
 * and go without moving it.
 */
export function inShard<One extends Pick<AnyCheck, 'id'>>(
  checks: readonly One[],
  { index, of }: Shard,
): readonly One[] {
  return checks.filter(({ id }) => hashOf(id) % of === index - 1)
}
