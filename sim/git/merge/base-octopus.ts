import type { ObjectStore } from '../objects.ts'
import { isAncestor, mergeBases } from './base.ts'

/** The best common ancestor of all of these commits, as git merge-base --octopus picks it; undefined without one. */
export function octopusBase(objects: ObjectStore, [first, ...others]: readonly string[]): string | undefined {
  let bases = first === undefined ? [] : [first]
  for (const id of others) bases = bases.flatMap((base) => mergeBases(objects, id, base))
  const candidates = [...new Set(bases)]
  return candidates.find((id) => !candidates.some((other) => other !== id && isAncestor(objects, id, other)))
}
