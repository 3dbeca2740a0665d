import { finished, Pace, type Steps } from '../lib/steps.ts'
import { partOf } from './id-bits.ts'
import { type IdSet, Ids, NO_IDS } from './id-set.ts'
import { inAll, inAny } from './id-sets.ts'
import { countOf } from './id-walks.ts'
import { LONGEST_WORD, type Piece, SHORTEST_PIECE, wordsOf } from './pieces.ts'
import type { RowId } from './row.ts'

/** The texts of a row in which a search may look, at most five. */
export type Texts<Row> = (row: Row) => readonly (string | null)[]

/** Pieces of words that a row has: in one and the same of some of its texts, or wherever they are. */
export interface Sought {
  readonly pieces: readonly Piece[]
  readonly inOneOf?: readonly number[] | undefined
}

/** Characters of a text that are listed; a row that has more is always a candidate. */
const LISTED = 64 * 1024
/** What a character costs that is listed, beside one that is only read. */
const COST = 8
/** A row with a bit for each of its texts that has a word is one number. */
const TEXTS = 5
const ROOM = 2 ** TEXTS
/** The places of all texts of a row. */
export const EVERY_TEXT: readonly number[] = Array.from({ length: TEXTS }, (_, text) => text)

/** Where a word is: in one row, in some, ascending, or by the texts that have it. */
type Places = number | readonly number[] | Uint32Array | ByText

class ByText {
  readonly sets: readonly Ids[]

  constructor(sets: readonly Ids[]) {
    this.sets = sets
  }
}

/** A list of more places is kept in half the room, and takes a hundred bytes of its own. */
const MANY = 32
/** Bytes of a set of rows for each part of it, and of a place in a list. */
const PART_BYTES = 640
const PLACE_BYTES = 4
/** So many questions are remembered. */
const MOST_ASKED = 64

/** The words of some rows, which never change. */
export class WordSegment<Row extends { readonly id: RowId }> {
  /** The numbers of the rows: their ids, or their places where these are no numbers. */
  readonly numbers: Ids
  readonly size: number
  /** Of which not every word is listed. */
  overlong = NO_IDS
  /** Where each row is, if ids are no numbers. */
  readonly #places: ReadonlyMap<RowId, number> | undefined
  readonly #ids: readonly RowId[]
  readonly #words = new Map<string, Places>()
  #grams: Map<string, string[]> | undefined
  readonly #asked = new Map<string, Ids>()

  constructor(rows: readonly Row[]) {
    const ids = rows.map(({ id }) => id)
    const isByIds = typeof ids[0] === 'number'
    this.#ids = isByIds ? [] : ids
    this.#places = isByIds ? undefined : new Map(ids.map((id, place) => [id, place]))
    this.numbers = Ids.of(isByIds ? (ids as number[]) : ids.keys())
    this.size = rows.length
  }

  /** Whether the numbers are those that other sets of the table have. */
  get isByIds(): boolean {
    return this.#places === undefined
  }

  numberOf(id: RowId): number | undefined {
    return this.#places === undefined ? (id as number) : this.#places.get(id)
  }

  idOf(number: number): RowId {
    return this.#places === undefined ? number : (this.#ids[number] as RowId)
  }

