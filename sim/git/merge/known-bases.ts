import { Recent } from '../../lib/recent/recent.ts'
import type { ObjectStore } from '../objects.ts'
import { readOutline } from '../outline.ts'

// What is behind a commit never changes, so it is remembered for all repositories, up to so many characters of ids.
const MOST = 2 * 1024 * 1024
const bases = new Recent<string, string | null>(MOST)

/** The only best common ancestor of two commits; null for unrelated ones, undefined where it is not known or there are several. */
export function knownBase(one: string, other: string): string | null | undefined {
  return one === other ? one : bases.get(pairOf(one, other))
}

export function keepBase(one: string, other: string, base: string | null): void {
  const pair = pairOf(one, other)
  bases.add(pair, base, pair.length)
}

function pairOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

/** So many commits of a branch are looked at for one of which it is known: first a few on each side, and then more. */
const FEW_STEPS = 4
const MOST_STEPS = 64
/** Of so many of the latest ones it is asked what follows from the other branch. */
const LATEST = 4

/**
 * The same, where it follows from what is known of earlier commits of one of both branches, or of both. A branch mostly
 * moves by a few commits, and a walk through what lies behind it would be taken again each time.
 */
export function inheritedBase(objects: ObjectStore, one: string, other: string): string | null | undefined {
  const steps = { most: FEW_STEPS, latest: 0 }
  const soon = inheritedFrom(objects, one, other, steps) ?? inheritedFrom(objects, other, one, steps)
  return soon ?? inheritedFrom(objects, one, other, { most: MOST_STEPS, latest: LATEST })
}

function inheritedFrom(
  objects: ObjectStore,
  one: string,
  tip: string,
  { most, latest }: { readonly most: number; readonly latest: number },
): string | null | undefined {
  let left = most
  const baseWith = (id: string, below: number): string | null | undefined => {
    const known = knownBase(one, id)
    if (known !== undefined || left-- <= 0) return known
    const base =
      ofParents(id, below) ??
      (below < latest ? inheritedFrom(objects, id, one, { most, latest: 0 }) : undefined)
    if (base !== undefined) keepBase(one, id, base)
    return base
  }
  const ofParents = (id: string, below: number): string | null | undefined => {
    const found = new Set<string>()
    // A commit is behind `one` at most where all its parents are.
    let mayBeBehind = true
    for (const parent of readOutline(objects, id).parents) {
      const base = baseWith(parent, below + 1)
      if (base === undefined) return undefined
      if (base !== null) found.add(base)
      if (base !== parent) mayBeBehind = false
    }
    if (mayBeBehind || found.size > 1) return undefined
    const [base = null] = found
    return base
  }
  return baseWith(tip, 0)
}

const ancestries = new Recent<string, boolean>(MOST)

/** Whether one commit is behind another, if that is known. */
export function knownAncestry(ancestor: string, id: string): boolean | undefined {
  const base = knownBase(ancestor, id)
  return base === undefined ? ancestries.get(`${ancestor} ${id}`) : base === ancestor
}

export function keepAncestry(ancestor: string, id: string, isBehind: boolean): void {
  if (isBehind) keepBase(ancestor, id, ancestor)
  else ancestries.add(`${ancestor} ${id}`, false, ancestor.length + id.length)
}

/** The same, where it follows from what `isBehind` knows of earlier commits of the branch. */
export function inheritedAncestry(
  objects: ObjectStore,
  tip: string,
  isBehind: (id: string) => boolean | undefined,
): boolean | undefined {
  let left = MOST_STEPS
  // A commit is behind another one where it is behind a parent of that.
  const follows = (id: string): boolean | undefined => {
    const known = isBehind(id)
    if (known !== undefined || left-- <= 0) return known
    let isSure = true
    for (const parent of readOutline(objects, id).parents) {
      const found = follows(parent)
      if (found) return true
      if (found === undefined) isSure = false
    }
    return isSure ? false : undefined
  }
  return follows(tip)
}
