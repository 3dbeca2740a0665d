import { documentationOf, sourceAsMarkdown } from '../kit/citation.ts'
import { type MergedFinding, ruleOf } from '../kit/finding.ts'
import type { CheckEnded } from '../run/events.ts'
import { atEnd, type Fault, faults, type Gathered, type Reporter, type ReporterOptions } from './reporter.ts'

/** For code scanning: SARIF 2.1.0, a rule a check or law, a result a fault. */
export function sarifReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => `${JSON.stringify(document(gathered, options), null, 2)}\n`)
}

// A baseline names findings one by one, so they are told one by one.
function knownFaults({ checks }: Gathered): readonly (Fault & { readonly reason: string })[] {
  return checks.flatMap((first) => {
    const { id, result } = first
    return result.kind === 'known'
      ? [{ finding: { ...result.finding, metBy: [id] }, first, reason: result.reason }]
      : []
  })
}

const levels = { must: 'error', should: 'warning', observe: 'note' } as const

function document(gathered: Gathered, options: ReporterOptions) {
  const found = faults(gathered)
  const known = knownFaults(gathered)
  const rules = [
    ...new Map(
      [...found, ...known].map(({ finding, first }) => [ruleOf(finding.check), rule(finding, first)]),
    ).values(),
  ]
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'forgery conform', rules } },
        invocations: [{ executionSuccessful: gathered.ended?.stopped === false }],
        ...(gathered.started?.scope === undefined ? {} : { properties: { scope: gathered.started.scope } }),
        results: [
          ...found.map((fault) => result(fault, gathered, options)),
          ...known.map((fault) => ({
            ...result(fault, gathered, options),
            suppressions: [{ kind: 'external', status: 'accepted', justification: fault.reason }],
          })),
        ],
      },
    ],
  }
}

function rule({ check, severity }: MergedFinding, { says, source }: CheckEnded) {
  const [first] = documentationOf(source)
  return {
    id: ruleOf(check),
    shortDescription: { text: says },
    ...(first === undefined ? {} : { helpUri: first.url }),
    help: { text: source, markdown: sourceAsMarkdown(source) },
    defaultConfiguration: { level: levels[severity] },
  }
}

function result({ finding, first }: Fault, { started }: Gathered, { replay }: ReporterOptions) {
  const { check, severity, title, expected, actual, operation = first.id } = finding
  const text = `${operation}: ${title}\nexpected ${expected}\nseen ${actual}\nreplay: ${replay(check)}`
  return {
    ruleId: ruleOf(check),
    level: levels[severity],
    message: { text },
    locations: [
      {
        // Viewers want a place in a file; a service has paths.
        physicalLocation: {
          artifactLocation: { uri: operation.replace(/^[A-Z]+ \/?/, '').replaceAll(':', '') },
        },
        logicalLocations: [{ fullyQualifiedName: `${started?.target ?? ''} ${operation}`.trim() }],
      },
    ],
    partialFingerprints: { 'check/title/v1': `${check}/${title}` },
  }
}
