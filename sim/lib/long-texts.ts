/** Of a longer text nothing is kept. */
const LONGEST = 512 * 1024
/** Characters of all texts that are kept together. */
const MOST = 16 * 1024 * 1024
const PLACES = 1024

/**
 * What was worked out of long texts that came more than once lately. A map would look at each of them whole, or take all
 * of one length for alike; here each has a place by its length and a few of its characters, which a text of the same
 * place takes from it.
 */
export class LongTexts<T> {
  readonly #workOut: (text: string) => T
  /** What came last at each place. Most texts come once, so the second time it is kept. */
  readonly #seen = new Uint32Array(PLACES)
  #kept: ({ readonly text: string; readonly value: T } | undefined)[] = []
  #characters = 0

  constructor(workOut: (text: string) => T) {
    this.#workOut = workOut
  }

  of(text: string): T {
    if (text.length > LONGEST) return this.#workOut(text)
    const mark = markOf(text)
    const place = mark % PLACES
    const kept = this.#kept[place]
    if (kept?.text === text) return kept.value
    const value = this.#workOut(text)
    if (this.#seen[place] === mark) this.#keep(place, text, value)
    this.#seen[place] = mark
    return value
  }

  #keep(place: number, text: string, value: T): void {
    this.#characters += text.length - (this.#kept[place]?.text.length ?? 0)
    if (this.#characters > MOST) {
      this.#kept = []
      this.#characters = text.length
    }
    this.#kept[place] = { text, value }
  }
}

const FIRST = 64
const STEPS = 32

// Lists of one kind differ first in what their first row is called, and then in any place.
function markOf(text: string): number {
  let mark = text.length
  const first = Math.min(FIRST, text.length)
  for (let i = 0; i < first; i++) mark = Math.imul(mark, 31) + text.charCodeAt(i)
  const step = Math.ceil(text.length / STEPS)
  for (let i = first; i < text.length; i += step) mark = Math.imul(mark, 31) + text.charCodeAt(i)
  return mark >>> 0
}
