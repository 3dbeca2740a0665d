import type { Steps } from '../lib/steps.ts'

type Ask<Row, View, Answer> = (row: Row, view: View) => Answer

/** A field as far as writing it goes: its value as JSON text, when it is there, and the same step by step. */
export interface Written<Row, View> {
  readonly write: Ask<Row, View, string>
  readonly when?: Ask<Row, View, boolean>
  readonly steps?: Ask<Row, View, Steps<string>>
}
type Named<Row, View> = readonly (readonly [name: string, field: Written<Row, View>])[]

/** What is known of how a value is written: which of few texts it is, what stands between its quotes, or its fields. */
interface Manner<Row, View> {
  readonly few?: { readonly texts: readonly string[]; readonly which: Ask<Row, View, number> }
  readonly quoted?: Ask<Row, View, string | null>
  readonly fields?: Named<Row, View>
}

// Known by what writes the value, so that whoever gives a field another `write` has nothing else to take care of.
const manners = new WeakMap<object, Manner<never, never>>()

function written<Row, View>(
  write: Ask<Row, View, string>,
  manner: Manner<Row, View>,
): Ask<Row, View, string> {
  manners.set(write, manner as Manner<never, never>)
  return write
}

/** Writes a value that has few texts: `which` tells the one, or is negative, and `other` writes what is none of them. */
export function oneOfFew<Row, View>(
  texts: readonly string[],
  which: Ask<Row, View, number>,
  other: Ask<Row, View, string>,
): Ask<Row, View, string> {
  const write = (row: Row, view: View) => texts[which(row, view)] ?? other(row, view)
  return written(write, { few: { texts, which } })
}

/** Writes a text, or null: `body` is what stands between the quotes. */
export function inQuotes<Row, View>(body: Ask<Row, View, string | null>): Ask<Row, View, string> {
  const write = (row: Row, view: View) => {
    const between = body(row, view)
    return between === null ? 'null' : `"${between}"`
  }
  return written(write, { quoted: body })
}

/** Writes an object made of fields of the same row. */
export function objectOf<Row, View>(fields: Named<Row, View>): Ask<Row, View, string> {
  const text = new RowText(fields)
  const write = (row: Row, view: View) => text.write(row, view)
  const isAlwaysWhole = fields.every(([, { when, steps }]) => when === undefined && steps === undefined)
  return isAlwaysWhole && fields.length > 0 ? written(write, { fields }) : write
}

/** What many values are, whatever their kind; the first two of texts, too. */
const USUAL = ['null', '""', '0', '[]']

function usual(text: string): number {
  return text.length > 4 ? -1 : USUAL.indexOf(text)
}

/** One value of a row, and what stands around it. */
class Step<Row, View> {
  /** What stands before the value: `,"id":`. */
  readonly key: string
  /** What stands behind it: the brace of an object that ends there. */
  readonly end: string
  /** What stands before and behind what `value` writes: the same, and a quote. */
  readonly lead: string
  readonly behind: string
  readonly when: Written<Row, View>['when']
  /** Tells the condition among those of several steps; 0 for what this step alone asks. */
  bit = 0
  readonly which: Ask<Row, View, number> | undefined
  readonly value: Ask<Row, View, string | null>
  readonly texts: readonly string[]
  /** As many choices: its texts, and none where it is absent. */
  readonly radix: number
  /** What may stand before the value of this step, with its key: by the step where that begins, and what was chosen. */
  leads: Literals = []
  /** The same for a part that ends before the step, without its key. */
  parts: Literals = []

  constructor(key: string, { when, write }: Written<Row, View>, end: string) {
    const { few, quoted } = (manners.get(write) ?? {}) as Manner<Row, View>
    this.key = key
    this.end = end
    this.lead = quoted === undefined ? key : `${key}"`
    this.behind = quoted === undefined ? end : `"${end}`
    this.when = when
    this.which = few?.which
    this.value = quoted ?? write
    this.texts = few?.texts ?? USUAL
    this.radix = this.texts.length + 1
  }

