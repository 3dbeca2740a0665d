import { documentationOf } from '../kit/citation.ts'
import { beginningOf } from '../kit/json.ts'
import { scopeText } from '../run/scope.ts'
import { acceptedText, contractFor } from '../targets/accepted.ts'
import { callsOf, headlineOf, recipeOf, sourcesOf } from './bug-report.ts'
import { left, type MatrixRow, type MatrixSum, matrix, sums } from './matrix.ts'
import {
  atEnd,
  countsLine,
  type Fault,
  faults,
  type Gathered,
  type Reporter,
  type ReporterOptions,
} from './reporter.ts'
import { sentenceShares } from './sentences.ts'
import type { Share } from './share.ts'
import { openReasons, verdictOf } from './verdict.ts'

/** For a comment on a merge request: the verdict first, what was found folded away, then what was looked at. */
export function markdownReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => document(gathered, options))
}

const MOST_FINDINGS = 30

function document(gathered: Gathered, options: ReporterOptions): string {
  const found = faults(gathered)
  const parts = [
    heading(gathered, found),
    ...found.slice(0, MOST_FINDINGS).map((fault) => finding(fault, options)),
    ...(found.length > MOST_FINDINGS ? [`… and ${found.length - MOST_FINDINGS} more.`] : []),
    broken(gathered),
    known(gathered),
    open(gathered),
    coverage(gathered, options),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function heading(gathered: Gathered, found: readonly Fault[]): string {
  const { started, ended } = gathered
  if (started === undefined || ended === undefined) return ''
  const { sentence } = verdictOf(gathered, found)
  const { target, tier, version, mode, scope, seed, at } = started
  const facts = [
    version,
    tier,
    acceptedText(started),
    `mode ${mode}`,
    scope === undefined ? undefined : `scope ${scopeText(scope)}`,
    `seed ${seed}`,
    at.slice(0, 'YYYY-MM-DD'.length),
  ]
  const told = facts.filter((fact) => fact !== undefined).join(', ')
  const early = ended.stopped ? ' The run was stopped before its end.' : ''
  return `## Conformance of ${code(target)}\n\n**${sentence}**\n\n${countsLine(ended.counts)} (${told}).${early}`
}

function finding(fault: Fault, { replay }: ReporterOptions): string {
  const { finding: found, first } = fault
  const recipe = recipeOf(first)
  const smallest = recipe?.counterexample
  return [
    '<details>',
    `<summary>${html(found.severity)}: ${html(headlineOf(fault))} (${html(found.check)})</summary>`,
    '',
    `${first.says}.`,
    '',
    ...sourcesOf(first.source).map((line) => `- ${line}`),
    ...linksOf(first.source),
    '',
    '| expected | actual |',
    '|---|---|',
    `| ${cell(found.expected)} | ${cell(found.actual)} |`,
    '',
    ...(smallest === undefined ? [] : [`Smallest input: ${code(smallest)}`, '']),
    fenced('sh', [...(recipe === undefined ? [] : callsOf(recipe)), `# ${replay(found.check)}`].join('\n')),
    ...(found.metBy.length > 1 ? ['', `The same in ${found.metBy.length - 1} more checks.`] : []),
    '</details>',
  ].join('\n')
}

function linksOf(source: string): readonly string[] {
  const links = documentationOf(source).map(({ title, url }) => `[${title}](${url})`)
  return links.length === 0 ? [] : [`- ${links.join(', ')}`]
}

function broken({ checks }: Gathered): string {
  const lines = checks.flatMap(({ id, result }) =>
    result.kind === 'broken' ? [`- ${code(id)}: ${code(result.error.split('\n', 1)[0] ?? '')}`] : [],
  )
  return lines.length === 0 ? '' : `**Broken, by a fault of the suite itself**\n\n${lines.join('\n')}`
}

/** What a baseline accepts. */
function known({ checks }: Gathered): string {
  const rows = checks.flatMap(({ id, result }) =>
    result.kind === 'known'
      ? [`| ${code(id)} | ${cell(result.finding.title)} | ${cell(result.reason)} |`]
      : [],
  )
  return rows.length === 0
    ? ''
    : ['**Known**', '', '| check | finding | accepted because |', '|---|---|---|', ...rows].join('\n')
}

function open(gathered: Gathered): string {
  const lines = openReasons(gathered).map(([reason, count]) => `| ${count} | ${cell(reason)} |`)
  return lines.length === 0
    ? ''
    : ['**Not tried**', '', '| checks | because |', '|---|---|', ...lines].join('\n')
}

/** How much of each family was reached, and folded away what was not. */
function coverage(
  { started, ended, checks }: Gathered,
  { inFull = new Set(), sentences = [] }: ReporterOptions,
): string {
  if (ended === undefined || inFull.size === 0) return ''
  const rows = matrix(contractFor(started), ended.tried, checks, inFull, sentences)
  const shares = sentenceShares(sentences, checks)
  return [
    '**Looked at**',
    '',
    '| family | operations that succeeded | documented statuses | parameters | roles | paging | sentences |',
    '|---|---|---|---|---|---|---|',
    ...sums(rows, shares).map(familyLine),
    ...operationTable(rows.filter((row) => left(row) !== '')),
    ...untold(shares),
  ].join('\n')
}

function familyLine({ name, ...shares }: MatrixSum): string {
  const { operations, statuses, params, roles, paging, sentences } = shares
  return `| ${[name, ...[operations, statuses, params, roles, paging, sentences].map(shareText)].join(' | ')} |`
}

/** Rows of `conformance/sources` that no check decided. */
function untold(shares: ReadonlyMap<string, Share>): readonly string[] {
  const open = [...shares].filter(([, { missing }]) => missing.length > 0)
  if (open.length === 0) return []
  const lines = open.map(([page, { missing }]) => `- ${page}: ${missing.map(code).join(', ')}`)
  const count = open.reduce((sum, [, { missing }]) => sum + missing.length, 0)
  return [
    '',
    '<details>',
    `<summary>Not tried: ${count} sentence${count === 1 ? '' : 's'}</summary>`,
    '',
    ...lines,
    '</details>',
  ]
}

// A comment has its bounds; the page of --report html has none.
const MOST_OPERATIONS = 100

/** The operations of which something was not tried. */
function operationTable(rows: readonly MatrixRow[]): readonly string[] {
  if (rows.length === 0) return []
  const more = rows.length - MOST_OPERATIONS
  return [
    '',
    '<details>',
    `<summary>Not tried: something of ${rows.length} operations</summary>`,
    '',
    '| operation | success | statuses | parameters | roles | paging | sentences | plan | not tried |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.slice(0, MOST_OPERATIONS).map(operationLine),
    ...(more > 0 ? ['', `… and ${more} more; --report html shows each.`] : []),
    '</details>',
  ]
}

function operationLine(row: MatrixRow): string {
  const { operation, success, statuses, params, roles, paging, sentences, tier } = row
  const cells = [
    `\`${operation}\``,
    success ? 'yes' : 'no',
    statuses.names.filter((name) => !statuses.missing.includes(name)).join(' '),
    shareText(params),
    shareText(roles),
    paging === undefined ? '' : shareText(paging),
    shareText(sentences),
    tier === 'free' ? '' : tier,
    left(row),
  ]
  return `| ${cells.join(' | ')} |`
}

function shareText({ tried, of }: Share): string {
  return of === 0 ? '' : `${tried} of ${of}`
}

function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function code(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ')
  return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``
}

function cell(text: string): string {
  return code(text.length > 300 ? `${beginningOf(text, 300)}…` : text).replaceAll('|', '\\|')
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
