import { contract } from '../../sim/contract.ts'
import { citationsOf, documentationOf, placeOf } from '../kit/citation.ts'
import { type CheckEnded, resultKinds } from '../run/events.ts'
import { pageScript, pageStyle } from './html-page.ts'
import { byFamily, left, type MatrixRow, matrix, type NamedShare, type Share, sumOf } from './matrix.ts'
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

/** For a browser: one page that needs nothing else, with the findings, the matrix and every check, and a filter. */
export function htmlReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => page(gathered, options))
}

function page(gathered: Gathered, options: ReporterOptions): string {
  const { started, ended, checks } = gathered
  const found = faults(gathered)
  const rows =
    ended === undefined
      ? []
      : matrix(contract(started?.dialect), ended.tried, checks, options.inFull ?? new Set()).filter(
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
<p>${facts(gathered)}</p>
<p class="counts">${counts(gathered)}</p>
<p class="tools"><label>Filter <input id="filter" type="search" placeholder="milestones, fail, 409 …" autocomplete="off"></label>
<label><input id="gaps" type="checkbox"> only rows with something that failed or was not tried</label></p>
</header>
<main>
<section>
<h2>Findings <small>${found.length}</small></h2>
${found.length === 0 ? '<p>Nothing that was tried is wrong.</p>' : found.map((fault) => finding(fault, options)).join('\n')}
</section>
<section>
<h2>Matrix <small>what was looked at of each operation</small></h2>
${matrixOf(rows)}
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

function facts({ started, ended }: Gathered): string {
  if (started === undefined || ended === undefined) return ''
  const { dialect, tier, version, mode, callers, seed, runs } = started
  const told = [
    ...(version === undefined ? [] : [`version ${version}`]),
    tier === undefined ? 'plan not known' : `${tier} plan`,
    dialect === undefined ? 'either dialect accepted' : `${dialect} dialect`,
    `mode ${mode}`,
    `callers ${callers.join(', ')}`,
    `seed ${seed}, ${runs} inputs a property`,
    `${ended.traffic.requests > 0 ? `${ended.traffic.requests} requests in ` : ''}${(ended.milliseconds / 1000).toFixed(1)} s`,
  ]
  return text(told.join(' · '))
}

function counts({ ended }: Gathered): string {
  if (ended === undefined) return ''
  const early = ended.stopped ? ' <strong>stopped before the end</strong>' : ''
  return `<span class="sum">${text(countsLine(ended.counts))}</span>${early}`
}

function finding({ finding: found, first }: Fault, { replay }: ReporterOptions): string {
  const recipe = first.result.kind === 'fail' ? first.result.recipe : undefined
  const { objects = [], arrangement = [], calls = [] } = recipe ?? {}
  const where = found.operation === undefined ? '' : `${found.operation}: `
  const smallest = recipe?.counterexample
  return `<details class="finding ${found.severity}" data-filter="${attribute([found.check, found.severity, where, found.title])}">
<summary><b>${found.severity}</b> ${text(where + found.title)} <small>${text(found.check)}${found.metBy.length > 1 ? `, and ${found.metBy.length - 1} more` : ''}</small></summary>
<p>${text(first.says)}</p>
<p>Source ${sourceOf(first.source)}</p>
<div class="sides"><div><h3>Expected</h3><pre>${text(found.expected)}</pre></div><div><h3>Seen</h3><pre>${text(found.actual)}</pre></div></div>
${smallest === undefined ? '' : `<p>Smallest input <code>${text(smallest)}</code></p>`}
${arrangement.length === 0 ? '' : `<details><summary>Arranged by ${arrangement.length} calls</summary><pre class="calls">${text(arrangement.join('\n'))}</pre></details>`}
<h3>Calls</h3><pre class="calls">${text(calls.join('\n'))}</pre>
${recipe?.lastReply === undefined ? '' : `<h3>Last reply</h3><pre>${text(recipe.lastReply)}</pre>`}
${objects.length === 0 ? '' : `<h3>Objects</h3><pre>${text(objects.join('\n'))}</pre>`}
<p>Replay <code>${text(replay(found.check))}</code></p>
</details>`
}

/** The rows that a source cites, with their places in the package, and links that work wherever the page is opened. */
function sourceOf(source: string): string {
  const rows = citationsOf(source).map(
    (citation) =>
      `<code title="${text(placeOf(citation))} in the package">${text(citation.page)}#${text(citation.anchor)}</code>`,
  )
  const links = documentationOf(source).map(
    ({ title, url }) => `<a href="${text(url)}" rel="noreferrer">${text(title)}</a>`,
  )
  if (rows.length === 0) return text(source)
  return `${rows.join(', ')}${links.length === 0 ? '' : ` <small>see ${links.join(', ')}</small>`}`
}

const head = [
  'operation',
  'success',
  'statuses',
  'parameters',
  'roles',
  'paging',
  'plan',
  'passed',
  'failed',
  'open',
]

/** More families than these are folded. */
const MOST_UNFOLDED = 3

function matrixOf(rows: readonly MatrixRow[]): string {
  const families = byFamily(rows.filter(({ inFull }) => inFull))
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
        `<details class="family"${unfolded}><summary>${familySum(name, mine)}</summary>${table([['', mine]])}</details>`,
    ),
    touched.length === 0
      ? ''
      : `<details class="family"${families.length === 0 ? ' open' : ''}><summary>${otherwise(touched.length, families.length > 0)}</summary>${table(byFamily(touched))}</details>`,
  ].join('\n')
}

function otherwise(count: number, more: boolean): string {
  return `${count}${more ? ' more' : ''} operation${count === 1 ? '' : 's'} that the checks called`
}

function familySum(name: string, rows: readonly MatrixRow[]): string {
  const { operations, statuses, params, roles, paging } = sumOf(name, rows)
  const shares = Object.entries({ operations, statuses, parameters: params, roles, paging })
  const told = shares.filter(([, { of }]) => of > 0).map(([noun, share]) => shareText(noun, share))
  const failed = rows.filter((row) => row.failed > 0).length
  return `<b>${text(name)}</b> ${told.join(' ')}${failed === 0 ? '' : ` <span class="share none">${failed} with failures</span>`}`
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
  const { operation, family, inFull, statuses, params, roles, paging, tier } = row
  const { passed, failed, open } = row
  const cells = [
    `<td><code>${text(operation).replaceAll('/', '/<wbr>')}</code></td>`,
    successCell(row),
    `<td>${statuses.names.map((name) => chip(name, statuses)).join(' ')} ${excusedChips(statuses)}</td>`,
    folded(params, inFull),
    folded(roles, inFull),
    paging === undefined ? '<td></td>' : folded(paging, inFull),
    `<td>${tier === 'free' ? '' : tier}</td>`,
    `<td>${passed}</td>`,
    `<td${failed > 0 ? ' class="none"' : ''}>${failed}</td>`,
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
  const why = reasonOf(result) ?? ''
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
