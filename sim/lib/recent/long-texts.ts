import { Recent } from './recent.ts'

interface Kept<T> {
  text?: string
  value?: T
}

/** Of a longer text nothing is kept. */
const LONGEST = 512 * 1024
/** Characters of all texts that are kept together. */
const MOST = 16 * 1024 * 1024

/**
 * What was worked out of long texts lately. A map by text would look at each of them whole, or take all of one length for
 * alike; this one goes by their length and a few of their characters, and of those that have these in common it keeps the
 * last. Most texts never come again, and keeping one takes longer than working it out: so one is kept the second time.
 */
export class LongTexts<T> {
  readonly #workOut: (text: string) => T
  readonly #kept = new Recent<number, Kept<T>>(MOST)

  constructor(workOut: (text: string) => T) {
    this.#workOut = workOut
  }

  of(text: string): T {
    if (text.length > LONGEST) return this.#workOut(text)
    const mark = markOf(text)
    const kept = this.#kept.get(mark)
    const value = kept?.text === text ? (kept.value as T) : this.#workOut(text)
    if (kept === undefined) this.#kept.add(mark, {}, text.length)
    else {
      // Whoever comes next has this very text, and not another one that says the same and is compared letter by letter.
      kept.text = text
      kept.value = value
    }
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
