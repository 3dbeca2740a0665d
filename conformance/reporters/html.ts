import { contract } from '../../sim/contract.ts'
import { type CheckEnded, resultKinds } from '../events.ts'
import { type MatrixRow, matrix, type Share } from '../matrix.ts'
import { pageScript, pageStyle } from './html-page.ts'
import {
  atEnd,
  countsLine,
  type Fault,
  faults,
  type Gathered,
  type Reporter,
  type ReporterOptions,
} from './reporter.ts'

/** For a browser: one page that needs nothing else, with the findings, the matrix and every check, and a filter. */
export function htmlReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => page(gathered, options))
}

function page(gathered: Gathered, options: ReporterOptions): string {
  const { started, ended, checks } = gathered
  const found = faults(gathered)
  const all = ended === undefined ? [] : matrix(contract(started?.dialect), ended.tried, checks)
  // Of some checks the matrix can only tell what they touched.
  const rows = options.whole
    ? all
    : all.filter(({ operation }) => ended !== undefined && operation in ended.tried)
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
<label>Filter <input id="filter" type="search" placeholder="milestones, fail, 409 …" autocomplete="off"></label>
</header>
<main>
<section>
<h2>Findings <small>${found.length}</small></h2>
${found.length === 0 ? '<p>Nothing that was tried is wrong.</p>' : found.map((fault) => finding(fault, options)).join('\n')}
</section>
<section>
<h2>Matrix <small>what was looked at of each operation</small></h2>
${matrixTable(rows)}
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
  const { arrangement = [], calls = [] } = recipe ?? {}
  const where = found.operation === undefined ? '' : `${found.operation}: `
  const smallest = recipe?.counterexample
  return `<details class="finding ${found.severity}" data-filter="${attribute([found.check, found.severity, where, found.title])}">
<summary><b>${found.severity}</b> ${text(where + found.title)} <small>${text(found.check)}${found.metBy.length > 1 ? `, and ${found.metBy.length - 1} more` : ''}</small></summary>
<p>${text(first.says)} <small>${text(first.source)}</small></p>
<div class="sides"><div><h3>Expected</h3><pre>${text(found.expected)}</pre></div><div><h3>Seen</h3><pre>${text(found.actual)}</pre></div></div>
${smallest === undefined ? '' : `<p>Smallest input <code>${text(smallest)}</code></p>`}
${arrangement.length === 0 ? '' : `<details><summary>Arranged by ${arrangement.length} calls</summary><pre class="calls">${text(arrangement.join('\n'))}</pre></details>`}
<h3>Calls</h3><pre class="calls">${text(calls.join('\n'))}</pre>
${recipe?.lastReply === undefined ? '' : `<h3>Last reply</h3><pre>${text(recipe.lastReply)}</pre>`}
<p>Replay <code>${text(replay(found.check))}</code></p>
</details>`
}

const head = [
  'operation',
  'success',
  'statuses',
  'parameters',
  'roles',
  'paging',
  'tier',
  'passed',
  'failed',
  'open',
]

function matrixTable(rows: readonly MatrixRow[]): string {
  const stated = rows.filter(({ beyond }) => !beyond)
  const beyond = rows.filter((row) => row.beyond)
  const table = (part: readonly MatrixRow[]) =>
    `<div class="wide"><table><thead><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>${part.map(matrixRow).join('\n')}</tbody></table></div>`
  return `${table(stated)}
${beyond.length === 0 ? '' : `<details><summary>${beyond.length} operations beyond the specification</summary>${table(beyond)}</details>`}`
}

function matrixRow(row: MatrixRow): string {
  const { operation, family, success, statuses, params, roles, paging, tier, passed, failed, open } = row
  const cells = [
    `<td><code>${text(operation)}</code></td>`,
    success ? '<td class="full">yes</td>' : '<td class="none">no</td>',
    shareCell(statuses),
    shareCell(params),
    shareCell(roles),
    paging === undefined ? '<td></td>' : shareCell(paging),
    `<td>${tier === 'free' ? '' : tier}</td>`,
    `<td>${passed}</td>`,
    `<td${failed > 0 ? ' class="none"' : ''}>${failed}</td>`,
    `<td>${open}</td>`,
  ]
  return `<tr data-filter="${attribute([operation, family, failed > 0 ? 'fail' : ''])}">${cells.join('')}</tr>`
}

function shareCell({ tried, of, missing }: Share): string {
  if (of === 0) return '<td></td>'
  const kind = tried === of ? 'full' : tried === 0 ? 'none' : 'part'
  const title = missing.length === 0 ? '' : ` title="not tried: ${attribute([missing.join(', ')])}"`
  return `<td class="${kind}"${title}>${tried}/${of}</td>`
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
  const why = 'reason' in result ? result.reason : 'by' in result ? `blocked by ${result.by}` : ''
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
