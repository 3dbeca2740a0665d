import { type Ask, mannerOf, type Named, type Written } from './written.ts'

/** What many values are, whatever their kind; the first two of texts, too. */
const USUAL = ['null', '""', '0', '[]']

function usual(text: string): number {
  const { length } = text
  if (length > 4 || length === 3) return -1
  if (length === 1) return text === '0' ? 2 : -1
  return USUAL.indexOf(text)
}

/** What may stand between two values: by where it begins, and what was chosen since. */
export type Literals = (Map<number, string> | undefined)[]

export interface Condition<Row, View> {
  readonly holds: Ask<Row, View, boolean>
  /** The value is there where it does not hold. */
  readonly isNot: boolean
}

/** One value of a row, and what stands around it. */
export class Step<Row, View> {
  /** What stands before the value: `,"id":`. */
  readonly key: string
  /** What stands behind it: the brace of an object that ends there. */
  readonly end: string
  /** What stands before and behind what `value` writes: the same, and a quote. */
  readonly lead: string
  readonly behind: string
  readonly isQuoted: boolean
  readonly when: Ask<Row, View, boolean> | undefined
  readonly isNot: boolean
  /** Tells the condition among those of several steps; 0 for what this step alone asks. */
  bit = 0
  /** The place of a memoized text among those of a row; negative for a value of its own. */
  readonly run: number
  readonly isMemoized: boolean
  readonly which: Ask<Row, View, number> | undefined
  readonly value: Ask<Row, View, string | null>
  readonly texts: readonly string[]
  /** As many choices: its texts, and none where it is absent. */
  readonly radix: number
  /** What may stand before the value of this step, with its key: by the step where that begins, and what was chosen. */
  leads: Literals = []
  /** What was chosen last. */
  lastStart = -1
  lastChosen = -1
  lastLead = ''
  /** The same for a part that ends before the step, without its key. */
  parts: Literals = []

  constructor(
    key: string,
    write: Ask<Row, View, string>,
    end: string,
    condition?: Condition<Row, View>,
    run = -1,
  ) {
    const { few, quoted, isMemoized } = mannerOf(write)
    this.key = key
    this.end = end
    this.isQuoted = quoted !== undefined
    this.lead = this.isQuoted ? `${key}"` : key
    this.behind = this.isQuoted ? `"${end}` : end
    this.when = condition?.holds
    this.isNot = condition?.isNot === true
    this.run = run
    this.isMemoized = isMemoized === true
    this.which = few?.which
    this.value = quoted ?? write
    this.texts = few?.texts ?? USUAL
    this.radix = this.texts.length + 1
  }

  /** Which of the usual values what was written is; negative for another one. */
  usual(value: string | null): number {
    if (this.which !== undefined) return -1
    if (!this.isQuoted) return usual(value as string)
    return value === null ? 0 : value === '' ? 1 : -1
  }

  /** The value with all that stands around it. */
  text(row: Row, view: View): string {
    const known = this.which === undefined ? undefined : this.texts[this.which(row, view)]
    const value = known ?? this.value(row, view)
    return value === null ? `${this.key}null${this.end}` : `${this.lead}${value}${this.behind}`
  }
}

export function keyOf(name: string): string {
  return `,${JSON.stringify(name)}:`
}

/** The values of fields: their own, or those of the objects that they are. */
export function stepsOfAll<Row, View>(fields: Named<Row, View>): readonly Step<Row, View>[] {
  return numbered(fields.flatMap(([name, field]) => stepsOf(keyOf(name), field)))
}

function stepsOf<Row, View>(key: string, field: Written<Row, View>, end = ''): Step<Row, View>[] {
  const { write, when, steps } = field
  const { fields, either } = mannerOf(write)
  if (either !== undefined && when === undefined) {
    const { condition: holds, yes, no } = either
    return [new Step(key, yes, end, { holds, isNot: false }), new Step(key, no, end, { holds, isNot: true })]
  }
  if (fields === undefined || steps !== undefined)
    return [new Step(key, write, end, when && { holds: when, isNot: false })]
  return fields.flatMap(([name, inner], i) => {
    const own = { ...inner, ...(when === undefined ? {} : { when }) }
    const before = i === 0 ? `${key}{${keyOf(name).slice(1)}` : keyOf(name)
    return stepsOf(before, own, i === fields.length - 1 ? `}${end}` : '')
  })
}

/** Conditions that are asked once a row; a number has so many bits. */
const MOST_CONDITIONS = 30

/** A condition of several steps, or of memoized ones, gets a bit, as long as there are bits. */
function numbered<Row, View>(steps: readonly Step<Row, View>[]): readonly Step<Row, View>[] {
  const bits = new Map<unknown, number>()
  const once = new Set<unknown>()
  for (const { when, isMemoized } of steps) {
    if (when === undefined || bits.has(when)) continue
    if (!once.has(when) && !isMemoized) once.add(when)
    else if (bits.size < MOST_CONDITIONS) bits.set(when, 1 << bits.size)
  }
  for (const step of steps) step.bit = bits.get(step.when) ?? 0
  return steps
}
