import { type Finding, type MergedFinding, mergeFindings } from '../kit/finding.ts'
import type { CheckEnded, Counts, Event, Result } from '../run/events.ts'
import type { Observation } from '../run/stage.ts'
import type { Sentence } from './sentences.ts'

/** Turns events into text, piece by piece. */
export interface Reporter {
  /** What is to be written after this event; empty for nothing. */
  next(event: Event): string
}

export interface ReporterOptions {
  /** The command that runs one check again as this run did. */
  readonly replay: (id: string) => string
  /**
   * Ids of the operations that the run looks at with every law and every check of their family. Only of these a report
   * tells what was not tried. Default: none.
   */
  readonly inFull?: ReadonlySet<string>
  /** Ids of the checks that the run is to try. Where they are given, what a text tells of each family need not wait for the end. */
  readonly planned?: readonly string[]
  /** What the run is to try of what is known of the service. Default: none. */
  readonly sentences?: readonly Sentence[]
}

/** Why a check decided nothing; undefined for one that did, or that went wrong. */
export function reasonOf(result: Result): string | undefined {
  if (result.kind === 'skip' || result.kind === 'disabled') return result.reason
  if (result.kind !== 'blocked') return undefined
  return 'by' in result ? `${result.by} does not hold` : `it cannot be arranged: ${result.cause}`
}

/** A reporter that writes everything when the run is over. */
export function atEnd(write: (gathered: Gathered) => string): Reporter {
  const gathered = nothingGathered()
  return {
    next: (event) => {
      gather(gathered, event)
      return event.type === 'ended' ? write(gathered) : ''
    },
  }
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

/** A fault, and the check that found it first. */
export interface Fault {
  readonly finding: MergedFinding
  readonly first: CheckEnded
}

/** Faults in the order of their first appearance, each with the check that found it first. */
export function faults({ checks }: Gathered): readonly Fault[] {
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
