import { githubReporter } from './github.ts'
import { htmlReporter } from './html.ts'
import { jsonReporter } from './json.ts'
import { junitReporter } from './junit.ts'
import { markdownReporter } from './markdown.ts'
import type { Reporter, ReporterOptions } from './reporter.ts'
import { sarifReporter } from './sarif.ts'
import { textReporter } from './text.ts'

export type { Reporter, ReporterOptions }

const reporters = {
  text: textReporter,
  json: jsonReporter,
  junit: junitReporter,
  markdown: markdownReporter,
  html: htmlReporter,
  sarif: sarifReporter,
  github: githubReporter,
} as const satisfies { readonly [format: string]: (options: ReporterOptions) => Reporter }

export type ReportFormat = keyof typeof reporters
export const reportFormats = Object.keys(reporters) as ReportFormat[]

export function reporterFor(format: ReportFormat, options: ReporterOptions): Reporter {
  return reporters[format](options)
}