  /** Which of the usual values what was written is; negative for another one. */
  usual(value: string | null): number {
    if (this.which !== undefined) return -1
    if (this.lead === this.key) return usual(value as string)
    return value === null ? 0 : value === '' ? 1 : -1
  }
}

/** Where a part begins: behind the value of a step, or before a step, whatever that before it was. */
const behindValue = (step: number) => 2 * (step + 1)
const withinAt = (step: number) => 2 * step + 1

type Literals = (Map<number, string> | undefined)[]

/** Conditions that are asked once a row; a number has so many bits. */
const MOST_CONDITIONS = 30
/** A part with more choices is written as two, so that a small number tells what was chosen. */
const MOST_CHOICES = 2 ** 20
/** So many literals of one shape are kept: rows differ in few of their choices. */
const MOST_LITERALS = 1000

/**
 * Writes rows of one shape as JSON text. An engine takes as long to put a text together as it has parts, whatever is in
 * them. So all that stands between two values of their own (keys, flags, words, nulls, what is absent) is one part, which is
 * kept by what was chosen for it: rows differ in few of their choices.
 */
export class RowText<Row, View> {
  readonly hasSteps: boolean
  readonly #fields: Named<Row, View>
  /** Made when the first row is written: many shapes never are. */
  #compiled: readonly Step<Row, View>[] | undefined
  /** What may stand behind the last value. */
  #ends: Literals = []
  #literals = 0

  constructor(fields: Named<Row, View>) {
    this.#fields = fields
    this.hasSteps = fields.some(([, { steps }]) => steps !== undefined)
  }

  get #steps(): readonly Step<Row, View>[] {
    this.#compiled ??= numbered(this.#fields.flatMap(([name, field]) => stepsOf(keyOf(name), field)))
    return this.#compiled
  }

  write(row: Row, view: View): string {
    const steps = this.#steps
    let text = ''
    // What is not in the text yet: where it begins, and what was chosen since.
    let start = 0
    let chosen = 0
    let asked = 0
    let holding = 0
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i] as Step<Row, View>
      const { when, which, radix, bit } = step
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
        if (!holds) {
          chosen *= radix
          continue
        }
      }
      let choice = which === undefined ? -1 : which(row, view)
      if (choice < 0) {
        const value = step.value(row, view)
        choice = step.usual(value)
        if (choice < 0) {
          text += step.leads[start]?.get(chosen) ?? this.#literal(step.leads, start, i, chosen, step.lead)
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

  *writeStepwise(row: Row, view: View): Steps<string> {
    let text = ''
    for (const [name, { when, write, steps }] of this.#fields)
      if (when === undefined || when(row, view)) {
        const value = steps === undefined ? write(row, view) : yield* steps(row, view)
        text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${value}`
      }
    return text === '' ? '{}' : `${text}}`
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

function keyOf(name: string): string {
  return `,${JSON.stringify(name)}:`
}

/** The values of a field: its own, or those of the object that it is. */
function stepsOf<Row, View>(key: string, field: Written<Row, View>, end = ''): Step<Row, View>[] {
  const { fields } = (manners.get(field.write) ?? {}) as Manner<Row, View>
  if (fields === undefined || field.steps !== undefined) return [new Step(key, field, end)]
  return fields.flatMap(([name, inner], i) => {
    // biome-ignore lint/plugin: once for all rows of a shape.
    const own = { ...inner, ...(field.when === undefined ? {} : { when: field.when }) }
    const before = i === 0 ? `${key}{${keyOf(name).slice(1)}` : keyOf(name)
    return stepsOf(before, own, i === fields.length - 1 ? `}${end}` : '')
  })
}

/** A condition of several steps gets a bit, as long as there are bits. */
function numbered<Row, View>(steps: readonly Step<Row, View>[]): readonly Step<Row, View>[] {
  const bits = new Map<unknown, number>()
  const once = new Set<unknown>()
  for (const { when } of steps) {
    if (when === undefined || bits.has(when)) continue
    if (!once.has(when)) once.add(when)
    else if (bits.size < MOST_CONDITIONS) bits.set(when, 1 << bits.size)
  }
  for (const step of steps) step.bit = bits.get(step.when) ?? 0
  return steps
}
