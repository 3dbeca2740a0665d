import { finished, type Steps } from '../../lib/steps.ts'

/** Lines that are numbered between two steps. */
const NUMBERED = 32_768
/** Columns beyond which an indentation is as good as any. */
const MOST_COLUMNS = 200

/** The lines of versions as numbers, equal ones for equal lines: they compare at once, whatever their length. */
export class LineNumbers {
  readonly #numbers = new Map<string, number>()
  readonly #lines: string[] = []

  of(lines: readonly string[]): Int32Array {
    return finished(this.steps(lines))
  }

  /** The same step by step. */
  *steps(lines: readonly string[]): Steps<Int32Array> {
    const numbers = new Int32Array(lines.length)
    for (let i = 0; i < lines.length; i++) {
      numbers[i] = this.#number(lines[i] as string)
      if (i % NUMBERED === NUMBERED - 1) yield
    }
    return numbers
  }

  /** How many lines have a number. */
  get size(): number {
    return this.#lines.length
  }

  /** Columns before the first character that is no blank; -1 for a line that has none. */
  indentation(number: number): number {
    const line = this.#lines[number] as string
    let columns = 0
    for (let at = 0; at < line.length && columns < MOST_COLUMNS; at++) {
      const char = line[at] as string
      if (!BLANKS.includes(char)) return columns
      if (char === ' ') columns += 1
      else if (char === '\t') columns += 8 - (columns % 8)
    }
    return columns < MOST_COLUMNS ? -1 : MOST_COLUMNS
  }

  #number(line: string): number {
    const known = this.#numbers.get(line)
    if (known !== undefined) return known
    const number = this.#lines.push(line) - 1
    this.#numbers.set(line, number)
    return number
  }
}

const BLANKS = ' \t\r\n'
