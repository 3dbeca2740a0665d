import XMLBuilder from 'fast-xml-builder'
import { ruleOf } from '../kit/finding.ts'
import type { CheckEnded } from '../run/events.ts'
import { atEnd, type Gathered, type Reporter, type ReporterOptions, reasonOf } from './reporter.ts'

/** For continuous integration: one JUnit document at the end, a test suite a family or law, a test case a check. */
export function junitReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => document(gathered, options))
}

interface Element {
  readonly [name: string]: unknown
}

function document(gathered: Gathered, options: ReporterOptions): string {
  const { checks, ended } = gathered
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
      ...totals(checks),
      '@time': seconds(ended?.milliseconds ?? 0),
      testsuite: [...groups].map(([name, members]) => ({
        '@name': name,
        ...totals(members),
        '@time': seconds(members.reduce((sum, check) => sum + check.milliseconds, 0)),
        testcase: members.map((check) => testCase(check, options)),
      })),
    },
  })
}

function groupOf(id: string): string {
  return id.startsWith('laws/') ? ruleOf(id) : (id.split('/')[0] ?? id)
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

function testCase({ id, says, result, milliseconds }: CheckEnded, { replay }: ReporterOptions): Element {
  const named = { '@classname': groupOf(id), '@name': `${id}: ${says}`, '@time': seconds(milliseconds) }
  switch (result.kind) {
    case 'pass':
      return named
    case 'fail': {
      const { finding, recipe } = result
      const lines = [
        `expected ${finding.expected}`,
        `actual   ${finding.actual}`,
        ...(recipe.counterexample === undefined ? [] : [`smallest ${recipe.counterexample}`]),
        ...recipe.arrangement,
        ...recipe.calls,
        ...recipe.objects.map((line) => `# ${line}`),
        `replay: ${replay(id)}`,
      ]
      return {
        ...named,
        failure: { '@type': finding.severity, '@message': finding.title, '#text': lines.join('\n') },
      }
    }
    case 'broken':
      return { ...named, error: { '@message': 'the suite itself went wrong', '#text': result.error } }
    case 'blocked':
      return { ...named, skipped: { '@message': `blocked: ${reasonOf(result)}` } }
    case 'known':
      return { ...named, skipped: { '@message': `known: ${result.finding.title}; ${result.reason}` } }
    case 'skip':
    case 'disabled':
      return { ...named, skipped: { '@message': result.reason } }
    default:
      return result satisfies never
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
