import type { Steps } from '../../lib/steps.ts'
import { type Link, linksOf } from '../links.ts'
import { type GitObject, type ObjectStore, type ObjectType, typeOf } from '../objects.ts'

/** What is new and what was there before. */
export interface ReceivedObjects {
  readonly sent: Pick<ReadonlyMap<string, GitObject>, 'get'>
  readonly objects: Pick<ObjectStore, 'get' | 'stored'>
  /** Whether an object that was not sent may be built upon. */
  readonly known: (id: string) => Steps<boolean>
}

/** Objects that are looked at between two steps. */
const STEP = 256

/**
 * The type of a tip; undefined if anything is missing below it, or is something else than it is named as. Adds the sent
 * objects that belong to it to `found`, below which nothing is missing.
 */
export function* checkConnectivity(
  tip: string,
  { sent, objects, known }: ReceivedObjects,
  found: Set<string>,
): Steps<ObjectType | undefined> {
  const open: Link[] = []
  const fresh = new Set<string>()
  const first = sent.get(tip)?.type ?? ((yield* known(tip)) ? typeOf(objects, tip) : undefined)
  if (first === undefined) return undefined
  open.push({ id: tip, type: first })
  for (let link = open.pop(); link !== undefined; link = open.pop()) {
    const { id, type } = link
    const object = sent.get(id)
    if (object === undefined) {
      if (!(yield* known(id)) || typeOf(objects, id) !== type) return undefined
    } else if (object.type !== type) return undefined
    else if (!found.has(id) && !fresh.has(id)) {
      fresh.add(id)
      for (const below of linksOf(object)) open.push(below)
      if (fresh.size % STEP === 0) yield
    }
  }
  for (const id of fresh) found.add(id)
  return first
}
