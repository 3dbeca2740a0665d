import type { Leaf } from './engine-query.ts'
import { isLeaf } from './engine-words.ts'
import type { SearchedFile } from './searched-files.ts'

/** What the engine keeps of a run of characters without blanks, besides the run itself: the words that code is made of. */
const WORDS_OF_CODE = [
  /\p{Ll}+|\p{Lu}\p{Ll}+|\p{Lu}+/gu,
  /(?=(\p{Lu}{1,255}\p{L}{1,255}))/gu,
  /[\p{L}\d_]+/gu,
  /\d+/g,
  /[\p{L}\p{N}_.-]+/gu,
  /(?<=\.)[^.]+(?=\.|$)/g,
]

/** Whether a file holds a leaf of a query: in its content, in its path, or as the end of its path. */
export function holdsInFile({ path, content }: SearchedFile, leaf: Leaf): boolean {
  return (
    endsPath(path.toLowerCase(), leaf) || holdsInText(path, leaf) || holdsInText(content()?.text ?? '', leaf)
  )
}

/** Whether a text of code holds a leaf: a word of it, the beginning of one, or runs one after another. */
export function holdsInText(text: string, leaf: Leaf): boolean {
  const wanted = leaf.text.toLowerCase().match(/\S+/g) ?? []
  const lower = text.toLowerCase()
  if (leaf.kind !== 'near' && !wanted.every((run) => lower.includes(run))) return false
  const runs = text.match(/\S+/g) ?? []
  if (leaf.kind !== 'phrase') return runs.some((run) => wordsIn(run).some((word) => isLeaf(word, leaf)))
  const places = wanted.map((word, place) =>
    runs.flatMap((run, at) => (wordsIn(run).includes(word) ? [at - place] : [])),
  )
  return places
    .flat()
    .some((least) => places.every((all) => all.some((at) => at >= least && at - least <= leaf.slop)))
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
