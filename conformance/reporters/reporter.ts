import type { CheckEnded, Counts, Event } from '../events.ts'
import { type Finding, type MergedFinding, mergeFindings } from '../finding.ts'
import type { Observation } from '../stage.ts'

/** Turns events into text, piece by piece. */
export interface Reporter {
  /** What is to be written after this event; empty for nothing. */
  next(event: Event): string
}

export interface ReporterOptions {
  /** The command that runs one check again as this run did. */
  readonly replay: (id: string) => string
}

/** A whole run, gathered for reporters that write at its end. */
export interface Gathered {
  started: Extract<Event, { type: 'started' }> | undefined
  ended: Extract<Event, { type: 'ended' }> | undefined
  readonly checks: CheckEnded[]
  readonly observations: { readonly id: string; readonly observation: Observation }[]
}

export function nothingGathered(): Gathered {
  return { started: undefined, ended: undefined, checks: [], observations: [] }
}

export function gather(into: Gathered, event: Event): void {
  switch (event.type) {
    case 'started':
      into.started = event
      break
    case 'ended':
      into.ended = event
      break
    case 'check-ended':
      into.checks.push(event)
      break
    case 'observed':
      into.observations.push({ id: event.id, observation: event.observation })
      break
    case 'check-started':
      break
    default:
      event satisfies never
  }
}

/** Faults in the order of their first appearance, each with the check that found it first. */
export function faults({
  checks,
}: Gathered): readonly { readonly finding: MergedFinding; readonly first: CheckEnded }[] {
  const findings = checks.flatMap(({ result }) => (result.kind === 'fail' ? [result.finding] : []))
  return mergeFindings(findings).flatMap((finding) => {
    const first = checks.find((check) => found(check, finding))
    return first === undefined ? [] : [{ finding, first }]
  })
}

function found({ result, id }: CheckEnded, finding: Finding): boolean {
  return result.kind === 'fail' && id === finding.check
}

export function countsLine(counts: Counts): string {
  return Object.entries(counts)
    .filter(([kind, count]) => count > 0 || kind === 'pass' || kind === 'fail')
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}
