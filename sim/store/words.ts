import { workedOut } from '../lib/long-work.ts'
import { finished, type Steps } from '../lib/steps.ts'
import type { RowId } from './row.ts'
import { type Candidates, indexedPieces, type Piece, TextIndex, type Texts } from './text-index.ts'
import { Tree } from './tree.ts'

interface Identified {
  readonly id: RowId
}

/** The words of some version of a table's rows. */
export interface Words<Row> {
  readonly index: TextIndex<Row>
  /** The rows that it knows. */
  readonly rows: Tree<RowId, Row>
}

/** A version of a table, as far as words go. */
export interface Worded<Row> {
  readonly rows: Tree<RowId, Row>
  /** The words of these rows or of earlier ones; whoever looks for words brings them up to date for all sharers. */
  words: Words<Row> | undefined
}

/**
 * The rows whose texts may hold all these pieces of words, in no order; undefined where the pieces tell nothing. Costs
 * what changed since somebody last asked, the first time everything.
 */
export function rowsMentioning<Row extends Identified>(
  name: string,
  state: Worded<Row>,
  texts: Texts<Row>,
  pieces: readonly Piece[],
): Candidates<Row> | undefined {
  const telling = indexedPieces(pieces)
  if (telling.length === 0) return undefined
  const { rows } = state
  const words = isCurrent(state) ? state.words : upToDate(name, state, texts)
  state.words = words
  const isLive = (row: Row) => rows.get(row.id) === row
  const found = words.index.candidates(telling)
  return found && { count: found.count, rows: () => kept(found.rows(), isLive) }
}

function isCurrent<Row>(state: Worded<Row>): state is Worded<Row> & { readonly words: Words<Row> } {
  return state.words !== undefined && Tree.differences(state.words.rows, state.rows).length === 0
}

function upToDate<Row extends Identified>(
  name: string,
  { rows, words }: Worded<Row>,
  texts: Texts<Row>,
): Words<Row> {
  const worked = workedOut(`words of ${name}`, () => broughtUp({ rows, words }, texts))
  // While they were worked out others may have written, which seldom was much.
  const now = { rows, words: worked }
  return isCurrent(now) ? worked : finished(broughtUp(now, texts))
}

/** Adds the words of rows that are not known yet, step by step. */
function* broughtUp<Row extends Identified>(
  { rows, words }: Worded<Row>,
  texts: Texts<Row>,
): Steps<Words<Row>> {
  const known = rows.clone()
  const isLive = (row: Row) => known.get(row.id) === row
  const fresh = words === undefined ? known.slice() : changedSince(words.rows, known)
  const index = yield* (words?.index ?? new TextIndex(texts)).with(fresh, isLive)
  return { index, rows: known }
}

// The rows that are new or other than before.
function changedSince<Row>(before: Tree<RowId, Row>, now: Tree<RowId, Row>): Row[] {
  return Tree.differences(before, now).flatMap(({ after }) => (after === undefined ? [] : [after]))
}

function* kept<Row>(rows: Iterable<Row>, isLive: (row: Row) => boolean): Generator<Row> {
  for (const row of rows) if (isLive(row)) yield row
}
