import type { Steps } from '../../lib/steps.ts'
import type { ObjectStore } from '../objects.ts'
import { readOutline } from '../outline.ts'

/** Commits that are looked at between two steps. */
const STEP = 256

/** Whether the history of each tip contains one of these commits: step by step, and no commit is looked at twice. */
export function* allReach(
  objects: ObjectStore,
  tips: readonly string[],
  ends: ReadonlySet<string>,
): Steps<boolean> {
  const reaches = new Map<string, boolean>()
  const open: { readonly id: string; readonly parents: readonly string[]; at: number }[] = []
  let looked = 0
  function enter(id: string): void {
    if (reaches.has(id)) return
    if (ends.has(id)) reaches.set(id, true)
    else open.push({ id, parents: readOutline(objects, id).parents, at: 0 })
  }
  for (const tip of tips) {
    enter(tip)
    // Not by recursion, since histories are long.
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const before = last.parents[last.at - 1]
      const isFound = before !== undefined && reaches.get(before) === true
      const next = isFound ? undefined : last.parents[last.at++]
      if (next !== undefined) enter(next)
      else {
        reaches.set(last.id, isFound)
        open.pop()
      }
      if (++looked % STEP === 0) yield
    }
    if (!reaches.get(tip)) return false
  }
  return true
}
