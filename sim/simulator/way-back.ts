import type { Past } from '../control/journal.ts'
import type { Snapshot } from '../control/saved/saved-state.ts'

/** How often each fault rule had met a request; undefined where there are none. */
export type Struck = ReadonlyMap<number, number> | undefined

/** Goes back to a moment, for all that a simulator has. */
export type GoBack = (moment: Snapshot, struck: Struck) => void

/** The moment just before a request. The journal keeps a thousand, so each is one object without functions of its own. */
export class WayBack implements Past {
  readonly moment: Snapshot
  readonly released: number
  readonly #struck: Struck
  readonly #goBack: GoBack

  constructor(moment: Snapshot, released: number, struck: Struck, goBack: GoBack) {
    this.moment = moment
    this.released = released
    this.#struck = struck
    this.#goBack = goBack
  }

  rewind(): void {
    this.#goBack(this.moment, this.#struck)
  }
}
