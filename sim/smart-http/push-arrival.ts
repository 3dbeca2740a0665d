import type { GitObject, ObjectType } from '../git/objects.ts'
import { checkConnectivity } from '../git/pack/connectivity.ts'
import { decodePack } from '../git/pack/pack.ts'
import { Reachable } from '../git/pack/reachable.ts'
import { objectsOf, repositoryOf } from '../model/repository/repository.ts'
import type { PushRequest } from './push-request.ts'
import type { Session } from './service.ts'

/** The objects of a push, not yet stored. */
export interface PushArrival {
  /** Type of a new tip; undefined when an object that it needs is missing. */
  typeOf(tip: string): ObjectType | undefined
  /** Stores the objects that the tips given to `typeOf` need, and no others. */
  store(): void
  /** Contents of the blobs that it stores. */
  blobs(): Generator<Uint8Array>
  /** Size of what was sent, in bytes. */
  readonly size: number
}

/**
 * Unpacks a push. Objects are stored for all projects together, so an object that was not sent counts as present only if
 * it is reachable from this project's references. Throws a GitError.
 */
export function unpackPush({ world, project }: Session, { changes, pack }: PushRequest): PushArrival {
  const objects = objectsOf(world)
  const tips = repositoryOf(world, project)
    .refs.list('refs/')
    .map(({ id }) => id)
  const reachable = new Reachable(objects, tips)
  const known = (id: string) => reachable.has(id)
  const get = (id: string) => (known(id) ? objects.get(id) : undefined)
  const sends = changes.some(({ to }) => to !== undefined) && pack.length > 0
  const sent: ReadonlyMap<string, GitObject> = sends ? decodePack(pack, { get }) : new Map()
  const needed = new Set<string>()
  return {
    typeOf: (tip) => checkConnectivity(tip, { sent, objects, known }, needed),
    store() {
      for (const id of needed) objects.put(sent.get(id) as GitObject)
    },
    *blobs() {
      for (const id of needed) {
        const object = sent.get(id)
        if (object?.type === 'blob') yield object.bytes
      }
    },
    size: pack.length,
  }
}
