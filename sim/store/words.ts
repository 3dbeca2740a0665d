import { workedOut } from '../lib/long-work.ts'
import { finished, type Steps } from '../lib/steps.ts'
import { indexedPieces } from './pieces.ts'
import type { RowId } from './row.ts'
import { type Mentioned, TextIndex } from './text-index.ts'
import { Tree } from './tree.ts'
import type { Sought, Texts } from './word-segment.ts'

interface Identified {
  readonly id: RowId
}

/** The words of some version of a table's rows. */
export interface Words<Row extends Identified> {
  readonly index: TextIndex<Row>
  /** The rows that it knows. */
  readonly rows: Tree<RowId, Row>
}

/** A version of a table, as far as words go. */
export interface Worded<Row extends Identified> {
  readonly rows: Tree<RowId, Row>
  /** The words of these rows or of earlier ones; whoever looks for words brings them up to date for all sharers. */
  words: Words<Row> | undefined
}

/**
 * The rows whose texts may hold what is sought, in no order; undefined where the pieces tell nothing. Costs what changed
 * since somebody last asked, the first time everything.
 */
export function rowsMentioning<Row extends Identified>(
  name: string,
  state: Worded<Row>,
  texts: Texts<Row>,
  { pieces, inOneOf }: Sought,
): Mentioned<Row> | undefined {
  const telling = indexedPieces(pieces)
  if (telling.length === 0) return undefined
  const words = isCurrent(state) ? state.words : upToDate(name, state, texts)
  state.words = words
  return words.index.mentioning({ pieces: telling, inOneOf }, words.rows)
}

function isCurrent<Row extends Identified>(
  state: Worded<Row>,
): state is Worded<Row> & { readonly words: Words<Row> } {
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

/** Lists the words of rows that are not known yet, step by step. */
function* broughtUp<Row extends Identified>(
  { rows, words }: Worded<Row>,
  texts: Texts<Row>,
): Steps<Words<Row>> {
  const known = rows.clone()
  const index = yield* words === undefined
    ? TextIndex.of(texts, known)
    : words.index.with(Tree.differences(words.rows, known), known)
  return { index, rows: known }
}
