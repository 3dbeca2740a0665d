import { contract } from '../../sim/contract.ts'
import { sourceAsMarkdown } from '../kit/citation.ts'
import type { MergedFinding } from '../kit/finding.ts'
import { left, type MatrixRow, type MatrixSum, matrix, type Share, sums } from './matrix.ts'
import {
  atEnd,
  countsLine,
  type Fault,
  faults,
  type Gathered,
  type Reporter,
  type ReporterOptions,
  reasonOf,
} from './reporter.ts'

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

function heading({ started, ended }: Gathered, found: readonly Fault[]): string {
  if (started === undefined || ended === undefined) return ''
  const must = found.filter(({ finding: { severity } }) => severity === 'must').length
  const verdict = must > 0 ? `${must} of what must hold does not` : 'everything holds that must'
  const { target, dialect, tier, version, mode, seed } = started
  const facts = [
    version,
    tier,
    dialect === undefined ? 'either dialect' : `${dialect} dialect`,
    `mode ${mode}`,
    `seed ${seed}`,
  ]
  const told = facts.filter((fact) => fact !== undefined).join(', ')
  const early = ended.stopped ? ' The run was stopped before its end.' : ''
  return `## Conformance of ${code(target)}: ${verdict}\n\n${countsLine(ended.counts)} (${told}).${early}`
}

function finding({ finding: found, first }: Fault, { replay }: ReporterOptions): string {
  const recipe = first.result.kind === 'fail' ? first.result.recipe : undefined
  const calls =
    recipe === undefined
      ? []
      : [...recipe.arrangement, ...recipe.calls, ...recipe.objects.map((line) => `# ${line}`)]
  const smallest = recipe?.counterexample
  return [
    '<details>',
    `<summary>${html(found.severity)}: ${html(titleOf(found))} (${html(found.check)})</summary>`,
    '',
    `${first.says}. Source: ${sourceAsMarkdown(first.source)}`,
    '',
    '| expected | seen |',
    '|---|---|',
    `| ${cell(found.expected)} | ${cell(found.actual)} |`,
    '',
    ...(smallest === undefined ? [] : [`Smallest input: ${code(smallest)}`, '']),
    fenced('sh', [...calls, `# ${replay(found.check)}`].join('\n')),
    ...(found.metBy.length > 1 ? ['', `The same in ${found.metBy.length - 1} more checks.`] : []),
    '</details>',
  ].join('\n')
}

function titleOf({ operation, title }: MergedFinding): string {
  return operation === undefined ? title : `${operation}: ${title}`
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

/** Why checks have no verdict, the most frequent reason first. */
function open({ checks }: Gathered): string {
  const byReason = new Map<string, number>()
  for (const { result } of checks) {
    const reason = reasonOf(result)
    if (reason !== undefined) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }
  if (byReason.size === 0) return ''
  const rows = [...byReason].sort(([, one], [, other]) => other - one)
  const lines = rows.map(([reason, count]) => `| ${count} | ${cell(reason)} |`)
  return ['**Not tried**', '', '| checks | because |', '|---|---|', ...lines].join('\n')
}

/** How much of each family was reached, and folded away what was not. */
function coverage({ started, ended, checks }: Gathered, { inFull = new Set() }: ReporterOptions): string {
  if (ended === undefined || inFull.size === 0) return ''
  const rows = matrix(contract(started?.dialect), ended.tried, checks, inFull)
  return [
    '**Looked at**',
    '',
    '| family | operations that succeeded | documented statuses | parameters | roles | paging |',
    '|---|---|---|---|---|---|',
    ...sums(rows).map(familyLine),
    ...operationTable(rows.filter((row) => left(row) !== '')),
  ].join('\n')
}

function familyLine({ name, operations, statuses, params, roles, paging }: MatrixSum): string {
  return `| ${[name, ...[operations, statuses, params, roles, paging].map(shareText)].join(' | ')} |`
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
    '| operation | success | statuses | parameters | roles | paging | plan | not tried |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.slice(0, MOST_OPERATIONS).map(operationLine),
    ...(more > 0 ? ['', `… and ${more} more; --report html shows each.`] : []),
    '</details>',
  ]
}

function operationLine(row: MatrixRow): string {
  const { operation, success, statuses, params, roles, paging, tier } = row
  const cells = [
    `\`${operation}\``,
    success ? 'yes' : 'no',
    statuses.names.filter((name) => !statuses.missing.includes(name)).join(' '),
    shareText(params),
    shareText(roles),
    paging === undefined ? '' : shareText(paging),
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
  return code(text.length > 300 ? `${text.slice(0, 300)}…` : text).replaceAll('|', '\\|')
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