  #numbered({ id }: Row, place: number): number {
    return this.#places === undefined ? (id as number) : place
  }

  /** Lists the words of its rows, ascending; where that takes more than a step, their parts too, which are otherwise left until they are asked for. */
  *list(rows: readonly Row[], texts: Texts<Row>): Steps<void> {
    const pace = new Pace()
    const overlong: number[] = []
    let paused = false
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] as Row
      const number = this.#numbered(row, place)
      const all = texts(row)
      if (all.length > TEXTS) throw new Error(`a row has at most ${TEXTS} texts in which a search may look`)
      for (let at = 0; at < all.length; at++) {
        const text = all[at]
        if (!text) continue
        const isWhole = this.#list(text.length > LISTED ? text.slice(0, LISTED) : text, number, 1 << at)
        if (!isWhole || text.length > LISTED) overlong.push(number)
        if (!pace.of(COST * Math.min(text.length, LISTED))) continue
        paused = true
        yield
      }
    }
    if (overlong.length > 0) this.overlong = Ids.of(overlong)
    for (const [word, places] of this.#words) {
      if (pace.of(COST * word.length)) yield
      if (typeof places !== 'number') this.#words.set(word, kept(places as readonly number[]))
    }
    if (paused) this.#grams = yield* gramSteps(this.#words.keys())
  }

  #list(text: string, number: number, bit: number): boolean {
    let isWhole = true
    const inNone = number * ROOM
    const place = inNone + bit
    for (const word of wordsOf(text)) {
      if (word.length > LONGEST_WORD) {
        isWhole = false
        continue
      }
      const places = this.#words.get(word) as number | number[] | undefined
      if (places === undefined) {
        this.#words.set(word, place)
        continue
      }
      const isOne = typeof places === 'number'
      const last = isOne ? places : (places.at(-1) as number)
      if (last < inNone) {
        if (isOne) this.#words.set(word, [places, place])
        else places.push(place)
      } else if (((last - inNone) & bit) === 0) {
        if (isOne) this.#words.set(word, last + bit)
        else places[places.length - 1] = last + bit
      }
    }
    return isWhole
  }

  /** The numbers of the rows that have what is sought, as far as it is listed. */
  having({ pieces, inOneOf }: Sought): Ids {
    const key = `${inOneOf}:${pieces.map(({ text, whole }) => `${text}${whole ? ' ' : ''}`).join()}`
    let found = this.#asked.get(key)
    if (found === undefined) {
      found = this.#found(pieces, inOneOf)
      this.#asked.set(key, found)
      for (const eldest of this.#asked.keys()) {
        if (this.#asked.size <= MOST_ASKED) break
        this.#asked.delete(eldest)
      }
    }
    return found
  }

  #found(pieces: readonly Piece[], inOneOf: Sought['inOneOf']): Ids {
    const byPiece: (readonly IdSet[])[] = []
    for (const piece of pieces) {
      const places = this.#placesOf(piece)
      if (places.length === 0) return NO_IDS
      byPiece.push(byText(places))
    }
    const all =
      inOneOf === undefined
        ? inAll(byPiece.map(inAny))
        : inAny(inOneOf.map((text) => inAll(byPiece.map((sets) => sets[text] ?? NO_IDS))))
    return countOf(all, 1) === 0 ? NO_IDS : Ids.copy(all)
  }

  #placesOf({ text, whole }: Piece): readonly Places[] {
    const words = whole || text.length > LONGEST_WORD ? [text] : this.#containing(text)
    return words.flatMap((word) => this.#words.get(word) ?? [])
  }

  /** The words that hold a part, looked for among those that share its rarest three characters. */
  #containing(part: string): readonly string[] {
    this.#grams ??= finished(gramSteps(this.#words.keys()))
    let fewest: readonly string[] | undefined
    for (const gram of gramsIn(part)) {
      const words = this.#grams.get(gram)
      if (words === undefined) return []
      if (fewest === undefined || words.length < fewest.length) fewest = words
    }
    return fewest?.filter((word) => word.includes(part)) ?? []
  }
}

function rowOf(place: number): number {
  return Math.floor(place / ROOM)
}

// Lists that grew have room for more. What is in many rows takes least as a set.
function kept(places: readonly number[]): Places {
  if (places.length <= MANY) return places.slice()
  const [first, last] = [places[0] as number, places.at(-1) as number]
  const parts = 2 * (partOf(rowOf(last)) - partOf(rowOf(first)) + 1)
  if (parts * PART_BYTES < places.length * PLACE_BYTES) return new ByText(byText([places]))
  return last < 2 ** 32 ? new Uint32Array(places) : places.slice()
}

// The rows by the texts that have any of some words.
function byText(all: readonly Places[]): Ids[] {
  return EVERY_TEXT.map((text) => {
    const bit = 1 << text
    const numbers: number[] = []
    const sets: Ids[] = []
    for (const places of all)
      if (typeof places === 'number') {
        if ((places & bit) !== 0) numbers.push(rowOf(places))
      } else if (places instanceof ByText) {
        const set = places.sets[text]
        if (set !== undefined && set !== NO_IDS) sets.push(set)
      } else gather(places, bit, numbers)
    if (numbers.length > 0) sets.push(Ids.of(numbers))
    return Ids.copy(inAny(sets))
  })
}

function gather(places: readonly number[] | Uint32Array, bit: number, into: number[]): void {
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    if ((place & bit) !== 0) into.push(rowOf(place))
  }
}

function* gramSteps(words: Iterable<string>): Steps<Map<string, string[]>> {
  const grams = new Map<string, string[]>()
  const pace = new Pace()
  for (const word of words) {
    if (pace.of(COST * word.length)) yield
    for (const gram of gramsIn(word)) {
      const sharing = grams.get(gram)
      if (sharing === undefined) grams.set(gram, [word])
      else if (sharing.at(-1) !== word) sharing.push(word)
    }
  }
  return grams
}

function* gramsIn(word: string): Generator<string> {
  for (let at = 0; at + SHORTEST_PIECE <= word.length; at++) yield word.slice(at, at + SHORTEST_PIECE)
}
