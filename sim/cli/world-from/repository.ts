import { memoryObjects, type ObjectStore } from '../../git/objects.ts'
import { decodePack } from '../../git/pack/decode.ts'
import { encodePack } from '../../git/pack/encode.ts'
import { advertisedRefs, fetchRequest, packIn } from '../../git/remote.ts'
import { base64 } from '../../lib/bytes.ts'
import type { Deployment } from './deployment.ts'

/** A repository as a description has it, and what it holds. */
export interface FetchedRepository {
  readonly objects: ObjectStore
  /** Ids of all objects, in order. */
  readonly ids: readonly string[]
  /** Branch or tag to the id of what it points at. */
  readonly branches: { readonly [name: string]: string }
  readonly tags: readonly { readonly name: string; readonly commit: string }[]
}

const wanted = /^refs\/(?:heads|tags)\/|^refs\/merge-requests\/\d+\/head$/

/** Fetches branches, tags and heads of merge requests; undefined for a repository that is empty or hidden. */
export async function fetchedRepository(
  deployment: Deployment,
  project: string,
): Promise<FetchedRepository | undefined> {
  const told = await deployment.git(project, '/info/refs?service=git-upload-pack')
  const refs = advertisedRefs(told, (name) => wanted.test(name))
  if (refs.length === 0) return undefined
  const reply = await deployment.git(project, '/git-upload-pack', fetchRequest(refs))
  const objects = memoryObjects()
  const ids = [...decodePack(packIn(reply)).values()].map((object) => objects.put(object))
  const below = (start: string) =>
    refs
      .filter(({ name }) => name.startsWith(start))
      .map(({ name, id }) => [name.slice(start.length), id] as const)
  return {
    objects,
    ids: [...new Set(ids)].sort(),
    branches: Object.fromEntries(below('refs/heads/')),
    tags: below('refs/tags/').map(([name, commit]) => ({ name, commit })),
  }
}

/** All objects as one pack, in base64; the same for the same objects. */
export function packText({ objects, ids }: Pick<FetchedRepository, 'objects' | 'ids'>): string {
  return base64(encodePack(objects, ids))
}
