import type { Steps } from '../../lib/steps.ts'

export type Ask<Row, View, Answer> = (row: Row, view: View) => Answer

/** A field as far as writing it goes: its value as JSON text, when it is there, and the same step by step. */
export interface Written<Row, View> {
  readonly write: Ask<Row, View, string>
  readonly when?: Ask<Row, View, boolean>
  readonly steps?: Ask<Row, View, Steps<string>>
}
export type Named<Row, View> = readonly (readonly [name: string, field: Written<Row, View>])[]

/** What is known of how a value is written: which of few texts it is, what stands between its quotes, or its fields. */
export interface Manner<Row, View> {
  readonly few?: { readonly texts: readonly string[]; readonly which: Ask<Row, View, number> }
  readonly quoted?: Ask<Row, View, string | null>
  readonly fields?: Named<Row, View>
  readonly either?: Either<Row, View>
  /** It follows from columns of the row alone, which have few values. */
  readonly isMemoized?: boolean
}

interface Either<Row, View> {
  readonly condition: Ask<Row, View, boolean>
  readonly yes: Ask<Row, View, string>
  readonly no: Ask<Row, View, string>
}

// Known by what writes the value, so that whoever gives a field another `write` has nothing else to take care of.
const manners = new WeakMap<object, Manner<never, never>>()

const PLAIN: Manner<never, never> = {}

export function mannerOf<Row, View>(write: Ask<Row, View, string>): Manner<Row, View> {
  return (manners.get(write) ?? PLAIN) as Manner<Row, View>
}

export function written<Row, View>(
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

/** Writes the one value where a condition holds, and the other where it does not. */
export function eitherOf<Row, View>(either: Either<Row, View>): Ask<Row, View, string> {
  const { condition, yes, no } = either
  const write = (row: Row, view: View) => (condition(row, view) ? yes : no)(row, view)
  return written(write, { either })
}

/** The same value, which follows from columns of the row alone that have few values: it is written once for each. */
export function memoizedWrite<Row, View>(write: Ask<Row, View, string>): Ask<Row, View, string> {
  return written((row: Row, view: View) => write(row, view), { ...mannerOf(write), isMemoized: true })
}
