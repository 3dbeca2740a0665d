import { escapeHtml as escaped } from '../lib/html.ts'
import { remarkKinds, remarkTexts } from './hygiene/remark.ts'
import { leastLines } from './least/least-token.ts'
import { type Summary, statusText } from './summary.ts'

/** A summary as a page for a browser, which needs nothing else. */
export function summaryPage({ calls, operations, unhandled, callsOut, remarks, least }: Summary): string {
  const groups = remarkKinds
    .map((kind) => ({ kind, met: remarks.filter((remark) => remark.kind === kind) }))
    .filter(({ met }) => met.length > 0)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What a client asked</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; font: 15px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid #8884; vertical-align: top; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${calls} calls, ${remarks.length} remarks</h1>
${groups
  .map(
    ({ kind, met }) =>
      `<h2>${kind}</h2>\n<p>${remarkTexts[kind]}. It was otherwise here:</p>\n${table(
        ['request', 'times', 'what'],
        met.map(({ subject, says, count }) => [subject, String(count), says]),
      )}`,
  )
  .join('\n')}
<h2>Operations</h2>
${table(
  ['operation', 'calls', 'statuses'],
  operations.map(({ operation, calls: count, statuses }) => [operation, String(count), statusText(statuses)]),
)}
<h2>Routes without an operation</h2>
${table(
  ['request', 'calls', 'near'],
  unhandled.map(({ request, calls: count, near }) => [request, String(count), near.join(', ')]),
)}
<h2>Calls of the simulator itself</h2>
${table(
  ['call', 'calls', 'statuses'],
  callsOut.map(({ call, calls: count, statuses }) => [call, String(count), statusText(statuses)]),
)}
${least === undefined ? '' : `<h2>The least token</h2>\n<pre>${escaped(leastLines(least).join('\n'))}</pre>\n`}</body>
</html>
`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<table>\n${[line('th', head), ...rows.map((cells) => line('td', cells))].join('\n')}\n</table>`
}
