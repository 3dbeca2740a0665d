/**
 * What was asked for last, up to some weight. Two generations: when the young one has grown to half of that, it becomes
 * the old one, and what nobody asked for since is gone. So nothing is ever looked for to be thrown out.
 */
export class Recent<K, V> {
  readonly #most: number
  #young = new Map<K, Kept<V>>()
  #old = new Map<K, Kept<V>>()
  #weight = 0

  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old !== undefined) this.add(key, old.value, old.weight)
    return old?.value
  }

  /** Keeps a value, and tells whether it does: one that outweighs all others together is not worth it. */
  add(key: K, value: V, weight: number): boolean {
    if (2 * weight > this.#most) return false
    if (this.#young.has(key)) return true
    if (2 * (this.#weight + weight) > this.#most) {
      this.#old = this.#young
      this.#young = new Map()
      this.#weight = 0
    }
    this.#young.set(key, { value, weight })
    this.#weight += weight
    return true
  }
}

interface Kept<V> {
  readonly value: V
  readonly weight: number
}
