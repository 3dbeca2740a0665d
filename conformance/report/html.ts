import { documentationOf, placeOfPage } from '../kit/citation.ts'
import { type CheckEnded, resultKinds } from '../run/events.ts'
import { contractFor } from '../targets/accepted.ts'
import { callsOf, headlineOf, recipeOf, sourcesOf } from './bug-report.ts'
import { pageScript, pageStyle } from './html-page.ts'
import { byFamily, left, type MatrixRow, matrix, sumOf } from './matrix.ts'
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
import { sentenceShares } from './sentences.ts'
import type { NamedShare, Share } from './share.ts'
import { factsOf, openReasons, verdictOf } from './verdict.ts'

/** For a browser: one page that needs nothing else, with the findings, the matrix and every check, and a filter. */
export function htmlReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => page(gathered, options))
}

function page(gathered: Gathered, options: ReporterOptions): string {
  const { started, ended, checks } = gathered
  const found = faults(gathered)
  const { inFull: full = new Set(), sentences = [] } = options
  const rows =
    ended === undefined
      ? []
      : matrix(contractFor(started), ended.tried, checks, full, sentences).filter(
          ({ inFull, operation }) => inFull || operation in ended.tried,
        )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${text(started?.target ?? '')}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>Conformance of ${text(started?.target ?? '')}</h1>
${verdict(gathered, found)}
<p class="tools"><label>Filter <input id="filter" type="search" placeholder="milestones, fail, 409 …" autocomplete="off"></label>
<label><input id="gaps" type="checkbox"> only rows with something that failed or was not tried</label></p>
</header>
<main>
<section>
<h2>Matrix <small>what was looked at of each operation</small></h2>
${matrixOf(rows, sentenceShares(sentences, checks))}
</section>
<section>
<h2>Findings <small>${found.length}</small></h2>
${found.length === 0 ? '<p>Nothing that was tried is wrong.</p>' : found.map((fault, i) => finding(fault, i, options)).join('\n')}
</section>
<section>
<h2>Checks <small>${checks.length}</small></h2>
${checkTable(checks)}
</section>
</main>
<script>${pageScript}</script>
</body>
</html>
`
}

const MOST_NAMED = 10

/** What a manager reads: whether it conforms, of what this is told, what was found and what was not tried. */
function verdict(gathered: Gathered, found: readonly Fault[]): string {
  const { kind, sentence, tried } = verdictOf(gathered, found)
  const facts = factsOf(gathered).map(([name, fact]) => `<dt>${name}</dt><dd>${text(fact)}</dd>`)
  const named = found
    .slice(0, MOST_NAMED)
    .map(
      (fault, i) =>
        `<li><a href="#finding-${i + 1}">${text(headlineOf(fault))}</a> <small>${fault.finding.severity}</small></li>`,
    )
  const more = found.length - named.length
  return `<div class="verdict ${kind}">
<p class="sentence">${text(sentence)}</p>
<p>${text(tried)}</p>
</div>
<dl class="facts">${facts.join('')}</dl>
${named.length === 0 ? '' : `<h2>Found</h2><ol>${named.join('')}</ol>${more > 0 ? `<p>and ${more} more below</p>` : ''}`}
${notTried(gathered)}
<p class="counts">${gathered.ended === undefined ? '' : text(countsLine(gathered.ended.counts))}</p>`
}

function notTried(gathered: Gathered): string {
  const reasons = openReasons(gathered)
  if (reasons.length === 0) return ''
  const rows = reasons.map(
    ([reason, count]) => `<tr><td class="number">${count}</td><td>${text(reason)}</td></tr>`,
  )
  const total = reasons.reduce((sum, [, count]) => sum + count, 0)
  return `<details class="open"><summary>Not tried: ${counted(total, 'check')}, for ${counted(reasons.length, 'reason')}</summary><table><tbody>${rows.join('\n')}</tbody></table></details>`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function finding(fault: Fault, index: number, { replay }: ReporterOptions): string {
  const { finding: found, first } = fault
  const recipe = recipeOf(first)
  const calls = recipe === undefined ? [] : callsOf(recipe)
  const smallest = recipe?.counterexample
  const headline = headlineOf(fault)
  return `<details class="finding ${found.severity}" id="finding-${index + 1}" data-filter="${attribute([found.check, found.severity, headline])}">
<summary><b>${found.severity}</b> ${text(headline)} <small>${text(found.check)}${found.metBy.length > 1 ? `, and ${found.metBy.length - 1} more` : ''}</small></summary>
<p>${text(first.says)}</p>
<ul>${sourcesOf(first.source)
    .map((line) => `<li>${text(line)}</li>`)
    .join('')}${documentation(first.source)}</ul>
<div class="sides"><div><h3>Expected</h3><pre>${text(found.expected)}</pre></div><div><h3>Seen</h3><pre>${text(found.actual)}</pre></div></div>
${smallest === undefined ? '' : `<p>Smallest input <code>${text(smallest)}</code></p>`}
<h3>Calls</h3><pre class="calls">${text(calls.join('\n'))}</pre>
<p>Replay <code>${text(replay(found.check))}</code></p>
</details>`
}

/** Links that work wherever the page is opened. */
function documentation(source: string): string {
  const links = documentationOf(source).map(
    ({ title, url }) => `<a href="${text(url)}" rel="noreferrer">${text(title)}</a>`,
  )
  return links.length === 0 ? '' : `<li>${links.join(', ')}</li>`
}

const head = [
  'operation',
  'success',
  'statuses',
  'parameters',
  'roles',
  'paging',
  'sentences',
  'plan',
  'passed',
  'failed',
  'open',
]

/** More families than these are folded. */
const MOST_UNFOLDED = 3

function matrixOf(rows: readonly MatrixRow[], sentences: ReadonlyMap<string, NamedShare>): string {
  const families = byFamily(rows.filter(({ inFull }) => inFull))
  const others = [...sentences].filter(([page]) => !families.some(([name]) => name === page))
  const touched = rows.filter(({ inFull }) => !inFull)
  const legend =
    families.length === 0
      ? ''
      : '<p class="legend"><span class="name">tried</span> <span class="name missing">not tried</span> <span class="name excused">cannot be reached; point at it for the reason</span></p>'
  const unfolded = families.length > MOST_UNFOLDED ? '' : ' open'
  return [
    legend,
    ...families.map(
      ([name, mine]) =>
        `<details class="family"${unfolded}><summary>${familySum(name, mine, sentences.get(name))}</summary>${table([['', mine]])}${sentencesOf(name, sentences.get(name))}</details>`,
    ),
    ...others.map(
      ([name, share]) =>
        `<details class="family"${unfolded}><summary>${familySum(name, [], share)}</summary>${sentencesOf(name, share)}</details>`,
    ),
    touched.length === 0
      ? ''
      : `<details class="family"${families.length === 0 ? ' open' : ''}><summary>${otherwise(touched.length, families.length > 0)}</summary>${table(byFamily(touched))}</details>`,
  ].join('\n')
}

function otherwise(count: number, more: boolean): string {
  return `${count}${more ? ' more' : ''} operation${count === 1 ? '' : 's'} that single checks look at`
}

function familySum(name: string, rows: readonly MatrixRow[], stated?: Share): string {
  const { operations, statuses, params, roles, paging, sentences } = sumOf(name, rows, stated)
  const shares = Object.entries({ operations, statuses, parameters: params, roles, paging, sentences })
  const told = shares.filter(([, { of }]) => of > 0).map(([noun, share]) => shareText(noun, share))
  const failed = rows.filter((row) => row.failed > 0).length
  return `<b>${text(name)}</b> ${told.join(' ')}${failed === 0 ? '' : ` <span class="share none">${failed} with failures</span>`}`
}

/** All sentences of a page; those that were not tried come first. */
function sentencesOf(name: string, share: NamedShare | undefined): string {
  if (share === undefined) return ''
  const { names, missing, excused } = share
  const seen = names.filter((one) => !missing.includes(one))
  const kind = missing.length === 0 ? ' class="whole"' : ''
  const chips = [...missing, ...seen].map((one) => chip(one, share))
  const reasons = excused.length === 0 ? '' : ` ${excusedChips(share)}`
  return `<p${kind} data-filter="${attribute([name, 'sentences'])}">Sentences of <code>${text(placeOfPage(name))}</code>: ${chips.join(' ')}${reasons}</p>`
}

function shareText(noun: string, { tried, of }: Share): string {
  return `<span class="share${tried === of ? '' : ' part'}">${tried}/${of} ${noun}</span>`
}

function table(families: readonly (readonly [name: string, rows: readonly MatrixRow[]])[]): string {
  const headings = head.map((name) => `<th>${name}</th>`).join('')
  const bodies = families.map(
    ([name, rows]) =>
      `<tbody>${name === '' ? '' : `<tr class="family"><th colspan="${head.length}">${text(name)}</th></tr>`}${rows.map(matrixRow).join('\n')}</tbody>`,
  )
  return `<div class="wide"><table class="matrix"><thead><tr>${headings}</tr></thead>${bodies.join('\n')}</table></div>`
}

function matrixRow(row: MatrixRow): string {
  const { operation, family, inFull, statuses, params, roles, paging, sentences, tier } = row
  const { passed, failed, open } = row
  const cells = [
    `<td><code>${text(operation).replaceAll('/', '/<wbr>')}</code></td>`,
    successCell(row),
    `<td>${statuses.names.map((name) => chip(name, statuses)).join(' ')} ${excusedChips(statuses)}</td>`,
    folded(params, inFull),
    folded(roles, inFull),
    paging === undefined ? '<td></td>' : folded(paging, inFull),
    folded(sentences, inFull),
    `<td>${tier === 'free' ? '' : tier}</td>`,
    `<td>${passed}</td>`,
    `<td${failed > 0 ? ' class="fail"' : ''}>${failed}</td>`,
    `<td>${open}</td>`,
  ]
  const whole = failed === 0 && left(row) === ''
  return `<tr${whole ? ' class="whole"' : ''} data-filter="${attribute([family, failed > 0 ? 'fail' : ''])}">${cells.join('')}</tr>`
}

function successCell({ success, inFull, statuses }: MatrixRow): string {
  if (success) return '<td class="full">yes</td>'
  const excused = !inFull || statuses.excused.some(([status]) => status.startsWith('2'))
  return `<td class="${excused ? '' : 'none'}">no</td>`
}

const MOST_OPEN = 4

/** How many, and behind it which ones; some of what was not tried stands open. */
function folded(share: NamedShare, inFull: boolean): string {
  if (share.of === 0 && share.excused.length === 0) return '<td></td>'
  const { tried, of, names, missing } = share
  const kind = tried === of ? 'full' : tried === 0 ? 'none' : 'part'
  const seen = names.filter((name) => !missing.includes(name)).map((name) => chip(name, share))
  const left = missing.map((name) => chip(name, share))
  const inside = [...seen, ...left.slice(MOST_OPEN), excusedChips(share)]
  const fold = `<details><summary>${inFull ? `${tried}/${of}` : tried}</summary>${inside.join(' ')}</details>`
  return `<td class="${inFull ? kind : ''}">${fold}${left.slice(0, MOST_OPEN).join(' ')}</td>`
}

function chip(name: string, { missing }: NamedShare): string {
  return `<span class="name${missing.includes(name) ? ' missing' : ''}">${text(name)}</span>`
}

function excusedChips({ excused }: NamedShare): string {
  return excused
    .map(([name, reason]) => `<span class="name excused" title="${text(reason)}">${text(name)}</span>`)
    .join(' ')
}

function checkTable(checks: readonly CheckEnded[]): string {
  const told = resultKinds.filter((kind) => checks.some(({ result }) => result.kind === kind))
  return told
    .map((kind) => {
      const mine = checks.filter(({ result }) => result.kind === kind)
      return `<details><summary>${mine.length} ${kind}</summary><table><tbody>${mine.map(checkRow).join('\n')}</tbody></table></details>`
    })
    .join('\n')
}

function checkRow({ id, says, level, result }: CheckEnded): string {
  const why = result.kind === 'known' ? result.reason : (reasonOf(result) ?? '')
  return `<tr data-filter="${attribute([id, result.kind, level])}"><td><code>${text(id)}</code></td><td>${text(says)}</td><td>${text(why)}</td></tr>`
}

function attribute(parts: readonly string[]): string {
  return text(parts.filter((part) => part !== '').join(' '))
}

function text(plain: string): string {
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
