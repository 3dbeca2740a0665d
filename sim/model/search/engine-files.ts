import { Pace, type Steps } from '../../lib/steps.ts'
import type { Leaf } from './engine-query.ts'
import { isLeaf } from './engine-words.ts'
import { standInARow } from './in-a-row.ts'

/** What the engine keeps of a run of characters without blanks, besides the run itself: the words that code is made of. */
const WORDS_OF_CODE = [
  /\p{Ll}+|\p{Lu}\p{Ll}+|\p{Lu}+/gu,
  /(?=(\p{Lu}{1,255}\p{L}{1,255}))/gu,
  /[\p{L}\d_]+/gu,
  /\d+/g,
  /[\p{L}\p{N}_.-]+/gu,
  /(?<=\.)[^.]+(?=\.|$)/g,
]

/** Bytes that take as long to handle as a word takes to be compared with a leaf. */
const EACH_WORD = 16
/** Characters that are searched for a word while a byte is handled. */
const CHARACTERS = 8
/** Bytes that take as long to handle as a phrase. */
const EACH_PHRASE = 16 * 1024

/** Those of some leaves that a file holds: in its content, in its path, or as the end of its path. */
export function* leavesOfFile(
  path: string,
  content: string,
  leaves: readonly Leaf[],
): Steps<ReadonlySet<Leaf>> {
  const ends = leaves.filter((leaf) => endsPath(path.toLowerCase(), leaf))
  const [named, inside] = [yield* leavesIn(path, leaves), yield* leavesIn(content, leaves)]
  return new Set([...ends, ...named, ...inside])
}

/** Those of some leaves that a text of code holds: a word of it, the beginning of one, or runs one after another. */
export function* leavesIn(text: string, leaves: readonly Leaf[]): Steps<ReadonlySet<Leaf>> {
  const lower = text.toLowerCase()
  const held = new Set<Leaf>()
  let open: Leaf[] = []
  const phrases: Phrase[] = []
  const pace = new Pace()
  for (const leaf of leaves) {
    const wanted = leaf.text.toLowerCase().match(/\S+/g) ?? []
    if (pace.of((lower.length * wanted.length) / CHARACTERS)) yield
    if (leaf.kind !== 'near' && !wanted.every((run) => lower.includes(run))) continue
    if (leaf.kind === 'phrase')
      phrases.push({ leaf, wanted, places: new Map(wanted.map((word) => [word, []])) })
    else open.push(leaf)
  }
  let place = 0
  for (const [run] of text.matchAll(/\S+/g)) {
    if (open.length + phrases.length === 0) break
    const words = wordsIn(run)
    for (const leaf of open) if (words.some((word) => isLeaf(word, leaf))) held.add(leaf)
    if (held.size > 0) open = open.filter((leaf) => !held.has(leaf))
    for (const { places } of phrases) for (const word of words) places.get(word)?.push(place)
    place++
    if (pace.of(run.length + words.length * (1 + open.length + phrases.length) * EACH_WORD)) yield
  }
  for (const { leaf, wanted, places } of phrases) {
    if (pace.of(EACH_PHRASE)) yield
    if (
      standInARow(
        wanted.map((word) => places.get(word) as number[]),
        leaf.slop,
      )
    )
      held.add(leaf)
  }
  return held
}

interface Phrase {
  readonly leaf: Leaf & { readonly kind: 'phrase' }
  readonly wanted: readonly string[]
  /** Where each word stands. */
  readonly places: ReadonlyMap<string, number[]>
}

/** Every end of a path that begins after a slash is found, too. */
function endsPath(path: string, leaf: Leaf): boolean {
  const parts = path.split('/')
  return parts.some((_, at) => isLeaf(parts.slice(at).join('/'), leaf))
}

const remembered = new Map<string, readonly string[]>()
const REMEMBERED = 20_000
const LONGEST_REMEMBERED = 64

function wordsIn(run: string): readonly string[] {
  let words = remembered.get(run)
  if (words === undefined) {
    const found = WORDS_OF_CODE.flatMap((words) => [...run.matchAll(words)].map((it) => it[1] ?? it[0]))
    words = [...new Set([run, ...found].map((word) => word.toLowerCase()))].filter((word) => word !== '')
    if (remembered.size >= REMEMBERED) remembered.clear()
    if (run.length <= LONGEST_REMEMBERED) remembered.set(run, words)
  }
  return words
}
