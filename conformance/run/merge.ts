import { isRow, isRows, type Json, parseJson } from '../kit/json.ts'
import { joined, type TriedOperations } from '../report/tried.ts'
import { contractFor } from '../targets/accepted.ts'
import type { CheckEnded, Counts, Event, StopReason } from './events.ts'
import { agreeParts } from './parts.ts'
import { type ScopeOfRun, scopeOf } from './scope.ts'

type Started = Extract<Event, { type: 'started' }>
type Observed = Extract<Event, { type: 'observed' }>

/** What a JSON report holds. */
interface Document extends Omit<Started, 'type' | 'scope'> {
  readonly scope: ScopeOfRun
  readonly counts: Counts
  readonly stopped: boolean
  readonly why?: StopReason
  readonly untried?: readonly string[]
  readonly left?: readonly string[]
  readonly traffic: { readonly requests: number; readonly throttled: number; readonly retried: number }
  readonly milliseconds: number
  readonly observations: readonly ({ readonly id: string } & Observed['observation'])[]
  readonly checks: readonly Omit<CheckEnded, 'type'>[]
  readonly tried: TriedOperations
}

/** A report to be joined, with the name that complaints call it by. */
export interface Report {
  readonly name: string
  readonly text: string
}

/**
 * The events of one run that is the sum of others, from their JSON reports. Throws a RangeError for what is no such
 * report, and for runs that do not belong together.
 */
export function mergeReports(reports: readonly Report[]): readonly Event[] {
  const documents = reports.map(read)
  const [first] = documents
  if (first === undefined) throw new RangeError('name the JSON reports to join')
  agree(reports, documents)
  const checks = documents.flatMap((document) => document.checks)
  const traffic = documents.map((document) => document.traffic)
  const restoring = sum(documents.map((document) => document.restoring ?? 0))
  return [
    {
      ...pick(first),
      type: 'started',
      scope: scopeOf(checks, contractFor(first), askedFor(documents.map(({ scope }) => scope))),
      planned: sum(documents.map(({ planned }) => planned)),
      ...(restoring > 0 ? { restoring } : {}),
    },
    ...documents.flatMap(({ observations }) =>
      observations.map(({ id, ...observation }): Event => ({ type: 'observed', id, observation })),
    ),
    ...checks.map((check): Event => ({ ...check, type: 'check-ended' })),
    {
      type: 'ended',
      counts: added(documents.map(({ counts }) => counts)),
      stopped: documents.some(({ stopped }) => stopped),
      ...endOf(documents),
      traffic: {
        requests: sum(traffic.map(({ requests }) => requests)),
        throttled: sum(traffic.map(({ throttled }) => throttled)),
        retried: sum(traffic.map(({ retried }) => retried)),
      },
      tried: joined(documents.map(({ tried }) => tried)),
      milliseconds: sum(documents.map(({ milliseconds }) => milliseconds)),
    },
  ]
}

/** How the parts ended: a signal weighs more than a limit that one of them was given. */
function endOf(documents: readonly Document[]) {
  const reasons = documents.flatMap(({ stopped, why = 'signal' }) => (stopped ? [why] : []))
  const why = reasons.includes('signal') ? 'signal' : reasons[0]
  const untried = documents.flatMap((document) => document.untried ?? [])
  const left = documents.flatMap((document) => document.left ?? [])
  return {
    ...(why === undefined ? {} : { why, untried }),
    ...(left.length === 0 ? {} : { left }),
  }
}

function read({ name, text }: Report): Document {
  const json = parseJson(text)
  if (!isDocument(json)) throw new RangeError(`${name} is no report of forgery conform --report json`)
  return json as unknown as Document
}

function isDocument(json: Json | undefined): boolean {
  return (
    isRow(json) &&
    typeof json.target === 'string' &&
    typeof json.seed === 'number' &&
    isRow(json.scope) &&
    (json.shard === undefined || typeof json.shard === 'string') &&
    isRow(json.counts) &&
    isRow(json.traffic) &&
    isRow(json.tried) &&
    isRows(json.checks) &&
    isRows(json.observations)
  )
}

function agree(reports: readonly Report[], documents: readonly Document[]): void {
  const named = documents.map((document, i) => ({ ...document, name: reports[i]?.name ?? '' }))
  for (const { name, seed, runs, dialect, scope } of named) {
    const first = documents[0] as Document
    if (seed !== first.seed || runs !== first.runs || dialect !== first.dialect)
      throw new RangeError(`${name} has another seed, number of runs or dialect than ${reports[0]?.name}`)
    if (scope.name !== first.scope.name)
      throw new RangeError(
        `${name} has the scope ${scope.name}, and ${reports[0]?.name} the scope ${first.scope.name}`,
      )
  }
  agreeParts(named)
  const seen = new Map<string, string>()
  for (const { name, checks } of named)
    for (const { id } of checks) {
      const other = seen.get(id)
      if (other !== undefined) throw new RangeError(`the check ${id} is in ${other} and in ${name}`)
      seen.set(id, name)
    }
}

function pick(document: Document): Omit<Started, 'type' | 'scope'> {
  const { target, dialect, tier, version, mode, callers, refused, misnamed, seed, runs, planned, at } =
    document
  return {
    ...{ target, dialect, tier, version, mode, callers, seed, runs, planned, at },
    ...(refused === undefined ? {} : { refused }),
    ...(misnamed === undefined ? {} : { misnamed }),
  }
}

/** What the parts were asked for together; only what all of them left out is missing. */
function askedFor(scopes: readonly ScopeOfRun[]): Pick<ScopeOfRun, 'name' | 'named' | 'without'> {
  const [first, ...others] = scopes as readonly [ScopeOfRun, ...ScopeOfRun[]]
  const named = [...new Set(scopes.flatMap((scope) => scope.named ?? []))]
  const without = (first.without ?? []).filter((id) => others.every((scope) => scope.without?.includes(id)))
  return {
    name: first.name,
    ...(named.length === 0 ? {} : { named }),
    ...(without.length === 0 ? {} : { without }),
  }
}

function added(parts: readonly Counts[]): Counts {
  const total: { [kind: string]: number } = {}
  for (const part of parts)
    for (const [kind, count] of Object.entries(part)) total[kind] = (total[kind] ?? 0) + count
  return total as Counts
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
