import { isRow, isRows, type Json, parseJson, type Row } from '../kit/json.ts'
import type { CheckEnded, Event } from './events.ts'

/** A finding that is known, and why it is accepted. */
export interface KnownFinding {
  /** Id of the check. */
  readonly check: string
  /** Title of the finding; without one whatever the check finds is known. */
  readonly title?: string
  readonly reason: string
  /** The last day on which it is accepted, `2027-01-31`; without one it is for ever. */
  readonly until?: string
}

/** Reads the file of known findings. Throws a RangeError that names what is wrong in it. */
export function readBaseline(file: string, text: string): readonly KnownFinding[] {
  const json = parseJson(text)
  const findings = isRow(json) ? json.findings : undefined
  if (!isRows(findings))
    throw new RangeError(
      `${file} is no baseline: it must be JSON like {"findings": [{"check": "milestones/order", "reason": "…"}]}`,
    )
  return findings.map((row, i) => entryOf(row, `${file}, finding ${i + 1}`))
}

export function printBaseline(findings: readonly KnownFinding[]): string {
  return `${JSON.stringify({ findings }, null, 2)}\n`
}

const fields = ['check', 'title', 'reason', 'until']

function entryOf(row: Row, place: string): KnownFinding {
  const strange = Object.keys(row).find((name) => !fields.includes(name))
  if (strange !== undefined)
    throw new RangeError(`${place} has "${strange}"; it can have ${fields.join(', ')}`)
  const until = row.until === undefined ? undefined : dayIn(row.until, place)
  const title = row.title === undefined ? undefined : textIn(row, 'title', place)
  return {
    check: textIn(row, 'check', place),
    ...(title === undefined ? {} : { title }),
    reason: textIn(row, 'reason', place),
    ...(until === undefined ? {} : { until }),
  }
}

function textIn(row: Row, name: string, place: string): string {
  const value = row[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new RangeError(`${place} needs a "${name}"`)
}

function dayIn(value: Json, place: string): string {
  const day = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(value) : undefined
  // The 31st of February is the 3rd of March to some.
  if (day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(String(value)))
    return String(value)
  throw new RangeError(`${place} has the "until" ${JSON.stringify(value)}; give a day such as 2027-01-31`)
}

/** Holds a run to what is known. */
export interface Comparison {
  /** The event, with findings that are known told as such. */
  next(event: Event): Event
  /** Entries whose checks hold now, or find something else. */
  readonly gone: readonly KnownFinding[]
  /** Entries whose day is over though the finding is still there. */
  readonly expired: readonly KnownFinding[]
  /** The entries that are as this run found them: those that are gone are left out, new ones come last. */
  readonly current: readonly KnownFinding[]
}

export interface ComparisonOptions {
  /** The day on which it is run, `2026-11-23`. */
  readonly today: string
  /** Accepts what is new, with this reason. */
  readonly newReason?: string
}

export function createComparison(
  known: readonly KnownFinding[],
  { today, newReason }: ComparisonOptions,
): Comparison {
  const met = new Set<KnownFinding>()
  const decided = new Set<string>()
  const added: KnownFinding[] = []
  let accepted = 0

  function entryFor({ finding }: Found): KnownFinding | undefined {
    const entry = known.find(
      ({ check, title }) => check === finding.check && (title ?? finding.title) === finding.title,
    )
    if (entry !== undefined || newReason === undefined) return entry
    const fresh = { check: finding.check, title: finding.title, reason: newReason }
    added.push(fresh)
    return fresh
  }

  function ended(event: CheckEnded): CheckEnded {
    const { result } = event
    if (result.kind === 'pass') decided.add(event.id)
    if (result.kind !== 'fail' && result.kind !== 'known') return event
    decided.add(event.id)
    const { finding, recipe } = result
    const entry = entryFor(result)
    if (entry !== undefined) met.add(entry)
    const accepting = entry !== undefined && !isOver(entry)
    if (accepting === (result.kind === 'known')) return event
    accepted += accepting ? 1 : -1
    if (!accepting) return { ...event, result: { kind: 'fail', finding, recipe } }
    const { reason, until } = entry
    const told = until === undefined ? reason : `${reason} (until ${until})`
    return { ...event, result: { kind: 'known', finding, recipe, reason: told } }
  }

  const isOver = ({ until }: KnownFinding) => until !== undefined && until < today
  return {
    next: (event) => {
      if (event.type === 'check-ended') return ended(event)
      if (event.type !== 'ended') return event
      const { fail, known: before = 0 } = event.counts
      return { ...event, counts: { ...event.counts, fail: fail - accepted, known: before + accepted } }
    },
    get gone() {
      return known.filter((entry) => decided.has(entry.check) && !met.has(entry))
    },
    get expired() {
      return known.filter((entry) => met.has(entry) && isOver(entry))
    },
    get current() {
      return [...known.filter((entry) => met.has(entry) || !decided.has(entry.check)), ...added]
    },
  }
}

type Found = Extract<CheckEnded['result'], { readonly kind: 'fail' | 'known' }>
