import type { Event } from '../run/events.ts'
import { type Reporter, type ReporterOptions, type ReportFormat, reporterFor } from './index.ts'

/** A report that is wished for, and its file; without one it goes to standard output. */
export interface ReportWish {
  readonly kind: ReportFormat
  readonly file?: string | undefined
}

interface Sink {
  readonly reporter: Reporter
  readonly file: string | undefined
  readonly parts: string[]
}

/** Several reports of one run. */
export interface Delivery {
  /** What is to be written to standard output after this event. */
  next(event: Event): string
  /** The files and what is to be written to them. */
  files(): readonly (readonly [file: string, text: string])[]
}

/**
 * Reports as they are wished for. Where all of them go into files, people still read the text; `output` is the file of
 * the one that names none.
 */
export function deliver(
  wishes: readonly ReportWish[],
  output: string | undefined,
  options: ReporterOptions,
): Delivery {
  const open = wishes.filter(({ file }) => file === undefined)
  if (open.length > 1)
    throw new RangeError(
      'only one report can go to standard output: give the others a file, as in --report junit=report.xml',
    )
  const all: readonly ReportWish[] =
    open.length === 0 ? [{ kind: 'text', file: undefined }, ...wishes] : wishes
  const sinks: readonly Sink[] = all.map(({ kind, file = output }) => ({
    reporter: reporterFor(kind, options),
    file,
    parts: [],
  }))
  return {
    next: (event) => {
      let printed = ''
      for (const { reporter, file, parts } of sinks) {
        const text = reporter.next(event)
        if (file === undefined) printed += text
        else parts.push(text)
      }
      return printed
    },
    files: () =>
      sinks.flatMap(({ file, parts }) => (file === undefined ? [] : [[file, parts.join('')] as const])),
  }
}
