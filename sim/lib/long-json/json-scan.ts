export interface JsonBounds {
  /** Deepest nesting of arrays and objects. */
  readonly depth: number
  /** Most values and keys together. */
  readonly count: number
  /** Most names of one object that is read step by step: where it grows beyond a million, an engine moves all at once. */
  readonly names?: number
}

/** Looks through JSON text before it is parsed: whether it stays within bounds, and where what is long in it ends. */
export class JsonScan {
  readonly #text: string
  readonly #bounds: JsonBounds
  readonly #long: number
  #at = 0
  #separators = 0
  #broken: keyof JsonBounds | undefined
  /** Where the arrays and objects begin that have not ended yet. */
  readonly #open: number[] = []
  /** Where arrays and objects end that are longer than told, by where they begin. */
  readonly ends = new Map<number, number>()

  /** `long` is in UTF-16 units. */
  constructor(text: string, bounds: JsonBounds, long: number = Number.POSITIVE_INFINITY) {
    this.#text = text
    this.#bounds = bounds
    this.#long = long
  }

  /** The bound that the text breaks. */
  get broken(): keyof JsonBounds | undefined {
    return this.#broken
  }

  /** Whether no array or object is left open, as far as it was looked through. */
  get isClosed(): boolean {
    return this.#open.length === 0
  }

  /** Goes on up to a place; true at the end, and where a bound is broken. */
  goOn(until: number): boolean {
    const text = this.#text
    const { depth, count } = this.#bounds
    const open = this.#open
    let i = this.#at
    for (; i < until && this.#broken === undefined; i++) {
      const c = text.charCodeAt(i)
      if (c === 34) i = endOfQuoted(text, i)
      else if (c === 91 || c === 123) {
        if (open.push(i) > depth) this.#broken = 'depth'
      } else if (c === 93 || c === 125) this.#close(i)
      else if ((c === 44 || c === 58) && ++this.#separators > count) this.#broken = 'count'
    }
    this.#at = i
    return i >= text.length || this.#broken !== undefined
  }

  #close(end: number): void {
    const begin = this.#open.pop()
    if (begin !== undefined && end - begin > this.#long) this.ends.set(begin, end)
  }
}

/** Where the text in quotes ends that begins at a place; the end of all where nothing ends it. */
export function endOfQuoted(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === 92) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}
