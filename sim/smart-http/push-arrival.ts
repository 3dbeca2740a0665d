import { GitError } from '../git/git-error.ts'
import type { Link } from '../git/links.ts'
import type { ObjectType } from '../git/objects.ts'
import { typeOf } from '../git/objects.ts'
import { checkConnectivity } from '../git/pack/connectivity.ts'
import { unpack } from '../git/pack/pack.ts'
import { Reachable } from '../git/pack/reachable.ts'
import { noObjects } from '../git/pack/unpacked.ts'
import { ObjectsBelow, ownBytes } from '../git/pack/whole-pack.ts'
import type { Steps } from '../lib/steps.ts'
import type { Project } from '../model/projects/project.ts'
import { storePack, storePacked } from '../model/repository/packed-objects.ts'
import { objectsOf, repositoryOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'
import type { PushRequest } from './push-request.ts'

/** Where a push goes. */
interface Place {
  readonly world: World
  readonly project: Project
}

/** The objects of a push, not yet stored. */
export interface PushArrival {
  /** Type of a new tip; undefined when an object that it needs is missing. */
  typeOf(tip: string): ObjectType | undefined
  /** Stores the objects that the new tips need, and no others. */
  store(world: World): void
  /** Contents of those blobs that it stores and that stand for large files. */
  pointers(): Generator<Uint8Array>
  /** Size of what was sent, in bytes. */
  readonly size: number
}

/** A push that was unpacked before its turn came, or why it cannot be. */
export interface PreparedPush {
  readonly arrival: PushArrival | GitError
  /** Whether the project still has the references that it was unpacked for. */
  fits(world: World): boolean
}

/** Unpacks a push ahead, step by step, to the point where only the world's say is missing. */
export function* preparePush(session: Place, request: PushRequest): Steps<PreparedPush> {
  const tips = tipsOf(session).join()
  const { project } = session
  const fits = (world: World) => tipsOf({ world, project }).join() === tips
  try {
    return { arrival: yield* unpackPush(session, request), fits }
  } catch (error) {
    if (error instanceof GitError) return { arrival: error, fits }
    throw error
  }
}

function tipsOf({ world, project }: Place): string[] {
  const refs = repositoryOf(world, project).refs.list('refs/')
  return refs.map(({ id }) => id)
}

/**
 * Unpacks a push, step by step. Objects are stored for all projects together, so an object that was not sent counts as
 * present only if it is reachable from this project's references. Throws a GitError.
 */
export function* unpackPush({ world, project }: Place, { changes, pack }: PushRequest): Steps<PushArrival> {
  const objects = objectsOf(world)
  const reachable = new Reachable(objects, tipsOf({ world, project }))
  const known = (id: string) => reachable.finds(id)
  function* base(id: string) {
    return (yield* known(id)) ? objects.get(id) : undefined
  }
  function* present({ id, type }: Link) {
    return (yield* known(id)) && typeOf(objects, id) === type
  }
  const tips = new Set(changes.flatMap(({ to }) => to ?? []))
  const sent = tips.size > 0 && pack.length > 0 ? yield* unpack(ownBytes(pack), base) : noObjects
  const types = new Map<string, ObjectType | undefined>()
  const needed = new Set<string>()
  const isWhole = yield* sent.isWhole(present)
  for (const tip of tips) {
    // Where nothing is missing, nothing needs to be followed.
    const type = isWhole ? sent.typeOf(tip) : undefined
    types.set(tip, type ?? (yield* checkConnectivity(tip, { sent, objects, known }, needed)))
  }
  const isAll = isWhole && sent.isReachedFrom(tips)
  if (isWhole && !isAll)
    for (const tip of tips) yield* checkConnectivity(tip, { sent, objects, known }, needed)
  return {
    typeOf: (tip) => types.get(tip),
    store(into) {
      if (isAll) storePack(into, sent)
      else storePacked(into, new ObjectsBelow(sent, needed).stored())
    },
    *pointers() {
      for (const [id, content] of sent.pointers()) if (isAll || needed.has(id)) yield content
    },
    size: pack.length,
  }
}
