/** Part of a word that a text has to hold, or the whole word. Given in lower case, as `wordsOf` gives it. */
export interface Piece {
  readonly text: string
  readonly whole?: true
}

/** The shortest part of a word that the index can look up. */
export const SHORTEST_PIECE = 3
/** Longer words are not listed; a row that has one is always a candidate. */
export const LONGEST_WORD = 64
/** More pieces make a query no rarer. */
const MOST_PIECES = 8

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

/** Whether a text holds all of these terms, in lower case, wherever its words hold them, and the index can look up each. */
export function areWithinWords(terms: readonly string[]): boolean {
  return (
    terms.length <= MOST_PIECES &&
    terms.every(
      (term) => term.length >= SHORTEST_PIECE && term.length <= LONGEST_WORD && wordsOf(term)[0] === term,
    )
  )
}
