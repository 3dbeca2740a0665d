import fc from 'fast-check'
import { utf8 } from '../../lib/bytes.ts'
import type { ObjectStore, Signature } from '../objects.ts'
import { type TreeFile, treeFrom } from '../tree.ts'

/** A signature at a number of seconds after the start of 2024. */
export function signature(name: string, seconds: number, offset = 0): Signature {
  return {
    name,
    email: `${name.toLowerCase()}@example.com`,
    at: Date.UTC(2024, 0, 1) + seconds * 1000,
    offset,
  }
}

/** Stores a commit whose author and committer are the same. */
export function commitOf(
  objects: ObjectStore,
  tree: string,
  parents: readonly string[],
  { name = 'Ada', seconds = 0, message = 'change\n' } = {},
): string {
  const who = signature(name, seconds)
  return objects.put({ type: 'commit', tree, parents, author: who, committer: who, message })
}

/** Stores a tree of text files. */
export function textTree(objects: ObjectStore, files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files).map(([path, content]): [string, TreeFile] => [
    path,
    { mode: '100644', blob: utf8(content) },
  ])
  return treeFrom(objects, entries)
}

/** The shape of a history: for each commit how far back its parents lie, and its date in seconds. */
export interface Shape {
  readonly parents: readonly number[]
  readonly seconds: number
  readonly author: number
}

/** Histories with merges, several roots, criss-cross, equal dates and dates that run backwards. */
export function shapes(size: number): fc.Arbitrary<Shape[]> {
  const parents = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.integer({ min: 0, max: 3 })) },
    { weight: 5, arbitrary: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 8 })) },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 4 }) },
  )
  const step = fc.record({ parents, seconds: fc.integer({ min: -2, max: 4 }), author: fc.nat(3) })
  return fc.array(step, { minLength: 4, maxLength: size })
}

/** A fixed sample of generated values: the same in every run. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed })
}

/** Puts a history of this shape into a store and answers the ids of its commits in order; `grown` hears of each. */
export function growHistory(
  objects: ObjectStore,
  steps: readonly Shape[],
  treeFor: (index: number, parents: readonly string[]) => string,
  grown: (id: string) => void = () => {},
): string[] {
  const names = ['Ada', 'Ben', 'Cleo', 'Dan']
  const ids: string[] = []
  let seconds = 0
  steps.forEach((step, index) => {
    seconds += step.seconds
    const back = [...new Set(step.parents.map((distance) => ids.length - 1 - distance))].filter((i) => i >= 0)
    const parents = back.map((i) => ids[i] ?? '')
    const name = names[step.author] ?? 'Eve'
    const tree = treeFor(index, parents)
    const id = commitOf(objects, tree, parents, { name, seconds, message: `step ${index}\n` })
    grown(id)
    ids.push(id)
  })
  return ids
}

/** Every pair of different items, first with second. */
export function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]))
}
