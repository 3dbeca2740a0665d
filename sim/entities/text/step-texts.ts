import type { Literals, Step } from './row-steps.ts'

/** Where a part begins: behind the value of a step, or before a step, whatever that before it was. */
const behindValue = (step: number) => 2 * (step + 1)
const withinAt = (step: number) => 2 * step + 1

/** A part with more choices is written as two, so that a small number tells what was chosen. */
const MOST_CHOICES = 2 ** 20
/** So many literals of one shape are kept: rows differ in few of their choices. */
const MOST_LITERALS = 1000

const NONE: readonly string[] = []

/**
 * Writes rows step by step. An engine takes as long to put a text together as it has parts, whatever is in them. So all that
 * stands between two values of their own (keys, flags, words, nulls, what is absent) is one part, which is kept by what was
 * chosen for it: rows differ in few of their choices.
 */
export class StepTexts<Row, View> {
  readonly #steps: readonly Step<Row, View>[]
  /** What may stand behind the last value. */
  #ends: Literals = []
  #literals = 0

  constructor(steps: readonly Step<Row, View>[]) {
    this.#steps = steps
  }

  /** `asked` and `holding` tell conditions that were asked already, and `memoized` are the texts of runs. */
  write(row: Row, view: View, asked: number, holding: number, memoized = NONE): string {
    const steps = this.#steps
    let text = ''
    // What is not in the text yet: where it begins, and what was chosen since.
    let start = 0
    let chosen = 0
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i] as Step<Row, View>
      const { when, which, radix, bit, run } = step
      if (chosen >= MOST_CHOICES) {
        text += step.parts[start]?.get(chosen) ?? this.#literal(step.parts, start, i, chosen, '')
        start = withinAt(i)
        chosen = 0
      }
      if (when !== undefined) {
        let holds = (holding & bit) !== 0
        if ((asked & bit) === 0) {
          holds = when(row, view)
          asked |= bit
          if (holds) holding |= bit
        }
        if (holds === step.isNot) {
          chosen *= radix
          continue
        }
      }
      let choice = which === undefined ? -1 : which(row, view)
      if (choice < 0) {
        const value = run < 0 ? step.value(row, view) : (memoized[run] as string)
        if (run >= 0 && value === '') {
          chosen *= radix
          continue
        }
        choice = step.usual(value)
        if (choice < 0) {
          if (step.lastStart !== start || step.lastChosen !== chosen) this.#choose(step, start, i, chosen)
          text += step.lastLead
          text += value
          start = behindValue(i)
          chosen = 0
          continue
        }
      }
      chosen = chosen * radix + choice + 1
    }
    return (
      text + (this.#ends[start]?.get(chosen) ?? this.#literal(this.#ends, start, steps.length, chosen, '}'))
    )
  }

  // Most rows have the same there as the row before.
  #choose(step: Step<Row, View>, start: number, place: number, chosen: number): void {
    const { leads, lead } = step
    step.lastLead = leads[start]?.get(chosen) ?? this.#literal(leads, start, place, chosen, lead)
    step.lastStart = start
    step.lastChosen = chosen
  }

  #literal(literals: Literals, start: number, end: number, chosen: number, last: string): string {
    const steps = this.#steps
    const backwards = [last]
    let left = chosen
    const from = start >> 1
    for (let i = end - 1; i >= from; i--) {
      const { key, end, texts, radix } = steps[i] as Step<Row, View>
      const choice = left % radix
      left = (left - choice) / radix
      if (choice > 0) backwards.push(end, texts[choice - 1] as string, key)
    }
    if (start === behindValue(from - 1)) backwards.push(steps[from - 1]?.behind ?? '')
    let text = backwards.reverse().join('')
    // The first value follows a brace instead of a comma, and so does the last brace where there is no value.
    if (start === 0) text = ['{', text.startsWith(',') ? text.slice(1) : text].join('')
    if (++this.#literals > MOST_LITERALS) this.#forget()
    const known = literals[start] ?? new Map<number, string>()
    literals[start] = known.set(chosen, text)
    return text
  }

  #forget(): void {
    for (const step of this.#steps) {
      step.leads = []
      step.parts = []
    }
    this.#ends = []
    this.#literals = 0
  }
}
