import type { Step } from './row-steps.ts'

/** What was read of a row: a column, and of one that is an object what stands in it. */
interface Read {
  readonly column: string
  readonly value: unknown
  readonly names: string[]
  readonly values: unknown[]
}

/** What memoized fields showed of rows that had the same where they looked. */
interface Variant {
  readonly reads: readonly Read[]
  readonly texts: readonly string[]
}

type Columns = { readonly [name: string]: unknown }

/** As many ways of showing rows under the same conditions, and as many conditions. */
const MOST_VARIANTS = 8
const MOST_CONDITIONS = 100

/** One that is not known costs as much as so many rows, so of so many rows one is learnt; and some at once. */
const COST = 32
const MOST_CREDIT = 16 * COST

/**
 * Texts of memoized fields that stand beside one another. They follow from columns of the row alone, and rows differ in
 * few of these. So while they are written it is noted what is read; a row that has the same there has the same texts.
 */
export class MemoizedTexts<Row, View> {
  readonly #runs: readonly (readonly Step<Row, View>[])[]
  /** The conditions of all fields, each with its bit. */
  readonly conditions: readonly Step<Row, View>[]
  readonly #mask: number
  readonly #variants = new Map<number, Variant[]>()
  #credit = MOST_CREDIT

  constructor(runs: readonly (readonly Step<Row, View>[])[]) {
    this.#runs = runs
    const conditions = new Map(runs.flat().flatMap((step) => (step.bit === 0 ? [] : [[step.bit, step]])))
    this.conditions = [...conditions.values()]
    this.#mask = this.conditions.reduce((mask, { bit }) => mask | bit, 0)
  }

  /** The text of each run of fields, without the comma before it; undefined where that has to be written field by field. */
  of(row: Row, holding: number): readonly string[] | undefined {
    if (this.#credit < MOST_CREDIT) this.#credit++
    const holds = holding & this.#mask
    const variants = this.#variants.get(holds)
    if (variants !== undefined)
      for (let i = 0; i < variants.length; i++) {
        const variant = variants[i] as Variant
        if (!isAlike(row as Columns, variant.reads)) continue
        if (i > 0) {
          variants.splice(i, 1)
          variants.unshift(variant)
        }
        return variant.texts
      }
    return this.#credit < COST ? undefined : this.#learn(row, holds, variants ?? [])
  }

  #learn(row: Row, holds: number, variants: Variant[]): readonly string[] {
    this.#credit -= COST
    const reads = new Map<string, Read>()
    const traced = tracedRow(row as Columns, reads) as Row
    const texts = this.#runs.map((run) =>
      run
        .filter(({ when, bit, isNot }) => when === undefined || ((holds & bit) !== 0) !== isNot)
        .map((step) => step.text(traced, NO_VIEW as View))
        .join('')
        .slice(1),
    )
    if (variants.length >= MOST_VARIANTS) variants.pop()
    variants.unshift({ reads: [...reads.values()], texts })
    if (this.#variants.size >= MOST_CONDITIONS) this.#variants.clear()
    this.#variants.set(holds, variants)
    return texts
  }
}

function isAlike(row: Columns, reads: readonly Read[]): boolean {
  for (let i = 0; i < reads.length; i++) {
    const { column, value, names, values } = reads[i] as Read
    const own = row[column]
    if (own === value) continue
    if (names.length === 0 || typeof own !== 'object' || own === null) return false
    for (let k = 0; k < names.length; k++)
      if ((own as Columns)[names[k] as string] !== values[k]) return false
  }
  return true
}

function refuse(): never {
  throw new Error('a memoized field reads columns of its row by their names, and nothing else')
}

const NO_VIEW = new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse })

/** A row that notes what is read of it, down to what stands in a column. */
function tracedRow(row: Columns, reads: Map<string, Read>): Columns {
  return tracing(row, (column, value) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const read = reads.get(column) ?? { column, value, names: [], values: [] }
    reads.set(column, read)
    if (!isObject) return value
    return tracing(value as Columns, (name, inner) => {
      if (!read.names.includes(name)) {
        read.names.push(name)
        read.values.push(inner)
      }
      return inner
    })
  })
}

// Of another object: what is frozen could not be stood for.
function tracing(target: Columns, noted: (name: string, value: unknown) => unknown): Columns {
  const get = (_: object, name: string | symbol) =>
    typeof name === 'symbol' ? refuse() : noted(name, target[name])
  return new Proxy({}, { get, has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse })
}
