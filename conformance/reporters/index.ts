import { jsonReporter } from './json.ts'
import { junitReporter } from './junit.ts'
import type { Reporter, ReporterOptions } from './reporter.ts'
import { textReporter } from './text.ts'

export type { Reporter, ReporterOptions }

export const reportFormats = ['text', 'json', 'junit'] as const
export type ReportFormat = (typeof reportFormats)[number]

export function reporterFor(format: ReportFormat, options: ReporterOptions): Reporter {
  switch (format) {
    case 'text':
      return textReporter(options)
    case 'json':
      return jsonReporter(options)
    case 'junit':
      return junitReporter(options)
    default:
      return format satisfies never
  }
}
