import { numbersOf } from './id-bits.ts'
import type { IdSet } from './id-set.ts'

/** How many numbers are in a set, at most so many. Costs a look at each 32 of them at most, as far as it goes. */
export function countOf(set: IdSet, limit = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (const part of set.parts) {
    if (count >= limit) return limit
    count += set.sizeOf(part)
  }
  return Math.min(count, limit)
}

/** All numbers of a set, ascending. */
export function* idsIn(set: IdSet): Generator<number> {
  for (const part of set.parts) yield* listOf(set, part)
}

/** The same, descending. */
export function* idsDown(set: IdSet): Generator<number> {
  for (let i = set.parts.length - 1; i >= 0; i--) yield* listOf(set, set.parts[i] as number).reverse()
}

/** All numbers of a set, ascending; undefined where there are more than so many. */
export function fewIn(set: IdSet, most: number): number[] | undefined {
  const ids: number[] = []
  for (const part of set.parts) {
    const some = listOf(set, part)
    if (ids.length + some.length > most) return undefined
    for (const id of some) ids.push(id)
  }
  return ids
}

/** Some numbers of sets that follow one another, each descending, behind so many. Those are counted by their bits. */
export function sliceDown(sets: Iterable<IdSet>, offset: number, size: number): number[] {
  return sliceOf(sets, offset, size, true)
}

/** The same, each ascending. */
export function sliceUp(sets: Iterable<IdSet>, offset: number, size: number): number[] {
  return sliceOf(sets, offset, size, false)
}

function sliceOf(sets: Iterable<IdSet>, offset: number, size: number, isDown: boolean): number[] {
  const ids: number[] = []
  let skipped = offset
  for (const set of sets)
    for (let i = 0; i < set.parts.length; i++) {
      if (ids.length === size) return ids
      const part = set.parts[isDown ? set.parts.length - 1 - i : i] as number
      const count = set.sizeOf(part)
      if (count <= skipped) {
        skipped -= count
        continue
      }
      const bits = set.bitsOf(part)
      if (bits === undefined) continue
      const wanted = size - ids.length
      const [from, to] = isDown
        ? [Math.max(count - skipped - wanted, 0), count - skipped]
        : [skipped, skipped + wanted]
      const some = numbersOf(part, bits, from, to)
      if (isDown) some.reverse()
      for (const id of some) ids.push(id)
      skipped = 0
    }
  return ids
}

function listOf(set: IdSet, part: number): number[] {
  const bits = set.bitsOf(part)
  return bits === undefined ? [] : numbersOf(part, bits)
}
