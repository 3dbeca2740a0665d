import { Pace, type Steps } from '../lib/steps.ts'
import type { WalkedCommit } from './log-options.ts'

/** Bytes that take as long to handle as a commit takes to be put in order. */
const EACH_COMMIT = 512

/**
 * Commits in the order of git log --topo-order, step by step: none before all of its children, and the lines of history
 * one after another. They come in the order of their dates, of one history as a whole.
 */
export function* topologically(entries: readonly WalkedCommit[], firstParent = false): Steps<WalkedCommit[]> {
  const pace = new Pace()
  const byId = new Map<string, WalkedCommit>()
  for (const entry of entries) {
    byId.set(entry.id, entry)
    if (pace.of(EACH_COMMIT)) yield
  }
  const parentsOf = ({ outline }: WalkedCommit) =>
    (firstParent ? outline.parents.slice(0, 1) : outline.parents).filter((id) => byId.has(id))
  const children = new Map<string, number>()
  for (const entry of entries) {
    for (const parent of parentsOf(entry)) children.set(parent, (children.get(parent) ?? 0) + 1)
    if (pace.of(EACH_COMMIT)) yield
  }
  // The last one that was put there comes first: a line is followed to its end before another is begun.
  const ready = entries.filter(({ id }) => !children.has(id)).reverse()
  const sorted: WalkedCommit[] = []
  for (let entry = ready.pop(); entry !== undefined; entry = ready.pop()) {
    sorted.push(entry)
    for (const id of parentsOf(entry)) {
      const left = (children.get(id) ?? 0) - 1
      children.set(id, left)
      if (left === 0) ready.push(byId.get(id) as WalkedCommit)
    }
    if (pace.of(EACH_COMMIT)) yield
  }
  return sorted
}
