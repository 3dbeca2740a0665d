import { scopeText } from '../run/scope.ts'
import { headlineOf, sourcesOf } from './bug-report.ts'
import { atEnd, countsLine, faults, type Gathered, type Reporter, type ReporterOptions } from './reporter.ts'

/** For GitHub Actions: an annotation a fault, as workflow commands. */
export function githubReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => lines(gathered, options).join('\n'))
}

function lines(gathered: Gathered, { replay }: ReporterOptions): readonly string[] {
  const found = faults(gathered).map((fault) => {
    const { check, severity, expected, actual } = fault.finding
    const text = [
      headlineOf(fault),
      fault.first.says,
      ...sourcesOf(fault.first.source),
      `expected ${expected}`,
      `actual ${actual}`,
      replay(check),
    ].join('\n')
    return `::${severity === 'must' ? 'error' : 'warning'} title=${property(check)}::${data(text)}`
  })
  const broken = gathered.checks.flatMap(({ id, result }) =>
    result.kind === 'broken'
      ? [`::error title=${property(id)}::${data(`broken: ${result.error.split('\n', 1)[0]}`)}`]
      : [],
  )
  const known = gathered.checks.flatMap(({ id, result }) =>
    result.kind === 'known'
      ? [`::notice title=${property(id)}::${data(`known: ${result.finding.title}\n${result.reason}`)}`]
      : [],
  )
  const { started, ended } = gathered
  const scope = started?.scope === undefined ? '' : `\nscope ${scopeText(started.scope)}`
  const last =
    ended === undefined
      ? []
      : [`::notice title=forgery conform::${data(`${countsLine(ended.counts)}${scope}`)}`]
  return [...found, ...broken, ...known, ...last, '']
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
