import { type Link, linksOf } from '../links.ts'
import type { GitObject, ObjectStore, ObjectType } from '../objects.ts'

/** What is new and what was there before. */
export interface ReceivedObjects {
  readonly sent: ReadonlyMap<string, GitObject>
  readonly objects: Pick<ObjectStore, 'get'>
  /** Whether an object that was not sent may be built upon. */
  readonly known: (id: string) => boolean
}

/**
 * The sent objects that belong to a tip, in `found` as well; undefined if anything is missing below it, or is something
 * else than it is named as.
 */
export function checkConnectivity(
  tip: string,
  { sent, objects, known }: ReceivedObjects,
  found: Set<string>,
): ObjectType | undefined {
  const open: Link[] = []
  const first = sent.get(tip) ?? (known(tip) ? objects.get(tip) : undefined)
  if (first === undefined) return undefined
  open.push({ id: tip, type: first.type })
  for (let link = open.pop(); link !== undefined; link = open.pop()) {
    const { id, type } = link
    const object = sent.get(id)
    if (object === undefined) {
      if (!known(id) || objects.get(id)?.type !== type) return undefined
    } else if (object.type !== type) return undefined
    else if (!found.has(id)) {
      found.add(id)
      open.push(...linksOf(object))
    }
  }
  return first.type
}
