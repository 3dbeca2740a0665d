import type { CallOut } from '../../../lib/outbound.ts'
import type { FetchedRepository } from './external-repository.ts'

type Failure = NonNullable<FetchedRepository['failures']>[number]

/** Calls after which nothing more is asked for; one transaction has a thousand. */
const MOST_CALLS = 900

/** Counts the calls to a host. What is not asked for any longer, or refused, is told. */
export class AskedOneByOne {
  readonly callOut: CallOut
  readonly #unasked = new Map<string, { readonly of: string; readonly count: number }>()
  readonly #refused: Failure[] = []
  #calls = 0

  constructor(callOut: CallOut) {
    this.callOut = (call) => {
      this.#calls++
      return callOut(call)
    }
  }

  /** The answer, or the other value where too much was asked for; `of` names what it belongs to, in the plural. */
  ask<T>(relation: string, of: string, call: () => T, otherwise: T): T {
    if (this.#calls < MOST_CALLS) return call()
    this.miss(relation, of)
    return otherwise
  }

  /** Notes that something is not asked for. */
  miss(relation: string, of: string, more = 1): void {
    const count = (this.#unasked.get(relation)?.count ?? 0) + more
    this.#unasked.set(relation, { of, count })
  }

  /** Notes what cannot be imported. */
  refuse(relation: string, message: string): void {
    this.#refused.push({ relation, message })
  }

  failures(): readonly Failure[] {
    const unasked = [...this.#unasked].map(([relation, { of, count }]) => ({
      relation,
      message: `${of.replace('N', () => `${count}`)} were not asked for`,
    }))
    return [...unasked, ...this.#refused]
  }
}
