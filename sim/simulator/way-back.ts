import type { Past } from '../control/journal.ts'
import type { Snapshot } from '../control/saved/saved-state.ts'
import type { World } from '../model/world.ts'
import type { Kept } from '../store/kept.ts'

/** How often each fault rule had met a request; undefined where there are none. */
export type Struck = ReadonlyMap<number, number> | undefined

/** A snapshot whose world is made when somebody asks. */
interface KeptMoment extends Omit<Snapshot, 'world'> {
  readonly world: Kept<World>
}

/** Goes back to a moment, for all that a simulator has. */
export type GoBack = (moment: Snapshot, struck: Struck) => void

/** The moment just before a request. The journal keeps a thousand, so each is one object without functions of its own. */
export class WayBack implements Past {
  readonly released: number
  readonly #moment: KeptMoment
  readonly #struck: Struck
  readonly #goBack: GoBack

  constructor(moment: KeptMoment, released: number, struck: Struck, goBack: GoBack) {
    this.#moment = moment
    this.released = released
    this.#struck = struck
    this.#goBack = goBack
  }

  get moment(): Snapshot {
    const { world, clock, requests } = this.#moment
    return { world: world.version, clock, requests }
  }

  rewind(): void {
    this.#goBack(this.moment, this.#struck)
  }
}
