import { type Json, type Parsed, parseJson } from '../json.ts'
import type { Steps } from '../steps.ts'
import { endOfQuoted, type JsonBounds, JsonScan } from './json-scan.ts'

/** UTF-16 units that are parsed at once. */
const PIECE = 128 * 1024

const unbounded: JsonBounds = { depth: Number.POSITIVE_INFINITY, count: Number.POSITIVE_INFINITY }

/**
 * Parses JSON of many megabytes step by step, to what `parseJson` makes of it: the platform parses the members of long
 * arrays and objects, several at once.
 */
export function* parseLongJson(text: string, bounds: JsonBounds, piece: number = PIECE): Steps<Parsed> {
  if (text.length <= piece) return parseJson(text, bounds)
  const scan = new JsonScan(text, bounds, piece)
  for (let until = piece; !scan.goOn(until); until += piece) yield
  if (scan.broken !== undefined) return { ok: false, above: scan.broken }
  if (!scan.isClosed) return { ok: false }
  const long = new LongJson(text, scan.ends, piece, bounds.names)
  const value = yield* long.read(0, text.length)
  if (value !== undefined) return { ok: true, value }
  return long.isTooWide ? { ok: false, above: 'names' } : { ok: false }
}

/** A member of a long array or object: where it begins and ends, and the long value within it. */
interface Member {
  readonly begin: number
  readonly end: number
  readonly long: number | undefined
}

class LongJson {
  readonly #text: string
  readonly #ends: ReadonlyMap<number, number>
  readonly #piece: number
  readonly #most: number
  isTooWide = false

  constructor(
    text: string,
    ends: ReadonlyMap<number, number>,
    piece: number,
    most: number = Number.POSITIVE_INFINITY,
  ) {
    this.#text = text
    this.#ends = ends
    this.#piece = piece
    this.#most = most
  }

  /** The only value between two places; undefined where it is none. */
  *read(from: number, to: number): Steps<Json | undefined> {
    const begin = this.#pastBlank(from)
    const end = this.#ends.get(begin)
    if (end === undefined) return this.#short(this.#text.slice(from, to))
    if (this.#pastBlank(end + 1) < to) return undefined
    const opening = this.#text.charAt(begin)
    if (this.#text.charAt(end) !== (opening === '[' ? ']' : '}')) return undefined
    if (this.#pastBlank(begin + 1) === end) return opening === '[' ? [] : {}
    return opening === '[' ? yield* this.#array(begin, end) : yield* this.#object(begin, end)
  }

  *#array(begin: number, end: number): Steps<Json | undefined> {
    const items: Json[] = []
    for (const [{ begin: from, long }, to] of this.#batches(begin, end)) {
      yield
      if (this.#pastBlank(from) >= to) return undefined
      if (long === undefined) {
        const some = this.#short(`[${this.#text.slice(from, to)}]`)
        if (!Array.isArray(some)) return undefined
        for (const item of some) items.push(item)
      } else {
        const item = this.#pastBlank(from) === long ? yield* this.read(long, to) : undefined
        if (item === undefined) return undefined
        items.push(item)
      }
    }
    return items
  }

  *#object(begin: number, end: number): Steps<Json | undefined> {
    const whole: { [name: string]: Json } = {}
    let names = 0
    for (const [{ begin: from, long }, to] of this.#batches(begin, end)) {
      yield
      if (this.#pastBlank(from) >= to) return undefined
      // A name is read with a short value, and dropped like that of a short one.
      const text = long === undefined ? this.#text.slice(from, to) : `${this.#text.slice(from, long)} 0`
      const some = this.#short(`{${text}}`)
      if (some === undefined) return undefined
      const value = long === undefined ? undefined : yield* this.read(long, to)
      if (long !== undefined && value === undefined) return undefined
      const members = Object.entries(some as object)
      names += members.length
      this.isTooWide ||= names > this.#most
      if (this.isTooWide) return undefined
      for (const [name, short] of members) whole[name] = value ?? short
    }
    return whole
  }

  /** Members that are parsed at once: as many short ones as make a piece, or a long one. With the place where they end. */
  *#batches(begin: number, end: number): Generator<readonly [first: Member, end: number]> {
    let first: Member | undefined
    let last = begin
    for (const member of this.#members(begin, end)) {
      const isFull =
        first !== undefined && (member.long !== undefined || member.end - first.begin > this.#piece)
      if (first !== undefined && isFull) {
        yield [first, last]
        first = undefined
      }
      first ??= member
      last = member.end
      if (member.long === undefined) continue
      yield [member, last]
      first = undefined
    }
    if (first !== undefined) yield [first, last]
  }

  *#members(open: number, close: number): Generator<Member> {
    const text = this.#text
    let begin = open + 1
    let long: number | undefined
    let depth = 0
    for (let i = begin; i <= close; i++) {
      const c = text.charCodeAt(i)
      if (i === close || (c === 44 && depth === 0)) {
        yield { begin, end: i, long }
        begin = i + 1
        long = undefined
      } else if (c === 34) i = endOfQuoted(text, i)
      else if (c === 93 || c === 125) depth--
      else if (c === 91 || c === 123) {
        const end = depth === 0 ? this.#ends.get(i) : undefined
        if (end === undefined) depth++
        else {
          long = i
          i = end
        }
      }
    }
  }

  #short(text: string): Json | undefined {
    const parsed = parseJson(text, unbounded)
    return parsed.ok ? parsed.value : undefined
  }

  #pastBlank(from: number): number {
    let at = from
    while (BLANK.includes(this.#text.charCodeAt(at))) at++
    return at
  }
}

const BLANK: readonly number[] = [0x20, 0x09, 0x0a, 0x0d]
