import { finished, Pace, type Steps } from '../lib/steps.ts'

// Rows by the words of their texts. An index is made of segments that never change: rows that are new or rewritten go
// into a further one, small ones are joined, and what is no longer true of a row is left out when it is read. So the
// versions of a table share most of their index, a fork costs nothing, and a write costs no more than its own words.

/** The texts of a row in which a search may look. */
export type Texts<Row> = (row: Row) => readonly (string | null)[]

/** Part of a word that a text has to hold, or the whole word. Given in lower case, as `wordsOf` gives it. */
export interface Piece {
  readonly text: string
  readonly whole?: true
}

/** Rows that may hold what was asked for: none is missing, some are too many. */
export interface Candidates<Row> {
  /** How many there are at most. */
  readonly count: number
  readonly rows: () => Iterable<Row>
}

/** The shortest part of a word that the index can look up. */
export const SHORTEST_PIECE = 3
/** Longer words are not listed; a row that has one is always a candidate. */
const LONGEST_WORD = 64
/** Characters of a text that are listed; a row that has more is always a candidate. */
const LISTED = 64 * 1024
/** More pieces make a query no rarer. */
const MOST_PIECES = 8

/** What a character costs that is listed, beside one that is only read. */
const COST = 8

const WORD = /[a-z0-9\u0080-\uffff]+/g

/** The words of a text in lower case. What stands between two blanks may be several. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** Those pieces that the index can look up. */
export function indexedPieces(pieces: readonly Piece[]): readonly Piece[] {
  return pieces
    .filter(({ text, whole }) => whole || text.length >= SHORTEST_PIECE)
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, MOST_PIECES)
}

export class TextIndex<Row> {
  readonly #texts: Texts<Row>
  readonly #segments: readonly Segment<Row>[]

  constructor(texts: Texts<Row>, segments: readonly Segment<Row>[] = []) {
    this.#texts = texts
    this.#segments = segments
  }

  /** The index with some rows more, step by step. `isLive` tells which of the older ones are still as they were. */
  *with(rows: readonly Row[], isLive: (row: Row) => boolean): Steps<TextIndex<Row>> {
    if (rows.length === 0) return this
    const segments = [...this.#segments]
    let joined = rows
    for (let last = segments.at(-1); last && last.rows.length <= 2 * joined.length; last = segments.at(-1)) {
      joined = [...last.rows.filter(isLive), ...joined]
      segments.pop()
    }
    const segment = new Segment(joined)
    yield* segment.list(this.#texts)
    return new TextIndex(this.#texts, [...segments, segment])
  }

  /** The rows that may hold all pieces: those that hold the rarest. The pieces are such as `lookedUp` gives. */
  candidates(pieces: readonly Piece[]): Candidates<Row> | undefined {
    let rarest: readonly Posting<Row>[] | undefined
    let least = Number.POSITIVE_INFINITY
    for (const piece of pieces) {
      const postings = this.#segments.flatMap((segment) => segment.postings(piece))
      const count = postings.reduce((sum, { places }) => sum + places.length, 0)
      if (count < least) [rarest, least] = [postings, count]
    }
    if (rarest === undefined) return undefined
    const postings = rarest
    return { count: least, rows: () => rowsAt(postings) }
  }
}

function* rowsAt<Row>(postings: readonly Posting<Row>[]): Generator<Row> {
  const seen = new Set<Row>()
  for (const { rows, places } of postings)
    for (const place of places) {
      const row = rows[place] as Row
      if (seen.has(row)) continue
      seen.add(row)
      yield row
    }
}

/** Some rows of a segment, ascending. */
type Places = readonly number[] | Uint32Array

interface Posting<Row> {
  readonly rows: readonly Row[]
  readonly places: Places
}

/** A list of more places is kept in half the room, and takes a hundred bytes of its own. */
const MANY = 32

class Segment<Row> {
  readonly rows: readonly Row[]
  /** Where each word is. Most are in one row. */
  readonly #words = new Map<string, number | Places>()
  readonly #overlong: number[] = []
  #grams: Map<string, string[]> | undefined

  constructor(rows: readonly Row[]) {
    this.rows = rows
  }

  /** Lists the words of the rows; where that takes more than a step, their parts too, which are otherwise left until they are asked for. */
  *list(texts: Texts<Row>): Steps<void> {
    const pace = new Pace()
    let paused = false
    for (let place = 0; place < this.rows.length; place++)
      for (const text of texts(this.rows[place] as Row)) {
        if (!text) continue
        this.#list(text.length > LISTED ? text.slice(0, LISTED) : text, place)
        if (text.length > LISTED) this.#overlong.push(place)
        if (!pace.of(COST * Math.min(text.length, LISTED))) continue
        paused = true
        yield
      }
    for (const [word, places] of this.#words) {
      if (pace.of(COST * word.length)) yield
      if (typeof places !== 'number') this.#words.set(word, kept(places))
    }
    if (paused) this.#grams = yield* gramSteps(this.#words.keys())
  }

  postings({ text, whole }: Piece): Posting<Row>[] {
    const words = whole || text.length > LONGEST_WORD ? [text] : this.#containing(text)
    const { rows } = this
    const postings = words.flatMap((word) => {
      const places = this.#words.get(word)
      return places === undefined ? [] : [{ rows, places: typeof places === 'number' ? [places] : places }]
    })
    return this.#overlong.length === 0 ? postings : [...postings, { rows, places: this.#overlong }]
  }

  #list(text: string, place: number): void {
    for (const word of wordsOf(text)) {
      if (word.length > LONGEST_WORD) {
        this.#overlong.push(place)
        continue
      }
      const places = this.#words.get(word)
      if (places === undefined) this.#words.set(word, place)
      else if (typeof places === 'number') {
        if (places !== place) this.#words.set(word, [places, place])
      } else if (places.at(-1) !== place) (places as number[]).push(place)
    }
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

// Lists that grew have room for more.
function kept(places: Places): Places {
  return places.length > MANY ? new Uint32Array(places) : places.slice()
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
