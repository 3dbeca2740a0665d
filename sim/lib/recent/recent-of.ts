import { Recent } from './recent.ts'

/** What was asked for last of each of some objects, up to some weight an object, for as long as the object is there. */
export class RecentOf<Owner extends object, V> {
  readonly #most: number
  readonly #ofOwner = new WeakMap<Owner, Recent<string, V>>()

  constructor(most: number) {
    this.#most = most
  }

  get(owner: Owner, key: string): V | undefined {
    return this.#ofOwner.get(owner)?.get(key)
  }

  add(owner: Owner, key: string, value: V, weight: number): V {
    let recent = this.#ofOwner.get(owner)
    if (recent === undefined) {
      recent = new Recent(this.#most)
      this.#ofOwner.set(owner, recent)
    }
    recent.add(key, value, weight)
    return value
  }
}
