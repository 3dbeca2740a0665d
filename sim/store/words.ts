import type { RowId } from './row.ts'
import { type Candidates, indexedPieces, type Piece, TextIndex, type Texts } from './text-index.ts'
import { Tree } from './tree.ts'

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
export function rowsMentioning<Row extends { readonly id: number | string }>(
  state: Worded<Row>,
  texts: Texts<Row>,
  pieces: readonly Piece[],
): Candidates<Row> | undefined {
  const telling = indexedPieces(pieces)
  if (telling.length === 0) return undefined
  const { rows, words } = state
  const isLive = (row: Row) => rows.get(row.id) === row
  const fresh = words === undefined ? rows.slice() : changedSince(words.rows, rows)
  const index = (words?.index ?? new TextIndex(texts)).with(fresh, isLive)
  state.words = { index, rows: rows.clone() }
  const found = index.candidates(telling)
  return found && { count: found.count, rows: () => kept(found.rows(), isLive) }
}

// The rows that are new or other than before.
function changedSince<Row>(before: Tree<RowId, Row>, now: Tree<RowId, Row>): Row[] {
  return Tree.differences(before, now).flatMap(({ after }) => (after === undefined ? [] : [after]))
}

function* kept<Row>(rows: Iterable<Row>, isLive: (row: Row) => boolean): Generator<Row> {
  for (const row of rows) if (isLive(row)) yield row
}
