import type { NumberedIds } from '../objects.ts'
import { IdTable } from './id-table.ts'
import { Numbers } from './numbers.ts'

/** Ids in an order: what a pack is made of. */
export interface Ids {
  readonly length: number
  at(place: number): string | undefined
}

const LEFT_OUT = 1
const LISTED = 2

/**
 * Ids in the order in which they were met, without those that are left out: as numbers of a table, since a text for each
 * would take several times as much memory.
 */
export class IdList implements Ids, Iterable<string> {
  readonly #known: NumberedIds | undefined
  /** How many numbers are of known ids. Those of others follow. */
  readonly #knownCount: number
  readonly #others: IdTable
  readonly #listed: Numbers
  /** By number of the id; 0 where it was named and not met. */
  #marks: Uint8Array

  /** Room for so many ids at first. Those that are `known` keep their numbers, and are not held once more. */
  constructor(expected: number, known?: NumberedIds) {
    this.#known = known
    this.#knownCount = known?.size ?? 0
    this.#others = new IdTable(known === undefined ? expected : 0)
    this.#listed = new Numbers(expected)
    this.#marks = new Uint8Array(Math.max(expected, this.#knownCount))
  }

  get length(): number {
    return this.#listed.length
  }

  at(place: number): string | undefined {
    return place < this.#listed.length ? this.id(this.#listed.at(place)) : undefined
  }

  *[Symbol.iterator](): Generator<string> {
    for (let place = 0; place < this.#listed.length; place++) yield this.id(this.#listed.at(place))
  }

  has(id: string): boolean {
    let number = this.#known?.find(id)
    if (number === undefined) {
      const other = this.#others.find(id)
      if (other === undefined) return false
      number = this.#knownCount + other
    }
    return this.#marks[number] === LISTED
  }

  /** Lists an id, unless it was met before. */
  add(id: string): void {
    this.meet(this.numberOf(id), true)
  }

  /** The number of an id, which may never be met. */
  numberOf(id: string): number {
    return this.#known?.find(id) ?? this.#knownCount + this.#others.internText(id)
  }

  /** The same of the id that stands in these bytes. */
  numberAt(bytes: Uint8Array, at: number): number {
    return this.#known?.findAt(bytes, at) ?? this.#knownCount + this.#others.intern(bytes, at)
  }

  id(number: number): string {
    const other = number - this.#knownCount
    return other < 0 ? (this.#known as NumberedIds).id(number) : this.#others.id(other)
  }

  isMet(number: number): boolean {
    return (this.#marks[number] ?? 0) !== 0
  }

  /** Lists the id of a number, or leaves it out; false where it was met before. */
  meet(number: number, isListed: boolean): boolean {
    if (this.isMet(number)) return false
    if (number >= this.#marks.length) {
      const larger = new Uint8Array(2 * number + 1)
      larger.set(this.#marks)
      this.#marks = larger
    }
    this.#marks[number] = isListed ? LISTED : LEFT_OUT
    if (isListed) this.#listed.push(number)
    return true
  }
}
