import { Pace, type Steps } from '../../lib/steps.ts'
import type { KnownObject } from './known-object.ts'

/** Trees whose places are remembered, for all worlds: they follow from the content. */
const REMEMBERED = 100_000
const counted = new Map<string, number>()

interface Open {
  readonly id: string
  readonly size: number
  readonly subtrees: readonly string[]
  at: number
}

/** In how many places something stands in a tree that the receiver has, in all directories; 0 for one that it has not. */
export function* placesOf(known: KnownObject, tree: string): Steps<number> {
  if (counted.size >= REMEMBERED) counted.clear()
  const pace = new Pace()
  const open = [yield* opened(known, tree)]
  // Not by recursion, since trees are deep.
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = counted.has(last.id) ? undefined : last.subtrees[last.at++]
    if (next === undefined) {
      open.pop()
      if (!counted.has(last.id)) counted.set(last.id, last.subtrees.reduce(plus, last.size))
    } else if (!counted.has(next)) open.push(yield* opened(known, next))
    if (pace.after(0)) yield
  }
  return counted.get(tree) ?? 0
}

const plus = (places: number, subtree: string) => places + (counted.get(subtree) ?? 0)

function* opened(known: KnownObject, id: string): Steps<Open> {
  const object = counted.has(id) ? undefined : yield* known(id)
  const entries = object?.type === 'tree' ? object.entries : []
  const subtrees = entries.flatMap((entry) => (entry.mode === '040000' ? entry.id : []))
  return { id, size: entries.length, subtrees, at: 0 }
}
