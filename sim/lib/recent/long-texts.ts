import { Recent } from './recent.ts'

interface Kept<T> {
  text: string
  value: T
}

/** So many texts are kept that are alike where they are looked at: callers of several roles are shown such. */
const ALIKE = 8
/** Between the marks of these. */
const APART = 2 ** 32

/** Of a longer text nothing is kept. */
const LONGEST = 512 * 1024
/** Characters of all texts that are kept together. */
const MOST = 16 * 1024 * 1024

/**
 * What was worked out of long texts lately. A map by text would look at each of them whole, or take all of one length for
 * alike; this one goes by their length and a few of their characters, and looks at the few whole that have these in common.
 */
export class LongTexts<T> {
  readonly #workOut: (text: string) => T
  readonly #kept = new Recent<number, Kept<T>>(MOST)
  /** Which of those that are alike makes room next. */
  #next = 0

  constructor(workOut: (text: string) => T) {
    this.#workOut = workOut
  }

  of(text: string): T {
    if (text.length > LONGEST) return this.#workOut(text)
    const mark = markOf(text)
    for (let i = 0; i < ALIKE; i++) {
      const kept = this.#kept.get(mark + i * APART)
      if (kept === undefined) return this.#add(mark + i * APART, text)
      if (kept.text !== text) continue
      // Whoever comes next has this very text, and not another one that says the same and is compared letter by letter.
      kept.text = text
      return kept.value
    }
    this.#next = (this.#next + 1) % ALIKE
    const kept = this.#kept.get(mark + this.#next * APART) as Kept<T>
    kept.text = text
    kept.value = this.#workOut(text)
    return kept.value
  }

  #add(key: number, text: string): T {
    const value = this.#workOut(text)
    this.#kept.add(key, { text, value }, text.length)
    return value
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
