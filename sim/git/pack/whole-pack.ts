import type { Steps } from '../../lib/steps.ts'
import { GitError } from '../git-error.ts'
import { type GitObject, memoryObjects, type ObjectStore, type ObjectType, type Stored } from '../objects.ts'
import { checkConnectivity } from './connectivity.ts'
import { nothingKnown, unpack } from './decode.ts'
import { noObjects, type Unpacked } from './unpacked.ts'

/** What some references lead to, of the objects of a pack. They stay where they stand. */
export class ObjectsBelow {
  readonly sent: Unpacked
  /** Undefined where they are all objects of the pack. */
  readonly #ids: ReadonlySet<string> | undefined

  constructor(sent: Unpacked, ids?: ReadonlySet<string>) {
    this.sent = sent
    this.#ids = ids
  }

  get areAll(): boolean {
    return this.#ids === undefined
  }

  get size(): number {
    return this.#ids?.size ?? [...this.sent.ids()].length
  }

  #has(id: string): boolean {
    return this.#ids === undefined || this.#ids.has(id)
  }

  get(id: string): GitObject | undefined {
    return this.#has(id) ? this.sent.get(id) : undefined
  }

  typeOf(id: string): ObjectType | undefined {
    return this.#has(id) ? this.sent.typeOf(id) : undefined
  }

  /** All ids with where their objects stand. */
  *stored(): Generator<readonly [id: string, stored: Stored]> {
    if (this.#ids === undefined) yield* this.sent.ids()
    else
      for (const id of this.#ids) {
        const stored = this.sent.stored(id)
        if (stored !== undefined) yield [id, stored]
      }
  }

  /** A store that has them, and keeps what else is put into it apart. */
  store(): ObjectStore {
    const more = memoryObjects()
    const stored = (id: string) => (this.#has(id) ? this.sent.stored(id) : undefined)
    return { get: (id) => this.get(id) ?? more.get(id), put: (object) => more.put(object), stored }
  }

  *values(): Generator<GitObject> {
    for (const [, { pack, entry }] of this.stored()) yield pack.object(entry)
  }
}

/** Where nothing was sent. */
export const nothingBelow = new ObjectsBelow(noObjects)

/**
 * The objects that references lead to, of a pack that comes from elsewhere and has to hold them all; `missing` says it of
 * a reference where it does not. Throws a GitError for that, and for a pack that is broken.
 */
export function* objectsBelow(
  refs: readonly { readonly name: string; readonly id: string }[],
  pack: Uint8Array,
  missing: (name: string) => string,
): Steps<ObjectsBelow> {
  const sent = yield* unpack(ownBytes(pack), nothingKnown)
  const tips = new Set(refs.map(({ id }) => id))
  // Where nothing is missing, nothing needs to be followed.
  const isWhole = (yield* sent.isWhole(absent)) && refs.every(({ id }) => sent.typeOf(id) !== undefined)
  if (isWhole && sent.isReachedFrom(tips)) return new ObjectsBelow(sent)
  const found = new Set<string>()
  for (const [i, { name, id }] of refs.entries()) {
    if (i % MANY === MANY - 1) yield
    if ((yield* checkConnectivity(id, { sent, objects: nothing, known: absent }, found)) === undefined)
      throw new GitError(missing(name))
  }
  return new ObjectsBelow(sent, found)
}

/** References that are looked at between two steps. */
const MANY = 256

const nothing: Pick<ObjectStore, 'get'> = { get: () => undefined }

// biome-ignore lint/correctness/useYield: there is nothing to look for.
function* absent(): Steps<boolean> {
  return false
}

/** Below it a pack is copied, so that it keeps nothing alive but itself and nobody else changes it. */
const SMALL = 1024 * 1024

/** The bytes of a pack that is to be kept: copied where a much larger answer or file would be kept with them. */
export function ownBytes(pack: Uint8Array): Uint8Array {
  return pack.length < SMALL || 2 * pack.length < pack.buffer.byteLength ? pack.slice() : pack
}
