interface Kept<T> {
  text: string
  readonly value: T
}

/** Of a longer text nothing is kept. */
const LONGEST = 512 * 1024
/** Characters of all texts that are kept together. */
const MOST = 16 * 1024 * 1024
const MOST_SEEN = 10_000

/**
 * What was worked out of long texts that came more than once lately. A map by text would look at each of them whole, or
 * take all of one length for alike; this one goes by their length and a few of their characters, and of those that have
 * these in common it keeps the last.
 */
export class LongTexts<T> {
  readonly #workOut: (text: string) => T
  /** Marks that came lately. Most texts come once, so the second time it is kept. */
  readonly #seen = new Set<number>()
  readonly #kept = new Map<number, Kept<T>>()
  #characters = 0

  constructor(workOut: (text: string) => T) {
    this.#workOut = workOut
  }

  of(text: string): T {
    if (text.length > LONGEST) return this.#workOut(text)
    const mark = markOf(text)
    const kept = this.#kept.get(mark)
    if (kept !== undefined && kept.text === text) {
      // Whoever comes next has this very text, and not another one that says the same and is compared letter by letter.
      kept.text = text
      return kept.value
    }
    const value = this.#workOut(text)
    if (this.#seen.has(mark)) this.#keep(mark, { text, value }, kept?.text.length ?? 0)
    else if (this.#seen.size >= MOST_SEEN) this.#seen.clear()
    this.#seen.add(mark)
    return value
  }

  #keep(mark: number, kept: Kept<T>, instead: number): void {
    this.#characters += kept.text.length - instead
    if (this.#characters > MOST) {
      this.#kept.clear()
      this.#characters = kept.text.length
    }
    this.#kept.set(mark, kept)
  }
}

const FIRST = 64
const STEPS = 32

// Lists of one kind differ first in what their first row is called, and then in any place.
function markOf(text: string): number {
  let mark = text.length
  const add = (at: number) => {
    mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193)
  }
  const first = Math.min(FIRST, text.length)
  for (let i = 0; i < first; i++) add(i)
  const step = Math.ceil(text.length / STEPS)
  for (let i = first; i < text.length; i += step) add(i)
  return mark
}
