import { largest } from '../lib/lists.ts'
import { junit } from './hygiene/junit.ts'
import type { Remark } from './hygiene/remark.ts'
import { leastLines } from './least/least-token.ts'
import { plural, type Summary, statusText, times } from './summary.ts'
import { summaryPage } from './summary-page.ts'

export const summaryKinds = ['text', 'json', 'markdown', 'html', 'junit'] as const
export type SummaryKind = (typeof summaryKinds)[number]

/** A summary as people or programs read it. */
export function summaryText(summary: Summary, kind: SummaryKind): string {
  switch (kind) {
    case 'json':
      return `${JSON.stringify(summary, null, 2)}\n`
    case 'markdown':
      return markdown(summary)
    case 'html':
      return summaryPage(summary)
    case 'junit':
      return junit(summary.remarks)
    case 'text':
      return plain(summary)
    default:
      return kind satisfies never
  }
}

/** Remarks for people, a line each. */
export function remarkLines(remarks: readonly Remark[]): string[] {
  return remarks.map(
    ({ kind, subject, says, count }) =>
      `  ${kind}: ${subject} ${count === 1 ? '' : `(${times(count)}) `}${says}`,
  )
}

const OUTSIDE = 'outside of /api/v4'

function plain({ calls, operations, unhandled, callsOut, remarks, least }: Summary): string {
  const width = largest(
    operations.map(({ calls: count }) => String(count).length),
    0,
  )
  const lines = operations.map(
    ({ operation, calls: count, statuses }) =>
      `  ${String(count).padStart(width)}  ${operation}  (${statusText(statuses)})`,
  )
  const missed = unhandled.map(
    ({ request, calls: count, near }) =>
      `  ${times(count)} ${request}\n      ${near.length === 0 ? OUTSIDE : `near: ${near.join(', ')}`}`,
  )
  const called = callsOut.map(
    ({ call, calls: count, statuses }) => `  ${times(count)} ${call}  (${statusText(statuses)})`,
  )
  return [
    `forgery: ${plural(calls, 'call')} of ${plural(operations.length, 'operation')}`,
    ...lines,
    ...(missed.length === 0
      ? []
      : [`forgery: ${plural(missed.length, 'route')} without an operation`, ...missed]),
    ...(called.length === 0 ? [] : ['forgery: calls of the simulator itself', ...called]),
    ...(remarks.length === 0
      ? []
      : [`forgery: ${plural(remarks.length, 'remark')} on the client`, ...remarkLines(remarks)]),
    ...(least === undefined ? [] : leastLines(least)),
    '',
  ].join('\n')
}

function markdown({ calls, operations, unhandled, callsOut, remarks, least }: Summary): string {
  const rows = operations.map(
    ({ operation, calls: count, statuses }) => `| \`${operation}\` | ${count} | ${statusText(statuses)} |`,
  )
  const missed = unhandled.map(
    ({ request, calls: count, near }) =>
      `| \`${request.replaceAll('|', '\\|')}\` | ${count} | ${near.length === 0 ? OUTSIDE : near.map((name) => `\`${name}\``).join(', ')} |`,
  )
  const called = callsOut.map(
    ({ call, calls: count, statuses }) =>
      `| \`${call.replaceAll('|', '\\|')}\` | ${count} | ${statusText(statuses)} |`,
  )
  const noted = remarks.map(
    ({ kind, subject, says, count }) =>
      `| ${kind} | \`${subject.replaceAll('|', '\\|')}\` | ${count} | ${says.replaceAll('|', '\\|')} |`,
  )
  return [
    `### Forgery: ${plural(calls, 'call')}`,
    '',
    '| operation | calls | statuses |',
    '|---|---|---|',
    ...rows,
    ...(missed.length === 0 ? [] : ['', '| no operation | calls | near |', '|---|---|---|', ...missed]),
    ...(called.length === 0 ? [] : ['', '| call out | calls | statuses |', '|---|---|---|', ...called]),
    ...(noted.length === 0 ? [] : ['', '| remark | request | times | what |', '|---|---|---|---|', ...noted]),
    ...(least === undefined ? [] : ['', '```text', ...leastLines(least), '```']),
    '',
  ].join('\n')
}
