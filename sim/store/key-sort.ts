import { compareParts, type Key, type KeyPart } from './key.ts'

/** Parts of which no more are distinct are told by their places among these. */
const MOST_DISTINCT = 1024

/**
 * Sorts keys column by column, from the last one on, each time leaving equal parts as they are. Where few parts are
 * distinct, such as projects and states, their rows are dealt out without a comparison, and the rest are compared as
 * numbers or as texts that stand side by side. All keys have as many parts, and what stands at one place is of one type
 * where many are distinct.
 */
export class KeyColumns {
  readonly #columns: Column[] = []
  #count = 0

  /** False where a key is of another kind than those before. */
  add(key: Key): boolean {
    const { length } = key
    if (this.#count === 0) for (let i = 0; i < length; i++) this.#columns.push(new Column())
    if (length !== this.#columns.length) return false
    for (let i = 0; i < length; i++) if (!(this.#columns[i] as Column).add(key[i] as KeyPart)) return false
    this.#count++
    return true
  }

  /** The numbers of the keys, from 0 in the order in which they were added, in their order. */
  order(): Uint32Array {
    const order = new Uint32Array(this.#count)
    for (let i = 0; i < order.length; i++) order[i] = i
    const moved = new Uint32Array(order.length)
    for (const column of this.#columns.reverse()) column.sort(order, moved)
    return order
  }
}

/** What keys have at one place, by their numbers. */
class Column {
  /** The distinct parts, by their codes in the order in which they came, while they are few. */
  #codeOf: Map<KeyPart, number> | undefined = new Map()
  #codes: number[] = []
  #parts: KeyPart[] = []

  /** False for one of another type, where too many are distinct. */
  add(part: KeyPart): boolean {
    const codes = this.#codeOf
    if (codes === undefined) {
      this.#parts.push(part)
      return typeof part === typeof this.#parts[0]
    }
    let code = codes.get(part)
    if (code === undefined) {
      code = codes.size
      codes.set(part, code)
    }
    this.#codes.push(code)
    return codes.size <= MOST_DISTINCT || this.#uncode(codes)
  }

  #uncode(codes: ReadonlyMap<KeyPart, number>): boolean {
    const distinct = [...codes.keys()]
    this.#parts = this.#codes.map((code) => distinct[code] as KeyPart)
    this.#codeOf = undefined
    this.#codes = []
    return distinct.every((part) => typeof part === typeof distinct[0])
  }

  sort(order: Uint32Array, moved: Uint32Array): void {
    if (this.#codeOf !== undefined) deal(order, moved, this.#codes, this.#codeOf)
    else if (typeof this.#parts[0] === 'number') sortNumbers(order, new Float64Array(this.#parts as number[]))
    else sortTexts(order, this.#parts as string[])
  }
}

// Puts together what has the same code, in the order of the parts that these stand for.
function deal(
  order: Uint32Array,
  moved: Uint32Array,
  codes: readonly number[],
  codeOf: ReadonlyMap<KeyPart, number>,
): void {
  if (codeOf.size < 2) return
  const next = new Uint32Array(codeOf.size)
  for (let i = 0; i < codes.length; i++) (next[codes[i] as number] as number)++
  let start = 0
  for (const part of [...codeOf.keys()].sort(compareParts)) {
    const code = codeOf.get(part) as number
    const count = next[code] as number
    next[code] = start
    start += count
  }
  for (let i = 0; i < order.length; i++) {
    const own = order[i] as number
    const code = codes[own] as number
    const at = next[code] as number
    moved[at] = own
    next[code] = at + 1
  }
  order.set(moved)
}

// One function for each: an engine compares sooner what is always of one type.
function sortNumbers(order: Uint32Array, parts: Float64Array): void {
  order.sort((one, other) => (parts[one] as number) - (parts[other] as number))
}

function sortTexts(order: Uint32Array, parts: readonly string[]): void {
  order.sort((one, other) => {
    const [a, b] = [parts[one] as string, parts[other] as string]
    return a < b ? -1 : a > b ? 1 : 0
  })
}
