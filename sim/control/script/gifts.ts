import type { Json } from '../../lib/json.ts'
import { type Kind, kindOfField, nounOf } from './nouns.ts'
import type { Pointer, Variable } from './template.ts'

/** A value that a reply gave. */
export interface Gift {
  /** The call whose reply gave it. */
  readonly from: number
  readonly at: Pointer
  /** What it is an id of; undefined for hashes and tokens, which are known by themselves. */
  readonly kind: Kind | undefined
  readonly isText: boolean
  /** Set once somebody uses it. */
  variable: string | undefined
}

/** A value that a reply gave and a later call used. */
export interface Used {
  readonly variable: string
  readonly at: Pointer
}

/** The values that replies gave so far, by what they are: a later call that has one of them got it from there. */
export class Gifts {
  readonly #given = new Map<string, Gift[]>()
  /** What a call named before any reply gave it. */
  readonly #known = new Set<string>()
  readonly #names = new Set<string>()

  /** Takes what the reply to a call gave. `created`: what it is about came into being with it. */
  take(
    from: number,
    body: Json,
    { kind, created }: { readonly kind: Kind | undefined; readonly created: boolean },
  ): void {
    for (const [at, value] of valuesIn(body)) {
      const found = kindOf(at, kind)
      const isText = typeof value === 'string'
      if (found === undefined && !(isText && isDistinct(value) && tells(at))) continue
      const others = this.#given.get(String(value)) ?? []
      const isNew = created && at.length === 1 && /^i?id$/.test(String(at[0]))
      if (!isNew && (this.#known.has(keyOf(value, found)) || others.some((one) => isSame(one.kind, found))))
        continue
      others.push({ from, at, kind: found, isText, variable: undefined })
      this.#given.set(String(value), others)
    }
  }

  /** The variable that stands for a value of a kind; undefined where no reply gave it. */
  use(value: string, kind: Kind | undefined): (Variable & { readonly isText: boolean }) | undefined {
    const gifts = this.#given.get(value) ?? []
    const gift = gifts.findLast((one) => isDistinct(value) || (kind !== undefined && isSame(one.kind, kind)))
    if (gift === undefined) {
      if (kind !== undefined || isDistinct(value)) this.#known.add(keyOf(value, kind))
      return undefined
    }
    gift.variable ??= this.#named(gift)
    return { variable: gift.variable, isText: gift.isText }
  }

  /** What is used of the replies, by the calls that they answer. */
  get used(): ReadonlyMap<number, readonly Used[]> {
    const found = new Map<number, Used[]>()
    for (const { from, at, variable } of [...this.#given.values()].flat())
      if (variable !== undefined) found.set(from, [...(found.get(from) ?? []), { variable, at }])
    return found
  }

  /** A name that nothing else has. */
  name(wanted: string): string {
    let name = wanted
    for (let i = 2; this.#names.has(name); i++) name = `${wanted}_${i}`
    this.#names.add(name)
    return name
  }

  #named({ at, kind }: Gift): string {
    const last = at.findLast((part) => typeof part === 'string') ?? 'value'
    return this.name(kind === undefined ? last.replace(/\W/g, '_').toLowerCase() : `${kind.noun}_${kind.id}`)
  }
}

function isSame(a: Kind | undefined, b: Kind | undefined): boolean {
  return a?.noun === b?.noun && a?.id === b?.id
}

function keyOf(value: string | number, kind: Kind | undefined): string {
  return kind === undefined ? String(value) : `${kind.noun} ${kind.id} ${value}`
}

/** A text that is the same nowhere by chance, and that needs no escaping. */
function isDistinct(value: string): boolean {
  return (
    value.length >= 8 &&
    /^[\w.~-]+$/.test(value) &&
    (value.length >= 20 || /\d/.test(value)) &&
    !/^\d+$/.test(value) &&
    !/^\d{4}-\d\d/.test(value)
  )
}

function tells(at: Pointer): boolean {
  const last = at.findLast((part) => typeof part === 'string')
  return last !== undefined && /(?:^|_)(?:id|ids|sha|token|uuid|commit|head|secret)$/.test(last)
}

// An id in an object that a field holds is of what the field is called.
function kindOf(at: Pointer, top: Kind | undefined): Kind | undefined {
  const names = at.filter((part) => typeof part === 'string')
  const last = names.at(-1)
  if (last !== 'id' && last !== 'iid') return last === undefined ? undefined : kindOfField(last)
  const above = names.at(-2)
  const noun = above === undefined ? top?.noun : nounOf(above)
  return noun === undefined ? undefined : { noun, id: last }
}

const DEEPEST = 4
const MOST_ITEMS = 20

function* valuesIn(value: Json, at: Pointer = []): Generator<readonly [Pointer, string | number]> {
  if (typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))) {
    if (at.length > 0) yield [at, value]
  } else if (at.length < DEEPEST && Array.isArray(value)) {
    for (const [i, item] of value.slice(0, MOST_ITEMS).entries()) yield* valuesIn(item, [...at, i])
  } else if (at.length < DEEPEST && typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* valuesIn(item as Json, [...at, name])
  }
}
