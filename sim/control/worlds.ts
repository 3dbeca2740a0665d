import { finished, type Steps } from '../lib/steps.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Clock } from '../time/clock.ts'
import type { Controlled, WorldBeginning } from './controlled.ts'
import { IdleWorlds } from './idle-worlds.ts'
import { json } from './replies.ts'

/** Name of the world that requests reach without naming one. */
export const MAIN_WORLD = 'default'

/** Maximum number of named worlds of a process: each costs little, but what requests create needs a bound. */
export const WORLDS_LIMIT = 10_000

const NAME = /^[A-Za-z0-9][\w.-]{0,62}$/
const BELOW_NAME = /^\/w\/([^/?#]*)(?=[/?#]|$)/

/** The worlds of one process: the one without a name, and the named ones, each at `/w/NAME`. */
export class Worlds<World extends Controlled> {
  readonly #main: World
  readonly #made: (name: string, from: World, beginning: WorldBeginning) => Steps<World>
  readonly #named = new Map<string, World>()
  readonly #automatic: IdleWorlds | undefined

  /**
   * `made` creates a world, as a copy of `from` or seeded as `beginning` says. With `automatic`, a clock of the process
   * that no request sets, a header that names an unknown world creates it.
   */
  constructor(
    main: World,
    made: (name: string, from: World, beginning: WorldBeginning) => Steps<World>,
    automatic?: Clock,
  ) {
    this.#main = main
    this.#made = made
    this.#automatic = automatic && new IdleWorlds(automatic)
  }

  /** The main world, which needs no name. */
  get main(): World {
    return this.#main
  }

  /** Adds a world. Throws a RangeError for an invalid or taken name and for invalid options. */
  create(name: string, beginning: WorldBeginning = {}): World {
    return finished(this.createSteps(name, beginning))
  }

  /** The same step by step: it is there once all are done. */
  *createSteps(name: string, beginning: WorldBeginning = {}): Steps<World> {
    this.#refuse(name)
    const { from, seed, world } = beginning
    if (from !== undefined && (seed !== undefined || world !== undefined))
      throw new RangeError(`a world begins from another one, or with a seed and a world of its own`)
    const source = this.get(from ?? MAIN_WORLD)
    if (source === undefined) throw new RangeError(`there is no world '${from}' to begin from`)
    const created = yield* this.#made(name, source, beginning)
    // Others may have begun worlds meanwhile.
    this.#refuse(name)
    created.journal.relay(this.#main.journal, prefixOf(name))
    this.#named.set(name, created)
    return created
  }

  #refuse(name: string): void {
    if (!NAME.test(name))
      throw new RangeError(
        `world name '${name}' is invalid: use at most 63 letters, digits, dots, underscores and hyphens, a letter or digit first`,
      )
    if (this.get(name) !== undefined) throw new RangeError(`there is a world '${name}' already`)
    if (this.#named.size >= WORLDS_LIMIT) throw new RangeError(`there are ${WORLDS_LIMIT} worlds already`)
  }

  /** A world by its name; `default` is the main world. */
  get(name: string): World | undefined {
    return name === MAIN_WORLD ? this.#main : this.#named.get(name)
  }

  /** False when there is no such named world. */
  delete(name: string): boolean {
    this.#automatic?.forget(name)
    return this.#named.delete(name)
  }

  /** Names and worlds in the order of creation, the main world first. */
  entries(): [name: string, world: World][] {
    return [[MAIN_WORLD, this.#main], ...this.#named]
  }

  /**
   * The world that a request is for, by `/w/NAME` before its path or by the header `X-Forgery-World`, and the request as
   * that world sees it. Undefined for the world without a name; a reply where there is no such world.
   */
  addressed(
    request: PlainRequest,
  ): { readonly world: World; readonly request: PlainRequest } | PlainReply | undefined {
    const inPath = request.url.startsWith('/w/') ? BELOW_NAME.exec(request.url) : null
    const inHeader = request.headers['x-forgery-world']
    if (inPath === null && inHeader === undefined) return undefined
    const rest = inPath === null ? request.url : rooted(request.url.slice(inPath[0].length))
    // The registry of worlds belongs to the process: the header may name a world that does not exist yet.
    if (isRegistry(rest)) return { world: this.#main, request: { ...request, url: rest } }
    const name = inPath?.[1] ?? (inHeader as string)
    if (inHeader !== undefined && inHeader !== name)
      return refused(400, `the path names the world '${name}', the header X-Forgery-World '${inHeader}'`)
    const world = inHeader === undefined ? this.get(name) : this.#got(name)
    if (world === undefined)
      return refused(
        404,
        `there is no world '${name}': POST /_forgery/worlds {"name":${JSON.stringify(name)}} makes it`,
      )
    return 'status' in world ? world : { world, request: { ...request, url: rest } }
  }

  // Begins what a header names first, and counts each use of what began so.
  #got(name: string): World | PlainReply | undefined {
    if (this.#automatic === undefined) return this.get(name)
    for (const idle of this.#automatic.passed(name)) this.#named.delete(idle)
    const known = this.get(name)
    if (known !== undefined) return known
    try {
      const begun = this.create(name, { from: MAIN_WORLD })
      for (const idle of this.#automatic.begun(name)) this.#named.delete(idle)
      return begun
    } catch (error) {
      if (error instanceof RangeError) return refused(400, error.message)
      throw error
    }
  }
}

/** Prefix of the paths of a named world. */
export function prefixOf(name: string): string {
  return `/w/${name}`
}

function rooted(rest: string): string {
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** True for calls about the worlds of the process, whichever world they reach. */
export function isRegistry(url: string): boolean {
  return /^\/_forgery\/worlds(?:[/?#]|$)/.test(url)
}

function refused(status: 400 | 404, error: string): PlainReply {
  return json({ error }, status)
}
