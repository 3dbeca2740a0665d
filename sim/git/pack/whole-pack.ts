import { Pace, type Steps } from '../../lib/steps.ts'
import { GitError } from '../git-error.ts'
import type { GitObject, ObjectStore } from '../objects.ts'
import { checkConnectivity } from './connectivity.ts'
import { nothingKnown, unpack } from './decode.ts'

/** References that are looked at between two steps. */
const MANY = 256

/**
 * The objects that references lead to, of a pack that comes from elsewhere and has to hold them all; `missing` says it of
 * a reference where it does not. Throws a GitError for that, and for a pack that is broken.
 */
export function* objectsBelow(
  refs: Iterable<{ readonly name: string; readonly id: string }>,
  pack: Uint8Array,
  missing: (name: string) => string,
): Steps<ReadonlyMap<string, GitObject>> {
  const sent = yield* unpack(pack, nothingKnown)
  const found = new Set<string>()
  let looked = 0
  for (const { name, id } of refs) {
    if (++looked % MANY === 0) yield
    if ((yield* checkConnectivity(id, { sent, objects: nothing, known: unknown }, found)) === undefined)
      throw new GitError(missing(name))
  }
  const objects = new Map<string, GitObject>()
  const pace = new Pace()
  for (const id of found) {
    const object = sent.get(id) as GitObject
    objects.set(id, object)
    if (pace.after(object.type === 'blob' ? object.bytes.length : 0)) yield
  }
  return objects
}

const nothing: Pick<ObjectStore, 'get'> = { get: () => undefined }

// biome-ignore lint/correctness/useYield: there is nothing to look for.
function* unknown(): Steps<boolean> {
  return false
}
