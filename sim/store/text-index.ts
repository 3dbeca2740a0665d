import type { Steps } from '../lib/steps.ts'
import { type IdSet, Ids, NO_IDS } from './id-set.ts'
import { inAll, inAny } from './id-sets.ts'
import { countOf, idsIn } from './id-walks.ts'
import { byId } from './ranked.ts'
import type { RowId } from './row.ts'
import type { Difference, Tree } from './tree.ts'
import { type Sought, type Texts, WordSegment } from './word-segment.ts'

// Rows by the words of their texts. An index is made of segments that never change: rows whose texts are new or others go
// into a further one, small ones are joined, and the rows of older ones that are no longer so are told beside them. So the
// versions of a table share most of their index, a fork costs nothing, and a write costs no more than its own words.

/** Rows that may hold what was asked for: none is missing, some are too many. */
export interface Candidates<Row> {
  /** How many there are at most. */
  readonly count: number
  readonly rows: () => Iterable<Row>
}

/** The same, where the index knows how many are too many. */
export interface Mentioned<Row> extends Candidates<Row> {
  /**
   * The numbers of those that pass, if all do but such as have a word that is too long to be listed. Undefined where rows
   * have other numbers.
   */
  readonly set: (passes: (row: Row) => boolean) => IdSet | undefined
}

interface Identified {
  readonly id: RowId
}

/** A segment, and which of its rows have other texts now, or are gone. */
interface Part<Row extends Identified> {
  readonly segment: WordSegment<Row>
  readonly gone: Ids
}

/** To find a row by its number takes as long as to pass over so many. */
const LOOKED_UP = 8

export class TextIndex<Row extends Identified> {
  readonly #texts: Texts<Row>
  readonly #parts: readonly Part<Row>[]

  private constructor(texts: Texts<Row>, parts: readonly Part<Row>[] = []) {
    this.#texts = texts
    this.#parts = parts
  }

  /** The index of many rows at once, step by step. */
  static *of<Row extends Identified>(texts: Texts<Row>, rows: Tree<RowId, Row>): Steps<TextIndex<Row>> {
    return yield* new TextIndex(texts).#with(rows.slice(), [], rows)
  }

  /** The index after some changes, which lead to these rows, step by step. */
  *with(changes: readonly Difference<Row>[], rows: Tree<RowId, Row>): Steps<TextIndex<Row>> {
    const fresh: Row[] = []
    const gone: RowId[] = []
    for (const { before, after } of changes) {
      if (before !== undefined && after !== undefined && this.#isSame(before, after)) continue
      if (before !== undefined) gone.push(before.id)
      if (after !== undefined) fresh.push(after)
    }
    return fresh.length === 0 && gone.length === 0 ? this : yield* this.#with(fresh, gone, rows)
  }

  *#with(fresh: readonly Row[], gone: readonly RowId[], rows: Tree<RowId, Row>): Steps<TextIndex<Row>> {
    const parts = this.#parts.map((part) => without(part, gone))
    let joined = fresh
    for (let last = parts.at(-1); last && last.segment.size <= 2 * joined.length; last = parts.at(-1)) {
      joined = [...rowsOf(last, last.segment.numbers, rows), ...joined]
      parts.pop()
    }
    if (joined.length === 0) return new TextIndex(this.#texts, parts)
    const sorted = joined === fresh ? fresh : [...joined].sort((a, b) => byId.compareKeys(a.id, b.id))
    const segment = new WordSegment(sorted)
    yield* segment.list(sorted, this.#texts)
    return new TextIndex(this.#texts, [...parts, { segment, gone: NO_IDS }])
  }

  #isSame(before: Row, after: Row): boolean {
    const texts = this.#texts(after)
    const others = this.#texts(before)
    return texts.length === others.length && texts.every((text, i) => text === others[i])
  }

  /** Those of the rows, of which it is the index, that may have what is sought. The pieces are such as are indexed. */
  mentioning(sought: Sought, rows: Tree<RowId, Row>): Mentioned<Row> {
    const found = this.#parts
      .map((part) => ({ part, having: part.segment.having(sought), overlong: part.segment.overlong }))
      .filter(({ having, overlong }) => having !== NO_IDS || overlong !== NO_IDS)
    return {
      count: found.reduce((sum, { having, overlong }) => sum + countOf(having) + countOf(overlong), 0),
      rows: function* () {
        for (const { part, having, overlong } of found)
          yield* rowsOf(part, overlong === NO_IDS ? having : inAny([having, overlong]), rows)
      },
      set: (passes) => {
        if (found.some(({ part }) => !part.segment.isByIds)) return undefined
        const others: number[] = []
        for (const { part, overlong } of found)
          for (const row of rowsOf(part, overlong, rows)) if (passes(row)) others.push(row.id as number)
        const sets = found.map(({ part, having, overlong }) =>
          here(part, overlong === NO_IDS ? having : inAll([having], [overlong])),
        )
        return inAny(others.length === 0 ? sets : [...sets, Ids.of(others)])
      },
    }
  }
}

function without<Row extends Identified>(part: Part<Row>, ids: Iterable<RowId>): Part<Row> {
  const { segment, gone } = part
  const numbers: (readonly [number, true])[] = []
  for (const id of ids) {
    const number = segment.numberOf(id)
    if (number !== undefined && segment.numbers.has(number)) numbers.push([number, true])
  }
  return numbers.length === 0 ? part : { segment, gone: gone.with(numbers) }
}

function here<Row extends Identified>({ gone }: Part<Row>, set: IdSet): IdSet {
  return gone === NO_IDS ? set : inAll([set], [gone])
}

function* rowsOf<Row extends Identified>(
  part: Part<Row>,
  set: IdSet,
  rows: Tree<RowId, Row>,
): Generator<Row> {
  const { segment } = part
  const wanted = here(part, set)
  if (segment.isByIds && LOOKED_UP * countOf(wanted) > rows.size) {
    for (const row of rows.slice()) if (wanted.has(row.id as number)) yield row
  } else for (const number of idsIn(wanted)) yield rows.get(segment.idOf(number)) as Row
}
