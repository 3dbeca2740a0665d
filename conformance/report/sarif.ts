import { citationsOf, documentationOf, placeOf } from '../kit/citation.ts'
import { type MergedFinding, ruleOf } from '../kit/finding.ts'
import { hashOf } from '../kit/hash.ts'
import type { CheckEnded } from '../run/events.ts'
import { bugReport, headlineOf, sourcesOf } from './bug-report.ts'
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

/** What file names are relative to. */
const PACKAGE = 'PACKAGE'

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
        originalUriBaseIds: {
          [PACKAGE]: { description: { text: 'Where the package forgery is, such as node_modules/forgery/' } },
        },
        invocations: [
          {
            executionSuccessful: gathered.ended?.stopped === false,
            ...(gathered.started === undefined ? {} : { startTimeUtc: gathered.started.at }),
          },
        ],
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
  const links = documentationOf(source).map(({ title, url }) => `[${title}](${url})`)
  const rows = sourcesOf(source)
  return {
    id: ruleOf(check),
    shortDescription: { text: says },
    fullDescription: { text: `${says}. Level ${severity}. ${rows.join('; ')}` },
    ...(first === undefined ? {} : { helpUri: first.url }),
    help: {
      text: [says, ...rows].join('\n'),
      markdown: [`${says}.`, '', ...rows.map((row) => `- ${row}`), ...links.map((link) => `- ${link}`)].join(
        '\n',
      ),
    },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ['conformance', severity] },
  }
}

function result(fault: Fault, { started }: Gathered, options: ReporterOptions) {
  const { finding, first } = fault
  const { check, severity, title, operation = first.id } = finding
  const fingerprint = `${check}/${title}`
  return {
    ruleId: ruleOf(check),
    level: levels[severity],
    message: { text: `${headlineOf(fault)}.\n${bugReport(fault, options)}` },
    locations: locationsOf(first.source, `${started?.target ?? ''} ${operation}`.trim()),
    // Code scanning tells results of one rule apart by the second of them.
    partialFingerprints: {
      'check/title/v1': fingerprint,
      primaryLocationLineHash: `${hashOf(fingerprint).toString(16)}:1`,
    },
  }
}

/**
 * The page where the requirement is written down, a file of the package: code scanning refuses a report of which one
 * result has no file, and a service has none of its own. A requirement that is written down elsewhere has no location.
 */
function locationsOf(source: string, what: string) {
  const [row] = citationsOf(source)
  if (row === undefined) return []
  const [uri] = placeOf(row).split('#')
  return [
    {
      physicalLocation: { artifactLocation: { uri, uriBaseId: PACKAGE }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: what }],
    },
  ]
}
