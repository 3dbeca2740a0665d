import { append } from '../../lib/lists.ts'
import { stemOf } from '../../lib/stem.ts'
import { atOnce, finished, type Steps } from '../../lib/steps.ts'
import { type Piece, wordsOf } from '../../store/pieces.ts'
import { isWithin } from './edit-distance.ts'
import { answers, type EngineQuery, engineQuery, type Leaf, meaningful, needed } from './engine-query.ts'
import { standInARow } from './in-a-row.ts'

// Letters, digits and underscores; a full stop, colon or apostrophe between letters, a full stop or comma between digits.
const WORD =
  /[\p{L}\p{M}\p{N}_]+(?:(?:(?<=\p{L})[.:'’](?=\p{L})|(?<=\p{N})[.,;](?=\p{N}))[\p{L}\p{M}\p{N}_]+)*/gu

/** The words of a text as the engine keeps them: in lower case, English ones by their stem. */
export function engineWords(text: string): readonly string[] {
  return finished(wordSteps(text))
}

/** Characters of a text whose words are told between two steps, and what ends a word for certain. */
const PART = 64 * 1024
const BETWEEN = /[^\p{L}\p{M}\p{N}_.:'’,;]/gu

function* wordSteps(text: string): Steps<readonly string[]> {
  const lower = text.toLowerCase()
  if (lower.length <= PART) return wordsIn(lower)
  const words: string[] = []
  let at = 0
  while (at < lower.length) {
    BETWEEN.lastIndex = at + PART
    const end = BETWEEN.exec(lower)?.index ?? lower.length
    append(words, wordsIn(lower.slice(at, end)))
    at = end
    yield
  }
  return words
}

function wordsIn(lower: string): string[] {
  return (lower.match(WORD) ?? []).map(stemOf)
}

/** What a row has that the engine looks at. */
export interface EngineFields {
  /** Texts, each of words. */
  readonly texts: readonly (string | null)[]
  /** Texts of which any part is found. */
  readonly parts?: readonly string[]
  /** Words that are kept as they are. */
  readonly words?: readonly string[]
}

/** A test whether a row answers a query, each word of which may be in another field, step by step. */
export function engineSteps(query: string): (fields: EngineFields) => Steps<boolean> {
  if (query === '') return () => atOnce(() => true)
  const asked = readQuery(query)
  return function* ({ texts, parts = [], words = [] }) {
    const fields: (readonly string[])[] = []
    for (const text of texts) if (text !== null) fields.push(yield* wordSteps(text))
    return answers(
      asked,
      (leaf) =>
        fields.some((field) => holdsLeaf(field, leaf)) ||
        parts.some((text) => holdsPart(text.toLowerCase(), leaf)) ||
        words.some((word) => isLeaf(word.toLowerCase(), leaf)),
    )
  }
}

/** The pieces of words that every row has that answers a query, by which a table finds candidates. */
export function enginePieces(query: string): readonly Piece[] {
  return needed(readQuery(query)).flatMap(piecesOfLeaf)
}

function readQuery(query: string): EngineQuery {
  return meaningful(
    engineQuery(query),
    (leaf) => leaf.kind === 'beginning' || engineWords(leaf.text).length > 0,
  )
}

// Stemming changes the last letter of a stem at most.
function piecesOfLeaf(leaf: Leaf): Piece[] {
  if (leaf.kind === 'near') return []
  if (leaf.kind === 'beginning') return wordsOf(leaf.text).map((text) => ({ text }))
  return engineWords(leaf.text).flatMap((stem) =>
    wordsOf(/^[a-z]+$/.test(stem) ? stem.slice(0, -1) : stem).map((text) => ({ text })),
  )
}

function holdsLeaf(words: readonly string[], leaf: Leaf): boolean {
  if (leaf.kind === 'beginning') return words.some((word) => isLeaf(word, leaf))
  // Words repeat, and how far one is from another takes long to tell.
  if (leaf.kind === 'near') return [...new Set(words)].some((word) => isLeaf(word, leaf))
  const wanted = engineWords(leaf.text)
  return leaf.kind === 'phrase'
    ? inARow(words, wanted, leaf.slop)
    : wanted.every((word) => words.includes(word))
}

/** Whether the words stand one after another, with no more than some places between what they should be and are. */
function inARow(words: readonly string[], wanted: readonly string[], slop: number): boolean {
  return standInARow(placesOf(words, wanted), slop)
}

/** For each of some words where it stands among others. */
function placesOf(words: readonly string[], wanted: readonly string[]): readonly number[][] {
  const places = new Map(wanted.map((word) => [word, [] as number[]]))
  for (const [at, word] of words.entries()) places.get(word)?.push(at)
  return wanted.map((word) => places.get(word) as number[])
}

/** Whether a word is what a leaf asks for, as it is spelled. */
export function isLeaf(word: string, leaf: Leaf): boolean {
  const text = leaf.text.toLowerCase()
  if (leaf.kind === 'near') return isWithin(word, text, leaf.edits)
  return leaf.kind === 'beginning' ? word.startsWith(text) : word === text
}

function holdsPart(whole: string, leaf: Leaf): boolean {
  if (leaf.kind === 'near') return false
  const words = leaf.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 && words.every((word) => word.length > 1 && whole.includes(word))
}
