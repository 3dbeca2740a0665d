import type { JournalEntry } from '../control/journal-entry.ts'
import { apiPath } from '../control/paths.ts'
import { type Known, nearest, operationOf } from '../protocol/nearest.ts'

/** What a command asked for while it ran. */
export interface Summary {
  readonly calls: number
  /** By operation, the most called first. */
  readonly operations: readonly OperationSummary[]
  /** What no operation answers, with those that come nearest. */
  readonly unhandled: readonly UnhandledSummary[]
}

interface OperationSummary {
  readonly operation: string
  readonly calls: number
  /** How often each status was answered. */
  readonly statuses: { readonly [status: string]: number }
}

interface UnhandledSummary {
  readonly request: string
  readonly calls: number
  readonly near: readonly string[]
}

/** Counts requests as they are answered. */
export class Tally {
  readonly #operations: readonly Known[]
  readonly #handled = new Map<string, Map<number, number>>()
  readonly #unhandled = new Map<string, { calls: number; readonly near: readonly string[] }>()
  #calls = 0

  constructor(operations: readonly Known[]) {
    this.#operations = operations
  }

  add({ method, path, status }: Pick<JournalEntry, 'method' | 'path' | 'status'>): void {
    this.#calls++
    const below = apiPath(path)
    const operation = below === path ? 'git' : operationOf(this.#operations, method, below)
    if (operation === undefined) this.#missed(method, below)
    else {
      const statuses = this.#handled.get(operation) ?? new Map<number, number>()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      this.#handled.set(operation, statuses)
    }
  }

  #missed(method: string, path: string): void {
    const request = `${method} ${path}`
    const known = this.#unhandled.get(request)
    if (known !== undefined) known.calls++
    else this.#unhandled.set(request, { calls: 1, near: nearest(this.#operations, method, path) })
  }

  summary(): Summary {
    const operations = [...this.#handled].map(([operation, statuses]) => ({
      operation,
      calls: [...statuses.values()].reduce((sum, count) => sum + count, 0),
      statuses: Object.fromEntries(statuses),
    }))
    const unhandled = [...this.#unhandled].map(([request, { calls, near }]) => ({ request, calls, near }))
    return {
      calls: this.#calls,
      operations: operations.sort(mostFirst),
      unhandled: unhandled.sort(mostFirst),
    }
  }
}

export const summaryKinds = ['text', 'json', 'markdown'] as const
export type SummaryKind = (typeof summaryKinds)[number]

/** A summary as people or programs read it. */
export function summaryText(summary: Summary, kind: SummaryKind): string {
  if (kind === 'json') return `${JSON.stringify(summary, null, 2)}\n`
  return kind === 'markdown' ? markdown(summary) : plain(summary)
}

function plain({ calls, operations, unhandled }: Summary): string {
  const width = Math.max(0, ...operations.map(({ calls: count }) => String(count).length))
  const lines = operations.map(
    ({ operation, calls: count, statuses }) =>
      `  ${String(count).padStart(width)}  ${operation}  (${statusText(statuses)})`,
  )
  const missed = unhandled.map(
    ({ request, calls: count, near }) => `  ${times(count)} ${request}\n      near: ${near.join(', ')}`,
  )
  return [
    `forgery: ${plural(calls, 'call')} of ${plural(operations.length, 'operation')}`,
    ...lines,
    ...(missed.length === 0
      ? []
      : [`forgery: ${plural(missed.length, 'route')} without an operation`, ...missed]),
    '',
  ].join('\n')
}

function markdown({ calls, operations, unhandled }: Summary): string {
  const rows = operations.map(
    ({ operation, calls: count, statuses }) => `| \`${operation}\` | ${count} | ${statusText(statuses)} |`,
  )
  const missed = unhandled.map(
    ({ request, calls: count, near }) =>
      `| \`${request.replaceAll('|', '\\|')}\` | ${count} | ${near.map((name) => `\`${name}\``).join(', ')} |`,
  )
  return [
    `### Forgery: ${plural(calls, 'call')}`,
    '',
    '| operation | calls | statuses |',
    '|---|---|---|',
    ...rows,
    ...(missed.length === 0 ? [] : ['', '| no operation | calls | near |', '|---|---|---|', ...missed]),
    '',
  ].join('\n')
}

function statusText(statuses: OperationSummary['statuses']): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}${count === 1 ? '' : ` ${times(count)}`}`)
    .join(', ')
}

function times(count: number): string {
  return `${count} ×`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function mostFirst(a: { readonly calls: number }, b: { readonly calls: number }): number {
  return b.calls - a.calls
}
