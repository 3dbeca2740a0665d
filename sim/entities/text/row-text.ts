import type { Steps } from '../../lib/steps.ts'
import { MemoizedTexts } from './memoized-texts.ts'
import { Step, stepsOfAll } from './row-steps.ts'
import { StepTexts } from './step-texts.ts'
import { type Ask, type Named, written } from './written.ts'

/** Writes an object made of fields of the same row. */
export function objectOf<Row, View>(fields: Named<Row, View>): Ask<Row, View, string> {
  const text = new RowText(fields)
  const write = (row: Row, view: View) => text.write(row, view)
  const isAlwaysWhole = fields.every(([, { when, steps }]) => when === undefined && steps === undefined)
  return isAlwaysWhole && fields.length > 0 ? written(write, { fields }) : write
}

/** Writes rows of one shape as JSON text. Memoized fields that stand side by side are written as one value. */
export class RowText<Row, View> {
  readonly hasSteps: boolean
  readonly #fields: Named<Row, View>
  /** Made when the first row is written: many shapes never are. Null where no field is memoized. */
  #joined: Joined<Row, View> | null | undefined
  #apart: StepTexts<Row, View> | undefined

  constructor(fields: Named<Row, View>) {
    this.#fields = fields
    this.hasSteps = fields.some(([, { steps }]) => steps !== undefined)
  }

  write(row: Row, view: View): string {
    if (this.#joined === undefined) this.#joined = joinedOf(stepsOfAll(this.#fields))
    let asked = 0
    let holding = 0
    if (this.#joined !== null) {
      const { memoized, texts } = this.#joined
      for (const { when, bit } of memoized.conditions) {
        asked |= bit
        if (when?.(row, view)) holding |= bit
      }
      const known = memoized.of(row, holding)
      if (known !== undefined) return texts.write(row, view, asked, holding, known)
    }
    this.#apart ??= new StepTexts(stepsOfAll(this.#fields))
    return this.#apart.write(row, view, asked, holding)
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
}

interface Joined<Row, View> {
  readonly memoized: MemoizedTexts<Row, View>
  readonly texts: StepTexts<Row, View>
}

/** Steps with one for each run of memoized fields; null where there is none. */
function joinedOf<Row, View>(steps: readonly Step<Row, View>[]): Joined<Row, View> | null {
  const runs: Step<Row, View>[][] = []
  const joined: Step<Row, View>[] = []
  let last: Step<Row, View>[] | undefined
  for (const step of steps) {
    if (!step.isMemoized || (step.when !== undefined && step.bit === 0)) {
      joined.push(step)
      last = undefined
      continue
    }
    if (last === undefined) {
      last = []
      joined.push(new Step(',', () => '', '', undefined, runs.length))
      runs.push(last)
    }
    last.push(step)
  }
  return runs.length === 0 ? null : { memoized: new MemoizedTexts(runs), texts: new StepTexts(joined) }
}
