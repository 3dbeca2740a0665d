import type { JournalEntry } from '../control/journal-entry.ts'
import { apiPath } from '../control/paths.ts'
import { type Known, nearest, operationOf } from '../protocol/nearest.ts'
import type { Remark } from './hygiene/remark.ts'
import type { LeastNeeds } from './least/least-token.ts'
import { outsideName } from './outside-name.ts'

/** What a command asked for while it ran. */
export interface Summary {
  readonly calls: number
  /** By operation, the most called first. */
  readonly operations: readonly OperationSummary[]
  /** What no operation answers, with those that come nearest: none for what is outside of the API. */
  readonly unhandled: readonly UnhandledSummary[]
  /** What the simulator itself called, such as the receivers of webhooks. */
  readonly callsOut: readonly CallSummary[]
  /** What works here and fails, or costs, in production. */
  readonly remarks: readonly Remark[]
  /** The least token that it needed, where that was asked for. */
  readonly least?: LeastNeeds
}

interface OperationSummary {
  readonly operation: string
  readonly calls: number
  /** How often each status was answered. */
  readonly statuses: { readonly [status: string]: number }
}

interface CallSummary {
  /** `POST http://127.0.0.1:9000/hook` */
  readonly call: string
  readonly calls: number
  /** How often each status was answered; 0 where nobody answered. */
  readonly statuses: { readonly [status: string]: number }
}

interface UnhandledSummary {
  readonly request: string
  readonly calls: number
  readonly near: readonly string[]
}

type Tallied = Pick<JournalEntry, 'method' | 'path' | 'query' | 'status' | 'out'>

/** How often something was answered with each status. */
class Counts {
  readonly #statuses = new Map<string, Map<number, number>>()

  add(name: string, status: number): void {
    const statuses = this.#statuses.get(name) ?? new Map<number, number>()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    this.#statuses.set(name, statuses)
  }

  /** By name, the most frequent first. */
  rows(): (readonly [string, Pick<OperationSummary, 'calls' | 'statuses'>])[] {
    const rows = [...this.#statuses].map(([name, statuses]) => {
      const calls = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      return [name, { calls, statuses: Object.fromEntries(statuses) }] as const
    })
    return rows.sort(([, a], [, b]) => mostFirst(a, b))
  }
}

/** Counts requests as they are answered. */
export class Tally {
  readonly #operations: readonly Known[]
  readonly #handled = new Counts()
  readonly #called = new Counts()
  readonly #unhandled = new Map<string, { calls: number; readonly near: readonly string[] }>()
  #calls = 0

  constructor(operations: readonly Known[]) {
    this.#operations = operations
  }

  add(entry: Tallied): void {
    const { method, path, status, out } = entry
    if (out === undefined) this.#answered(entry)
    else this.#called.add(`${method} ${out.origin}${path}`, status)
  }

  #answered(entry: Tallied): void {
    const { method, path, status } = entry
    this.#calls++
    const below = apiPath(path)
    const isOutside = below === path
    const operation = isOutside ? outsideName(entry) : operationOf(this.#operations, method, below)
    if (operation === undefined) this.#missed(method, below, isOutside)
    else this.#handled.add(operation, status)
  }

  #missed(method: string, path: string, isOutside: boolean): void {
    const request = `${method} ${path}`
    const known = this.#unhandled.get(request)
    if (known !== undefined) known.calls++
    else {
      const near = isOutside ? [] : nearest(this.#operations, method, path)
      this.#unhandled.set(request, { calls: 1, near })
    }
  }

  summary(remarks: readonly Remark[] = [], least?: LeastNeeds): Summary {
    const unhandled = [...this.#unhandled].map(([request, { calls, near }]) => ({ request, calls, near }))
    return {
      calls: this.#calls,
      operations: this.#handled.rows().map(([operation, counts]) => ({ operation, ...counts })),
      unhandled: unhandled.sort(mostFirst),
      callsOut: this.#called.rows().map(([call, counts]) => ({ call, ...counts })),
      remarks,
      ...(least === undefined ? {} : { least }),
    }
  }
}

/** `200 2 ×, 404` */
export function statusText(statuses: OperationSummary['statuses']): string {
  return Object.entries(statuses)
    .map(
      ([status, count]) => `${status === '0' ? 'no answer' : status}${count === 1 ? '' : ` ${times(count)}`}`,
    )
    .join(', ')
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function times(count: number): string {
  return `${count} ×`
}

function mostFirst(a: { readonly calls: number }, b: { readonly calls: number }): number {
  return b.calls - a.calls
}
