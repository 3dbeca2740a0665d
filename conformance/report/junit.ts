import XMLBuilder from 'fast-xml-builder'
import { ruleOf } from '../kit/finding.ts'
import type { CheckEnded } from '../run/events.ts'
import { scopeText } from '../run/scope.ts'
import { bugReport, headlineOf } from './bug-report.ts'
import { atEnd, type Gathered, type Reporter, type ReporterOptions, reasonOf } from './reporter.ts'

/** For continuous integration: one JUnit document at the end, a test suite a family or law, a test case a check. */
export function junitReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => document(gathered, options))
}

interface Element {
  readonly [name: string]: unknown
}

function document(gathered: Gathered, options: ReporterOptions): string {
  const { checks, started, ended } = gathered
  const scope = started?.scope === undefined ? [] : [{ '@name': 'scope', '@value': scopeText(started.scope) }]
  const groups = new Map<string, CheckEnded[]>()
  for (const check of checks) groups.set(groupOf(check.id), [...(groups.get(groupOf(check.id)) ?? []), check])
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    format: true,
    suppressBooleanAttributes: false,
  })
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'forgery conform',
      ...withoutSkipped(totals(checks)),
      '@time': seconds(ended?.milliseconds ?? 0),
      testsuite: [...groups].map(([name, members]) => ({
        '@name': name,
        ...totals(members),
        ...(started === undefined ? {} : { '@timestamp': started.at.replace(/(\.\d+)?Z$/, '') }),
        '@time': seconds(members.reduce((sum, check) => sum + check.milliseconds, 0)),
        ...(scope.length === 0 ? {} : { properties: { property: scope } }),
        testcase: members.map((check) => testCase(check, options)),
      })),
    },
  })
}

function groupOf(id: string): string {
  return id.startsWith('laws/') ? ruleOf(id) : (id.split('/')[0] ?? id)
}

// The schema of Jenkins knows the number of skipped tests of a suite, and none of all suites.
function withoutSkipped({ '@skipped': _skipped, ...rest }: Element): Element {
  return rest
}

function totals(checks: readonly CheckEnded[]): Element {
  const count = (...kinds: readonly string[]) =>
    checks.filter(({ result }) => kinds.includes(result.kind)).length
  return {
    '@tests': checks.length,
    '@failures': count('fail'),
    '@errors': count('broken'),
    '@skipped': count('known', 'skip', 'disabled', 'blocked'),
  }
}

function testCase(check: CheckEnded, options: ReporterOptions): Element {
  const { id, says, result, milliseconds } = check
  const named = { '@classname': groupOf(id), '@name': `${id}: ${says}`, '@time': seconds(milliseconds) }
  switch (result.kind) {
    case 'pass':
      return named
    case 'fail': {
      const { finding } = result
      const fault = { finding: { ...finding, metBy: [id] }, first: check }
      const report = printable(bugReport(fault, options))
      return {
        ...named,
        failure: { '@type': finding.severity, '@message': printable(headlineOf(fault)), '#text': report },
      }
    }
    case 'broken':
      return {
        ...named,
        error: { '@message': 'the suite itself went wrong', '#text': printable(result.error) },
      }
    case 'blocked':
      return { ...named, skipped: { '@message': `blocked: ${reasonOf(result)}` } }
    case 'known':
      return {
        ...named,
        skipped: { '@message': printable(`known: ${result.finding.title}; ${result.reason}`) },
      }
    case 'skip':
    case 'disabled':
      return { ...named, skipped: { '@message': printable(result.reason) } }
    default:
      return result satisfies never
  }
}

/** Without characters that XML cannot hold: a service may answer with any. */
function printable(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
